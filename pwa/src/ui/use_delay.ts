import { useEffect, useState } from "react";

/** True once `ms` have passed since the component appeared: what is quick shall not flicker. */
export function useDelay(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
