import { startTransition, useEffect, useRef, useState } from "react";

/** A phone's screen shows about nine rows. */
const FIRST = 60;
const STEP = 120;
/** Rows come long before they are seen. */
const AHEAD = "1500px";

/**
 * How many rows of a long list are drawn: the first ones, and more as their end comes near, so that a list of thousands
 * opens as fast as a short one. Rows outside the screen cost nothing by their `content-visibility`. Put `end` behind
 * the last row.
 */
export function useReveal(length: number): { shown: number; end(row: HTMLElement | null): void } {
  const [limit, setLimit] = useState(FIRST);
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  const end = (row: HTMLElement | null) => {
    observer.current?.disconnect();
    if (!row) return;
    const more = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        // In slices: a key that is pressed meanwhile is answered between two of them.
        startTransition(() => setLimit((before) => before + STEP));
      }
    };
    observer.current = new IntersectionObserver(more, { rootMargin: AHEAD });
    observer.current.observe(row);
  };
  // Where nothing says what is seen, all of it is drawn.
  return { shown: typeof IntersectionObserver === "undefined" ? length : limit, end };
}
