import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/**
 * Follows a press of Back while the first screen was being made. The router hears of it only once that screen is there:
 * until then the address changes and the screen does not. The change is told once more if the two differ.
 */
export function useEarlyBack(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (location.pathname + location.search !== pathname + search) dispatchEvent(new PopStateEvent("popstate"));
    // Once: from then on the router hears of each change itself.
  }, []);
}
