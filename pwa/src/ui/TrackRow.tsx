import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { MaybeEarly } from "../lib/early_access.ts";
import { formatDuration } from "../lib/format.ts";
import { classNames } from "./class_names.ts";
import { Cover } from "./Cover.tsx";
import { Duration } from "./Duration.tsx";
import { EarlyAccessMark } from "./EarlyAccessMark.tsx";
import { Equalizer } from "./Equalizer.tsx";

/** What rows and cards show of a track; `Track` of the contract fits. */
export interface ShownTrack extends MaybeEarly {
  _id: string;
  title: string;
  artist: string;
  durationSeconds: number;
  coverImageUrl: string;
  placeholder?: string | undefined;
}

export interface TrackRowProps {
  track: ShownTrack;
  /** The row's place in a ranking or album. */
  number?: number | undefined;
  isCurrent: boolean;
  isPlaying: boolean;
  onToggle(): void;
  /** Says why the row cannot be played now, such as "Not saved for offline"; the cover is dimmed. */
  unavailable?: string | undefined;
  /** More facts after the artist, such as the genre or what a play earned. */
  detail?: ReactNode | undefined;
  /** Buttons and menus at the end. */
  actions?: ReactNode | undefined;
  /** A line of its own below the rest. */
  below?: ReactNode | undefined;
}

/** One track as a row of a list (`<li>`); cover and title together are the play button. */
export function TrackRow(props: TrackRowProps) {
  const { track, number, isCurrent, actions, below } = props;
  return (
    <li
      className={classNames(
        "group relative flex min-h-16 items-center gap-2 rounded-lg pr-1 transition-colors hover:bg-ink/6",
        isCurrent && "bg-ink/6",
        below ? "flex-wrap" : undefined,
        "[contain-intrinsic-size:auto_4rem] [content-visibility:auto]",
      )}
    >
      {number !== undefined && (
        <span className="w-6 shrink-0 text-right text-sm text-ink-faint tabular-nums sm:w-8">{number}</span>
      )}
      <PlayLabel {...props} />
      {/* On a phone the length is seen behind the artist, so that the title keeps its room. */}
      <span className="text-sm text-ink-faint max-sm:sr-only">
        <Duration seconds={track.durationSeconds} />
      </span>
      {actions}
      {below}
    </li>
  );
}

/** Named by what it shows: "Play {title} by {artist}". */
function PlayLabel({ track, isCurrent, isPlaying, onToggle, unavailable, detail }: TrackRowProps) {
  return (
    <button
      type="button"
      onClick={onToggle}
      disabled={!!unavailable}
      className="flex min-w-0 flex-1 items-center gap-3 rounded-lg p-2 text-left -outline-offset-2"
    >
      <RowCover track={track} isCurrent={isCurrent} moves={isCurrent && isPlaying} isDimmed={!!unavailable} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{isCurrent && isPlaying ? "Pause" : "Play"}</span>
        <span className={classNames("flex items-center gap-2 font-semibold", isCurrent && "text-accent")}>
          <span className="truncate">{track.title}</span>
          {isCurrent && <Equalizer moving={isPlaying} />}
        </span>
        <span className="flex text-sm text-ink-soft">
          <span className="truncate">
            {unavailable ?? (
              <>
                <span className="sr-only">by</span>
                {track.artist}
                {detail}
              </>
            )}
          </span>
          {!unavailable && (
            <span aria-hidden="true" className="shrink-0 whitespace-pre text-ink-faint tabular-nums sm:hidden">
              {` · ${formatDuration(track.durationSeconds)}`}
            </span>
          )}
        </span>
        <EarlyAccessMark track={track} />
      </span>
    </button>
  );
}

interface RowCoverProps {
  track: ShownTrack;
  isCurrent: boolean;
  moves: boolean;
  isDimmed: boolean;
}

function RowCover({ track, isCurrent, moves, isDimmed }: RowCoverProps) {
  return (
    <span className="relative shrink-0">
      <Cover
        src={track.coverImageUrl}
        seed={track._id}
        size={48}
        placeholder={track.placeholder}
        className={classNames("rounded-md", isDimmed && "opacity-50")}
      />
      {!isDimmed && (
        <span
          className={classNames(
            "absolute inset-0 grid place-items-center rounded-md bg-scrim text-on-dye transition-opacity",
            isCurrent ? "opacity-100" : "opacity-0 group-hover:opacity-100 group-focus-within:opacity-100",
          )}
        >
          {moves ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
        </span>
      )}
    </span>
  );
}
