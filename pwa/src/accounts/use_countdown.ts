import { useCallback, useEffect, useState } from "react";

/** Whole seconds left until a moment that `restart` sets; 0 when it is over. */
export function useCountdown(seconds: number): { left: number; restart(): void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  const restart = useCallback(() => setUntil(Date.now() + seconds * 1_000), [seconds]);
  return { left, restart };
}
