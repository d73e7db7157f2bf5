import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { Cover } from "./Cover.tsx";
import { Duration } from "./Duration.tsx";
import { EarlyAccessMark } from "./EarlyAccessMark.tsx";
import { Equalizer } from "./Equalizer.tsx";
import { IconButton } from "./IconButton.tsx";
import { SavedMark } from "./SavedMark.tsx";
import type { ShownTrack } from "./TrackRow.tsx";

interface TrackCardProps {
  track: ShownTrack & { genre?: string };
  isCurrent: boolean;
  isPlaying: boolean;
  onToggle(): void;
  unavailable?: string | undefined;
  isSaved?: boolean | undefined;
  /** For the first cards of a screen. */
  priority?: boolean;
  /** Beside the words, such as Share and a menu. */
  actions?: ReactNode | undefined;
}

/** One track as a card of a grid (`<li>`): `TRACK_GRID` is its grid. The whole cover plays. */
export function TrackCard(props: TrackCardProps) {
  const { track, isCurrent, isPlaying, unavailable, isSaved, actions } = props;
  return (
    <li data-track={track._id} className="group min-w-0">
      <CardCover {...props} />
      <p className={classNames("flex items-start gap-2 leading-snug font-semibold", isCurrent && "text-accent")}>
        <span className="line-clamp-2 min-w-0 wrap-anywhere">{track.title}</span>
        {isCurrent && <Equalizer moving={isPlaying} />}
      </p>
      <div className="flex items-start">
        <div className="min-w-0 flex-1 pt-0.5">
          <p className="flex items-center text-sm text-ink-soft">
            {isSaved && <SavedMark />}
            <span className="truncate">{track.artist}</span>
          </p>
          <p className="mt-0.5 truncate text-xs text-ink-faint">
            {unavailable ?? (
              <>
                {track.genre && <span className="capitalize">{track.genre} ·&nbsp;</span>}
                <Duration seconds={track.durationSeconds} />
              </>
            )}
          </p>
          <EarlyAccessMark track={track} />
        </div>
        {actions && <div className="-mr-2 flex shrink-0 *:w-9">{actions}</div>}
      </div>
    </li>
  );
}

/** The play button leaves the lower edge free: there many covers have their title. */
function CardCover({ track, isCurrent, isPlaying, onToggle, unavailable, priority }: TrackCardProps) {
  const moves = isCurrent && isPlaying;
  return (
    <div className="relative mb-2.5">
      <Cover
        src={track.coverImageUrl}
        seed={track._id}
        size={COVER_WIDTHS}
        placeholder={track.placeholder}
        priority={priority ?? false}
        className={classNames(
          "w-full rounded-lg shadow-lift transition duration-200",
          isCurrent && "ring-3 ring-primary",
          unavailable && "opacity-50",
        )}
      />
      {/* For fingers and pointers: the same as the button, which has the name and the focus. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={onToggle}
        disabled={!!unavailable}
        className="absolute inset-0 rounded-lg"
      />
      <IconButton
        look={isCurrent ? "solid" : "veiled"}
        label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}
        icon={moves
          ? <Pause size={20} fill="currentColor" />
          : <Play size={20} fill="currentColor" className="ml-0.5" />}
        onClick={onToggle}
        disabled={!!unavailable}
        className={classNames(
          "absolute top-2 right-2",
          !isCurrent && "group-hover:bg-primary group-hover:text-on-primary",
        )}
      />
    </div>
  );
}

/** The classes of a list of track cards. */
export const TRACK_GRID = "cover-grid gap-x-4 gap-y-7";
/** How wide a cover is in that grid, as a `sizes` text; `pwa/ask_early.js` says the same. */
export const COVER_WIDTHS = "(min-width: 80rem) 13rem, (min-width: 48rem) 25vw, 46vw";
