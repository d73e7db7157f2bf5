import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { MaybeEarly } from "../lib/early_access.ts";
import { formatDuration } from "../lib/format.ts";
import { classNames } from "./class_names.ts";
import { Cover } from "./Cover.tsx";
import { Duration } from "./Duration.tsx";
import { EarlyAccessMark } from "./EarlyAccessMark.tsx";
import { Equalizer } from "./Equalizer.tsx";
import { SavedMark } from "./SavedMark.tsx";

/** What rows and cards show of a track; `Track` of the contract fits. */
export interface ShownTrack extends MaybeEarly {
  _id: string;
  title: string;
  artist: string;
  durationSeconds: number;
  coverImageUrl: string;
  placeholder?: string | undefined;
}

/** Widths of columns that a row and its heading share. */
export const TABLE_COLUMNS = { artist: "w-28 shrink-0", duration: "w-15 shrink-0 text-center" } as const;

interface TrackRowProps {
  track: ShownTrack;
  /** Where its container has room, artist and length are columns. */
  hasColumns?: boolean | undefined;
  /** A fact under the title of a table's row; `detail` says it where the row has no columns. */
  underTitle?: string | undefined;
  /** The row's place in a ranking or album. */
  number?: number | undefined;
  /** Under the number, such as how many places it rose. */
  underNumber?: ReactNode | undefined;
  isCurrent: boolean;
  isPlaying: boolean;
  onToggle(): void;
  /** Where the title leads; then the cover alone is the play button. */
  to?: string | undefined;
  /** Says why the row cannot be played now, such as "Not saved for offline"; the cover is dimmed. */
  unavailable?: string | undefined;
  /** The song is on this device: a mark before the artist says so. */
  isSaved?: boolean | undefined;
  /** More facts after the artist, such as the genre or what a play earned. */
  detail?: ReactNode | undefined;
  /** Buttons and menus at the end. */
  actions?: ReactNode | undefined;
  /** A line of its own below the rest. */
  below?: ReactNode | undefined;
}

/** One track as a row of a list (`<li>`); cover and title together are the play button, unless the title leads on. */
export function TrackRow(props: TrackRowProps) {
  const { track, number, underNumber, isCurrent, actions, below, hasColumns = false } = props;
  return (
    <li
      role="listitem"
      data-track={track._id}
      className={classNames(
        "group relative flex min-h-16 items-center gap-2 rounded-lg pr-1 transition-colors hover:bg-ink/6",
        isCurrent && "bg-ink/6",
        below ? "flex-wrap" : undefined,
        "[contain-intrinsic-size:auto_4rem] [content-visibility:auto]",
      )}
    >
      {number !== undefined && (
        <span
          className={classNames(
            "w-6 shrink-0 text-sm tabular-nums sm:w-8",
            underNumber === undefined
              ? "text-right text-ink-faint max-sm:-mr-2"
              : "flex flex-col items-center font-bold max-sm:w-8",
          )}
        >
          {number}
          {underNumber}
        </span>
      )}
      <PlayLabel {...props} />
      {hasColumns && (
        <span
          aria-hidden="true"
          className={`${TABLE_COLUMNS.artist} hidden truncate text-sm text-ink-soft @min-[38rem]:block`}
        >
          <bdi>{track.artist}</bdi>
        </span>
      )}
      {/* On a phone the length is seen behind the artist, so that the title keeps its room. */}
      <span
        className={classNames(
          "text-sm text-ink-faint max-sm:sr-only",
          hasColumns && "@min-[38rem]:w-15 @min-[38rem]:shrink-0 @min-[38rem]:text-center",
        )}
      >
        <Duration seconds={track.durationSeconds} />
      </span>
      {actions}
      {below}
    </li>
  );
}

/** Named by what it shows: "Play {title} by {artist}". */
function PlayLabel(props: TrackRowProps) {
  const { track, isCurrent, isPlaying, onToggle, to, unavailable } = props;
  const moves = isCurrent && isPlaying;
  const cover = <RowCover track={track} isCurrent={isCurrent} moves={moves} isDimmed={!!unavailable} />;
  const button = { type: "button", onClick: onToggle, disabled: !!unavailable } as const;
  if (to !== undefined) {
    return (
      <div className="flex min-w-0 flex-1 items-center gap-3 p-2">
        <button {...button} aria-label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}>
          {cover}
        </button>
        <Words {...props} />
      </div>
    );
  }
  return (
    <button
      {...button}
      className="flex min-w-0 flex-1 items-center gap-3 rounded-lg p-2 text-left -outline-offset-2"
    >
      {cover}
      <Words {...props} />
    </button>
  );
}

const TITLE = "line-clamp-2 wrap-anywhere";

function Words(
  { track, isCurrent, isPlaying, to, unavailable, isSaved, detail, underTitle, hasColumns }: TrackRowProps,
) {
  // With columns there is no line below it that needs the room.
  const title = classNames(TITLE, !hasColumns && "sm:line-clamp-1");
  return (
    <span className="min-w-0 flex-1">
      {to === undefined && <span className="sr-only">{isCurrent && isPlaying ? "Pause" : "Play"}</span>}
      <span className={classNames("flex items-center gap-2 font-semibold", isCurrent && "text-accent")}>
        {to === undefined
          ? <span className={title}>{track.title}</span>
          : <Link to={to} className={classNames(title, "underline-offset-4 hover:underline")}>{track.title}</Link>}
        {isCurrent && <Equalizer moving={isPlaying} />}
      </span>
      <span
        className={classNames(
          "flex items-baseline text-sm text-ink-soft",
          hasColumns && !unavailable && !isSaved && "@min-[38rem]:sr-only",
        )}
      >
        {isSaved && <SavedMark />}
        <span className="truncate">
          {unavailable ?? (
            <>
              <span className="sr-only">by</span>
              <bdi>{track.artist}</bdi>
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
      {hasColumns && underTitle && (
        <span aria-hidden="true" className="hidden truncate text-xs text-ink-faint @min-[38rem]:block">
          {underTitle}
        </span>
      )}
      <EarlyAccessMark track={track} />
    </span>
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
    <span className="relative block shrink-0">
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
            "absolute inset-0 m-auto grid size-7 place-items-center rounded-full transition duration-150",
            isCurrent
              ? "bg-primary text-on-primary"
              : "bg-scrim text-on-dye group-hover:bg-primary group-hover:text-on-primary",
          )}
        >
          {moves ? <Pause size={14} fill="currentColor" /> : <Play size={14} fill="currentColor" className="ml-0.5" />}
        </span>
      )}
    </span>
  );
}
