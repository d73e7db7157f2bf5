import { Pause, Play } from "lucide-react";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { usePlaying } from "../playing.ts";
import type { Found } from "./found.ts";
import { Way } from "./Result.tsx";

const KINDS = { track: "Song", artist: "Artist", album: "Album", playlist: "Playlist", lyrics: "Song" } as const;

interface TopResultProps {
  item: Found;
  /** Present where it is one of Orin's own songs. */
  onPlay: (() => void) | undefined;
}

/** The one result that fits best, large; Enter in the field opens it, or plays it. */
export function TopResult({ item, onPlay }: TopResultProps) {
  const { trackId, isPlaying } = usePlaying();
  const { id, kind, title, detail, imageUrl, track } = item;
  const moves = track !== undefined && track._id === trackId && isPlaying;
  const said = kind === "artist" ? KINDS.artist : `${KINDS[kind]} · ${detail}`;
  return (
    <section aria-labelledby="top-result" className="mb-8 max-w-2xl">
      <h2 id="top-result" className="mb-3 text-xl">Top result</h2>
      <div
        data-result
        className="relative flex items-center gap-4 rounded-xl bg-surface p-3 shadow-lift transition-colors hover:bg-raised sm:p-4"
      >
        <Cover
          src={imageUrl}
          seed={id}
          size={88}
          placeholder={track?.placeholder}
          priority
          className={classNames("shrink-0", kind === "artist" ? "rounded-full" : "rounded-lg")}
        />
        <div className="min-w-0 flex-1">
          <Way item={item} isLarge>{title}</Way>
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{said}</p>
        </div>
        {onPlay && track && (
          <IconButton
            look="solid"
            label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}
            icon={moves ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
            onClick={onPlay}
            className="relative"
          />
        )}
      </div>
    </section>
  );
}
