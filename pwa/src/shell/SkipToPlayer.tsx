import { type MouseEvent, useEffect } from "react";
import { createPortal } from "react-dom";
import { goToPlayer, PLAYER } from "./to_player.ts";

/** Before everything else: the shell, whose skip link is the next, is on the first screen and knows no player. */
const place = document.createElement("div");

/** For keys: from the start of the page to the player at its end, behind a hundred covers. */
export function SkipToPlayer() {
  useEffect(() => {
    document.body.prepend(place);
    return () => place.remove();
  }, []);
  const skip = (event: MouseEvent) => {
    // No entry of the history: Back leads to the screen before.
    event.preventDefault();
    goToPlayer();
  };
  return createPortal(
    <a
      href={`#${PLAYER}`}
      onClick={skip}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-full bg-primary px-5 py-3 text-sm font-semibold text-on-primary focus:translate-y-0"
    >
      Skip to player
    </a>,
    place,
  );
}
