import { useEffect, useState } from "react";

/** Whether a media query holds, such as `(min-width: 64rem)`; follows it. Where there is no screen it does not hold. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => globalThis.matchMedia?.(query).matches ?? false);
  useEffect(() => {
    const media = globalThis.matchMedia?.(query);
    if (!media) return;
    const listen = () => setHolds(media.matches);
    listen();
    media.addEventListener("change", listen);
    return () => media.removeEventListener("change", listen);
  }, [query]);
  return holds;
}
