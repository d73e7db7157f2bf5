import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Where only the query changes, such as from list to list, the place of keys and screen readers stays, unless what had
 * it is gone: then it is the start of the screen. Needed by no first screen (budget_test.ts).
 */
export function useQueryFocus(): void {
  const { search } = useLocation();
  const last = useRef(search);
  useEffect(() => {
    if (last.current === search) return;
    last.current = search;
    if (document.activeElement === document.body) document.getElementById("content")?.focus({ preventScroll: true });
  }, [search]);
}
