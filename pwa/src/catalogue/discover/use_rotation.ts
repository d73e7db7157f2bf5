import { useEffect, useState } from "react";
import { savesData } from "../../lib/data_saver.ts";

const INTERVAL_MS = 5_000;

/**
 * Goes through `count` slides, one every five seconds, and round at both ends. It pauses while `isHeld` (pointer or
 * focus on it), when the visitor has paused it, and where motion or data shall be spared.
 */
export function useRotation(count: number, isHeld: boolean) {
  const [index, setIndex] = useState(0);
  const [isRotating, setRotating] = useState(() => !prefersStill() && !savesData());
  const moves = isRotating && !isHeld;
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setIndex((now) => (now + 1) % count);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [moves, count, index]);
  return {
    index,
    isRotating,
    moves,
    show: (to: number) => setIndex((to + count) % count),
    toggle: () => setRotating(!isRotating),
  };
}

function prefersStill(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
