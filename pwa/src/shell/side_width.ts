import { useState } from "react";
import { useMedia } from "../lib/use_media.ts";

const KEY = "orin.side";

/** Whether the sidebar shows its words: as chosen, else by the width of the screen. `frame.css` follows. */
export function useSideWidth(): [isWide: boolean, toggle: () => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const hasRoom = useMedia("(min-width: 64rem)");
  const isWide = chosen ? chosen === "wide" : hasRoom;
  const toggle = () => {
    const next = isWide ? "narrow" : "wide";
    localStorage.setItem(KEY, next);
    document.documentElement.dataset.side = next;
    setChosen(next);
  };
  return [isWide, toggle];
}
