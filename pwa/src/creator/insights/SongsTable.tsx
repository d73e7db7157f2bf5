import type { InsightTrack } from "@contract/insights.ts";
import { formatFullCount } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { changeWords, peopleWords, shareWords } from "./insight_words.ts";

/** The songs beside each other, and each beside itself in the time before. */
export function SongsTable({ tracks }: { tracks: readonly InsightTrack[] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-3 text-xl">Your songs side by side</h2>
      {tracks.length === 0
        ? <p className="text-sm text-ink-soft">No plays in this period.</p>
        : (
          <div tabIndex={0} role="region" aria-label="Your songs side by side" className="overflow-x-auto">
            <table className="w-full min-w-160 text-sm tabular-nums">
              <thead>
                <tr className="border-b border-line text-right text-ink-soft">
                  <th scope="col" className="py-2 pr-3 text-left font-semibold">Song</th>
                  {["Counted plays", "Before", "Listeners", "Heard it all", "Saved", "On playlists"].map((name) => (
                    <th key={name} scope="col" className="px-3 py-2 font-semibold">{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody>{tracks.map((track) => <Row key={track._id} track={track} />)}</tbody>
            </table>
          </div>
        )}
      {tracks.length > 0 && (
        <p className="mt-4 text-xs text-ink-soft">
          Listeners and “Heard it all”: in steps of at least five people of each song, of your fifty most played ones.
        </p>
      )}
    </Card>
  );
}

function Row(
  { track: { title, plays, playsBefore, listeners, told, completed, saved, added } }: { track: InsightTrack },
) {
  const cells = [
    formatFullCount(plays),
    changeWords(plays, playsBefore),
    listeners ? peopleWords(listeners) : "–",
    shareWords(completed, told),
    formatFullCount(saved),
    formatFullCount(added),
  ];
  return (
    <tr className="border-b border-line text-right last:border-0">
      <th scope="row" className="max-w-56 truncate py-2.5 pr-3 text-left font-semibold">{title}</th>
      {cells.map((cell, index) => <td key={index} className="px-3 py-2.5 whitespace-nowrap">{cell}</td>)}
    </tr>
  );
}
