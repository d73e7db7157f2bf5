import type { Track } from "@contract/catalogue.ts";
import { TrackHeart } from "./TrackHeart.tsx";
import { TrackMenu } from "./TrackMenu.tsx";
import { TrackRows } from "./TrackRows.tsx";

/** The songs of an artist or an album in their order, with heart and menu. `source`: where their plays come from. */
export function NumberedTracks({ tracks, source }: { tracks: readonly Track[]; source: string }) {
  return (
    <TrackRows
      label="Tracks"
      tracks={tracks}
      source={source}
      numbered
      buttons={(track, actions) => (
        <>
          <TrackHeart track={track} />
          <TrackMenu track={track} actions={actions} />
        </>
      )}
    />
  );
}
