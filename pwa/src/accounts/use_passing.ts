import { useCallback, useEffect, useState } from "react";

const PASSES_AFTER_MS = 3_000;

/** Something that is true for three seconds after it was shown: a message of success. */
export function usePassing(): [isShown: boolean, show: () => void] {
  const [shownAt, setShownAt] = useState<number>();
  useEffect(() => {
    if (shownAt === undefined) return;
    const timer = setTimeout(() => setShownAt(undefined), PASSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return [shownAt !== undefined, useCallback(() => setShownAt(Date.now()), [])];
}
