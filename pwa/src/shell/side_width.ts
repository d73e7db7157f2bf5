import { useEffect, useState } from "react";

const KEY = "orin.side";
const WIDE_FROM = "(min-width: 64rem)";

/** Whether the sidebar shows its words: as chosen, else by the width of the screen. `frame.css` follows. */
export function useSideWidth(): [isWide: boolean, toggle: () => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const [hasRoom, setHasRoom] = useState(() => matchMedia(WIDE_FROM).matches);
  useEffect(() => {
    const media = matchMedia(WIDE_FROM);
    const listen = () => setHasRoom(media.matches);
    media.addEventListener("change", listen);
    return () => media.removeEventListener("change", listen);
  }, []);
  const isWide = chosen ? chosen === "wide" : hasRoom;
  const toggle = () => {
    const next = isWide ? "narrow" : "wide";
    localStorage.setItem(KEY, next);
    document.documentElement.dataset.side = next;
    setChosen(next);
  };
  return [isWide, toggle];
}
