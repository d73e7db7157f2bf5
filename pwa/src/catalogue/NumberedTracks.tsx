import type { Track } from "@contract/catalogue.ts";
import { formatCount } from "../lib/format.ts";
import { TrackHeart } from "./TrackHeart.tsx";
import { TrackMenu } from "./TrackMenu.tsx";
import { TrackRows } from "./TrackRows.tsx";

/** The songs of an artist or an album in their order, as the documented table. `source`: where their plays come from. */
export function NumberedTracks({ tracks, source }: { tracks: readonly Track[]; source: string }) {
  return (
    <TrackRows
      label="Tracks"
      tracks={tracks}
      source={source}
      asTable
      noteOf={playsOf}
      buttons={(track, actions) => (
        <>
          <TrackHeart track={track} />
          <TrackMenu track={track} actions={actions} />
        </>
      )}
    />
  );
}

/** Where the service counted them: on an artist's page. */
function playsOf({ plays }: Track): string | undefined {
  return plays === undefined ? undefined : `${formatCount(plays)} ${plays === 1 ? "play" : "plays"}`;
}
