import type { Track } from "@contract/catalogue.ts";
import { formatDuration, plural, spokenDuration } from "../../lib/format.ts";

interface ListLengthProps {
  tracks: readonly Track[];
  /** How many there are, where they come by pages. */
  count?: number | undefined;
  /** Who may see it. */
  seenBy?: string | false;
}

/** How many songs a list has, how long it plays where all of them are here, and who sees it. */
export function ListLength({ tracks, count = tracks.length, seenBy = false }: ListLengthProps) {
  const seconds = tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return (
    <p>
      {plural(count, "track")}
      {seconds > 0 && count <= tracks.length && (
        <>
          {" · "}
          <span aria-hidden="true">{formatDuration(seconds)}</span>
          <span className="sr-only">{spokenDuration(seconds)}</span>
        </>
      )}
      {seenBy && ` · ${seenBy}`}
    </p>
  );
}
