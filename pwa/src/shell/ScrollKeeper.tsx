import { useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** How the router names the page on which one comes in. */
const FIRST_KEY = "default";

const positions = new Map<string, number>();

/** A new page starts at its top; going back returns to where one was. */
export function ScrollKeeper() {
  const { key, pathname, state } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const top = positions.get(key) ?? 0;
    // Where one comes in is at its top already; to ask for it would lay out the whole page.
    if (type === "POP" && (top > 0 || key !== FIRST_KEY)) restore(top);
    else if (type === "PUSH" && !liesOver(state)) scrollTo(0, 0);
    return () => void positions.set(key, scrollY);
  }, [key, pathname, type]);
  return null;
}

/** The player's full screen and its sheets lie over the page, which stays where it is. */
function liesOver(state: unknown): boolean {
  return typeof state === "object" && state !== null && ("nowPlaying" in state || "sheet" in state);
}

/** Lists may still be growing: tries until the page is long enough, for half a second at most. */
function restore(top: number, triesLeft = 30): void {
  scrollTo(0, top);
  if (Math.abs(scrollY - top) > 2 && triesLeft > 0) requestAnimationFrame(() => restore(top, triesLeft - 1));
}
