import type { CreatorSeries } from "@contract/creator.ts";
import type { ReactNode } from "react";
import { Fold } from "../ui/Fold.tsx";
import { formatFullCount, formatHours } from "../lib/format.ts";
import { peopleWords } from "./insights/insight_words.ts";
import { pointName } from "./words.ts";

type Heard = Pick<CreatorSeries["points"][number], "plays" | "listeners" | "listenersError" | "seconds">;

/** The chart's figures, behind a word, because they are many. */
export function SeriesTable({ series: { points, unit } }: { series: CreatorSeries }) {
  return (
    <Fold title="The same figures as a table">
      <Table caption="Listening over time" first="Time">
        {points.toReversed().map((point) => (
          <Row
            key={point.start}
            name={pointName(point.start, unit)}
            heard={point}
          />
        ))}
      </Table>
    </Fold>
  );
}

/** What each track was heard in this time. */
export function TracksTable({ tracks }: { tracks: CreatorSeries["tracks"] }) {
  if (tracks.length === 0) return <p className="text-sm text-ink-soft">No plays in this period.</p>;
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">By track</h3>
      <Table caption="Listening by track" first="Track">
        {tracks.map((track) => (
          <Row
            key={track._id}
            heard={track}
            name={
              <>
                {track.title}
                {track.isDeleted && <span className="ml-2 text-xs font-normal text-ink-faint">not published</span>}
              </>
            }
          />
        ))}
      </Table>
    </section>
  );
}

interface TableProps {
  caption: string;
  /** The heading of the first column. */
  first: string;
  children: ReactNode;
}

/** Scrolls sideways by itself on a phone; it can be reached by keyboard for that. */
function Table({ caption, first, children }: TableProps) {
  return (
    <div tabIndex={0} role="region" aria-label={caption} className="overflow-x-auto">
      <table className="w-full min-w-140 text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-right text-ink-soft">
            <th scope="col" className="px-3 py-2 text-left font-semibold">{first}</th>
            {["All plays", "Counted", "Verified", "Listeners", "Time"].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-semibold">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({ name, heard: { plays, listeners, listenersError, seconds } }: { name: ReactNode; heard: Heard }) {
  const cells = [
    ...[plays.gross, plays.filtered, plays.verified].map(formatFullCount),
    peopleWords({ value: listeners, error: listenersError }),
  ];
  return (
    <tr className="border-b border-line text-right last:border-0">
      <th scope="row" className="max-w-64 truncate px-3 py-2 text-left font-semibold">{name}</th>
      {[...cells, formatHours(seconds)].map((cell, index) => <td key={index} className="px-3 py-2">{cell}</td>)}
    </tr>
  );
}
