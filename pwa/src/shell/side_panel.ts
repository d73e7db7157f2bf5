import { useMedia } from "../lib/use_media.ts";
import { createStore, useStore } from "../lib/store.ts";
import { useOpenSheet, useOverPage } from "./player_sheets.ts";

export type Panel = "queue" | "lyrics" | "song";

const shown = createStore<Panel | undefined>(undefined);

/** What of the player is shown beside the page; screens without room for it show nothing there. */
export function usePanel(): Panel | undefined {
  const panel = useStore(shown);
  return useHasRoom() ? panel : undefined;
}

/** Shows something of the player beside the page, or nothing. */
export function showPanel(panel: Panel | undefined): void {
  shown.set(panel);
}

/** Shows the queue or the lyrics: beside the page where there is room, and away again; else over it. */
export function useShowFromPlayer(): (what: "queue" | "lyrics") => void {
  const hasRoom = useHasRoom();
  const { nowPlaying } = useOverPage();
  const openSheet = useOpenSheet();
  return (what) => {
    if (hasRoom && !nowPlaying) showPanel(shown.get() === what ? undefined : what);
    else openSheet(what);
  };
}

/** Whether the page has room beside it. As wide as `frame.css` says. */
export function useHasRoom(): boolean {
  return useMedia("(min-width: 72rem)");
}
