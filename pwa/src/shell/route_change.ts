import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { announce } from "../ui/live_region.ts";

/**
 * Says the new screen's name to screen readers and moves their place to its start, but not on the first load. Where only
 * the query changes, such as from list to list, the place stays unless what had it is gone.
 */
export function useRouteAnnouncement(): void {
  const { pathname, search } = useLocation();
  useChange(pathname, () => {
    focusScreen();
    // The screen sets its title in an effect of its own, after this one.
    const timer = setTimeout(() => announce(document.title), 100);
    return () => clearTimeout(timer);
  });
  useChange(search, focusScreen);
}

function useChange(value: string, act: () => void | (() => void)): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    return act();
  }, [value]);
}

function focusScreen(): void {
  const content = document.getElementById("content");
  // A screen that put the focus on its first field keeps it there.
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}
