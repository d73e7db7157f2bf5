import type { InsightTrack } from "@contract/insights.ts";
import { formatFullCount } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { FigureTable } from "../../ui/FigureTable.tsx";
import { changeWords, peopleWords, shareWords } from "./insight_words.ts";

/** The songs beside each other, and each beside itself in the time before. */
export function SongsTable({ tracks }: { tracks: readonly InsightTrack[] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-3 text-xl">Your songs side by side</h2>
      {tracks.length === 0 ? <p className="text-sm text-ink-soft">No plays in this period.</p> : (
        <FigureTable
          label="Your songs side by side"
          heads={["Song", "Counted plays", "Before", "Listeners", "Heard it all", "Saved", "On playlists"]}
          rows={tracks.map((track) => ({ key: track._id, name: track.title, cells: cellsOf(track) }))}
          className="min-w-160"
        />
      )}
      {tracks.length > 0 && (
        <p className="mt-4 text-xs text-ink-soft">
          Listeners and “Heard it all”: in steps of at least five people of each song, of your fifty most played ones.
        </p>
      )}
    </Card>
  );
}

function cellsOf(
  { plays, playsBefore, listeners, told, completed, saved, added }: InsightTrack,
): readonly string[] {
  return [
    formatFullCount(plays),
    changeWords(plays, playsBefore),
    listeners ? peopleWords(listeners) : "–",
    shareWords(completed, told),
    formatFullCount(saved),
    formatFullCount(added),
  ];
}
