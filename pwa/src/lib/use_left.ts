import { useEffect, useState } from "react";

/** How much time is left until a moment, ms; 0 when it is there. It ticks once a second. */
export function useLeft(moment: string): number {
  const until = Date.parse(moment);
  const [left, setLeft] = useState(() => Math.max(0, until - Date.now()));
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, until - Date.now()));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
