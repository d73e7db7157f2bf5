import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { announce } from "../ui/live_region.ts";

/** Says the new screen's name to screen readers and moves their place to its start, but not on the first load. */
export function useRouteAnnouncement(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const content = document.getElementById("content");
    // A screen that put the focus on its first field keeps it there.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
    // The screen sets its title in an effect of its own, after this one.
    const timer = setTimeout(() => announce(document.title), 100);
    return () => clearTimeout(timer);
  }, [pathname]);
}
