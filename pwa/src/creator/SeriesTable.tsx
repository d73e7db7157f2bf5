import type { CreatorSeries } from "@contract/creator.ts";
import { formatFullCount, formatHours } from "../lib/format.ts";
import { FigureTable } from "../ui/FigureTable.tsx";
import { Fold } from "../ui/Fold.tsx";
import { peopleWords } from "./insights/insight_words.ts";
import { pointName } from "./words.ts";

/** The chart's figures, behind a word, because they are many. */
export function SeriesTable({ series: { points, unit } }: { series: CreatorSeries }) {
  const rows = points.toReversed().map((point) => ({
    key: point.start,
    name: pointName(point.start, unit),
    cells: cellsOf(point),
  }));
  return (
    <Fold title="The same figures as a table">
      <FigureTable label="Listening over time" heads={["Time", ...HEADS]} rows={rows} className="min-w-140" />
    </Fold>
  );
}

/** What each track was heard in this time. */
export function TracksTable({ tracks }: { tracks: CreatorSeries["tracks"] }) {
  if (tracks.length === 0) return <p className="text-sm text-ink-soft">No plays in this period.</p>;
  const rows = tracks.map((track) => ({
    key: track._id,
    name: (
      <>
        {track.title}
        {track.isDeleted && <span className="ml-2 text-xs text-ink-faint">not published</span>}
      </>
    ),
    cells: cellsOf(track),
  }));
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">By track</h3>
      <FigureTable label="Listening by track" heads={["Track", ...HEADS]} rows={rows} className="min-w-140" />
    </section>
  );
}

const HEADS = ["All plays", "Counted", "Verified", "Listeners", "Time"];

type Heard = Pick<CreatorSeries["points"][number], "plays" | "listeners" | "listenersError" | "seconds">;

function cellsOf({ plays, listeners, listenersError, seconds }: Heard): readonly string[] {
  return [
    ...[plays.gross, plays.filtered, plays.verified].map(formatFullCount),
    peopleWords({ value: listeners, error: listenersError }),
    formatHours(seconds),
  ];
}
