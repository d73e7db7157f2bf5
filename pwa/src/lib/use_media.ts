import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds, such as `(min-width: 64rem)`, now and after every change; without a screen it does not. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const media = globalThis.matchMedia?.(query);
    media?.addEventListener("change", listener);
    return () => media?.removeEventListener("change", listener);
  }, [query]);
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? false);
}
