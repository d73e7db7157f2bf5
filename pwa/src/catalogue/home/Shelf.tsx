import type { Track } from "@contract/catalogue.ts";
import { Play } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { EarlyAccessMark } from "../../ui/EarlyAccessMark.tsx";
import { Equalizer } from "../../ui/Equalizer.tsx";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";

/** Covers in a row that scrolls sideways, to the edges of the screen. */
const SHELF =
  "-mx-4 flex snap-x snap-proximity scroll-px-4 gap-3.5 overflow-x-auto px-4 pt-1 pb-2 [scrollbar-width:none] md:-mx-8 md:scroll-px-8 md:gap-4.5 md:px-8 hover-device:[scrollbar-width:thin]";

interface ShelfProps {
  title: string;
  /** Where it comes from, in a line. */
  note?: ReactNode;
  tracks: readonly Track[];
  /** Where the queue was started, for the receipts. */
  source: string;
  actions: TrackActionsControl;
  /** A line under a track, instead of its artist. */
  lineOf?(index: number): string | undefined;
}

/** A row of songs: a press on a cover plays it, and the row is the queue. */
export function Shelf({ title, note, tracks, source, actions, lineOf }: ShelfProps) {
  const id = useId();
  const { trackId, isPlaying } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  if (tracks.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">{title}</h2>
      {note && <p className="text-sm text-ink-soft">{note}</p>}
      <ul aria-label={title} className={classNames(SHELF, "mt-2")}>
        {tracks.map((track, index) => (
          <ShelfCard
            key={track._id}
            track={track}
            isCurrent={track._id === trackId}
            isPlaying={isPlaying}
            unavailable={unavailableOf(track)}
            line={lineOf?.(index)}
            onToggle={() => actions.play(tracks, { index, source })}
          />
        ))}
      </ul>
    </section>
  );
}

interface ShelfCardProps {
  track: Track;
  isCurrent: boolean;
  isPlaying: boolean;
  unavailable: string | undefined;
  line: string | undefined;
  onToggle(): void;
}

function ShelfCard({ track, isCurrent, isPlaying, unavailable, line, onToggle }: ShelfCardProps) {
  const moves = isCurrent && isPlaying;
  return (
    <li className="group w-[min(8.25rem,70vw)] shrink-0 snap-start md:w-40">
      <button
        type="button"
        aria-label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}
        onClick={onToggle}
        disabled={!!unavailable}
        className="relative block w-full rounded-lg"
      >
        <Cover
          src={track.coverImageUrl}
          seed={track._id}
          size="(min-width: 48rem) 10rem, 8.25rem"
          placeholder={track.placeholder}
          className={classNames(
            "w-full rounded-lg shadow-lift",
            isCurrent && "ring-3 ring-primary",
            unavailable && "opacity-50",
          )}
        />
        {/* What plays is paused in the player: one such button is enough to see. */}
        {!moves && (
          <span
            aria-hidden="true"
            className={classNames(
              "absolute top-2 right-2 grid size-9 place-items-center rounded-full transition-colors",
              isCurrent
                ? "bg-primary text-on-primary"
                : "bg-scrim text-on-dye group-hover:bg-primary group-hover:text-on-primary",
            )}
          >
            <Play size={18} fill="currentColor" className="ml-0.5" />
          </span>
        )}
      </button>
      <p className={classNames("mt-2 flex items-center gap-2 text-sm font-semibold", isCurrent && "text-accent")}>
        <Link to={`/track/${track._id}`} className="truncate py-0.5 underline-offset-4 hover:underline">
          {track.title}
        </Link>
        {isCurrent && <Equalizer moving={isPlaying} />}
      </p>
      <p className="truncate text-xs text-ink-soft">{unavailable ?? track.artist}</p>
      {line && !unavailable && <p className="truncate text-xs text-ink-faint">{line}</p>}
      <EarlyAccessMark track={track} />
    </li>
  );
}
