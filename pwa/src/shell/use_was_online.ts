import { useEffect, useState } from "react";
import { useOnline } from "../lib/connection.ts";

/**
 * Whether there has been a network since this began. What is worth nothing without one is not stored on the device: asked
 * for too early, its code would be missing until the page is loaded anew.
 */
export function useWasOnline(): boolean {
  const isOnline = useOnline();
  const [was, setWas] = useState(isOnline);
  useEffect(() => {
    if (isOnline) setWas(true);
  }, [isOnline]);
  return was;
}
