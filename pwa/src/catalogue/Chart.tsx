import type { Track } from "@contract/catalogue.ts";
import type { ReactNode } from "react";
import { plural } from "../lib/format.ts";
import { RankMove } from "./discover/RankMove.tsx";
import { TrackHeart } from "./TrackHeart.tsx";
import { TrackMenu } from "./TrackMenu.tsx";
import { TrackRows } from "./TrackRows.tsx";

/** The week's most played songs: rank, movement and plays of each. A genre's songs keep their ranks among all. */
export function Chart({ tracks, between }: { tracks: readonly Track[]; between?: (index: number) => ReactNode }) {
  return (
    <TrackRows
      label="Tracks"
      tracks={tracks}
      source="chart"
      placeOf={placeOf}
      noteOf={({ chart }) => chart ? plural(chart.plays, "play") : ""}
      buttons={(track, actions) => (
        <>
          <span className="max-sm:hidden">
            <TrackHeart track={track} />
          </span>
          <TrackMenu track={track} actions={actions} />
        </>
      )}
      {...(between && { between })}
    />
  );
}

function placeOf({ chart }: Track) {
  return chart && { number: chart.rank, under: <RankMove rank={chart.rank} before={chart.rankBefore} /> };
}
