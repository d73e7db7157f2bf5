import { togglePlay } from "../playing.ts";
import { TrackHeart } from "../TrackHeart.tsx";
import { TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import type { Found } from "./found.ts";
import { Result } from "./Result.tsx";

interface FoundListProps {
  /** Names the list. */
  label: string;
  /** Of one kind. */
  found: readonly Found[];
  previewed: Found | undefined;
  onPreview(item: Found): void;
}

/** Orin's own songs play in the player, with the results as the queue; of other catalogues there are previews. */
export function FoundList({ label, found, previewed, onPreview }: FoundListProps) {
  const isLyrics = found[0]?.kind === "lyrics";
  const tracks = found.flatMap(({ track }) => track ?? []);
  const others = found.filter(({ track }) => isLyrics || !track);
  return (
    <>
      {tracks.length > 0 && !isLyrics && (
        <TrackRows
          label={label}
          tracks={tracks}
          source="search"
          linked
          buttons={(track, actions) => (
            <>
              <TrackHeart track={track} />
              <TrackMenu track={track} actions={actions} />
            </>
          )}
        />
      )}
      {others.length > 0 && (
        <ul aria-label={tracks.length > 0 && !isLyrics ? "More results" : label} className="-mx-2">
          {others.map((item) => (
            <Result
              key={`${item.kind} ${item.id}`}
              item={item}
              isPreviewed={item === previewed}
              onPreview={() => onPreview(item)}
              onPlay={item.track && (() => playFound(others, item))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Plays one of Orin's own songs, with the others that were found as the queue. */
export function playFound(found: readonly Found[], { track }: Found): void {
  if (!track) return;
  const others = found.flatMap((one) => one.track && one.track._id !== track._id ? one.track : []);
  const at = found.filter((one) => one.track).findIndex((one) => one.track?._id === track._id);
  const tracks = at < 0 ? [track, ...others] : [...others.slice(0, at), track, ...others.slice(at)];
  void togglePlay(tracks, { index: Math.max(0, at), source: "search" });
}
