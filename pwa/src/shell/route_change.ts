import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { announce } from "../ui/live_region.ts";

/**
 * Says the new screen's name to screen readers and moves their place to its start, but not on the first load. Where only
 * the query changes, such as from list to list, the place stays unless what had it is gone.
 */
export function useRouteAnnouncement(): void {
  const { pathname, search } = useLocation();
  const last = useRef(pathname);
  const lastSearch = useRef(search);
  useEffect(() => {
    if (lastSearch.current === search) return;
    lastSearch.current = search;
    if (document.activeElement === document.body) document.getElementById("content")?.focus({ preventScroll: true });
  }, [search]);
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
