import type { Home } from "@contract/home.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";
import { Shelf } from "./Shelf.tsx";

/** What fits to what one plays, each song with the reason; nothing while there is none. */
export function MadeForYou({ tracks, actions }: { tracks: Home["forYou"]; actions: TrackActionsControl }) {
  return (
    <Shelf
      title="Made for you"
      note="From the artists and genres you play, unheard songs first. Popularity plays no part."
      tracks={tracks}
      source="for-you"
      actions={actions}
      lineOf={(index) => tracks[index]?.reason}
    />
  );
}
