import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { Cover } from "./Cover.tsx";
import { Duration } from "./Duration.tsx";
import { EarlyAccessMark } from "./EarlyAccessMark.tsx";
import { Equalizer } from "./Equalizer.tsx";
import { IconButton } from "./IconButton.tsx";
import type { ShownTrack } from "./TrackRow.tsx";

export interface TrackCardProps {
  track: ShownTrack & { genre?: string };
  isCurrent: boolean;
  isPlaying: boolean;
  onToggle(): void;
  unavailable?: string | undefined;
  /** For the first cards of a screen. */
  priority?: boolean;
  /** A button on the cover's corner, such as Share. */
  corner?: ReactNode | undefined;
  /** Beside the words. */
  actions?: ReactNode | undefined;
}

/** Waits for the pointer where there is one that hovers, and for the focus of the keyboard. */
const ON_HOVER =
  "hover-device:opacity-0 group-focus-within:opacity-100! group-hover:opacity-100! transition-opacity duration-200";

/** One track as a card of a grid (`<li>`): see `TRACK_GRID` for the grid it stands in. The whole cover plays. */
export function TrackCard(props: TrackCardProps) {
  const { track, isCurrent, unavailable, actions } = props;
  return (
    <li className="group min-w-0">
      <CardCover {...props} />
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <p
            className={classNames("line-clamp-2 leading-snug font-semibold wrap-anywhere", isCurrent && "text-accent")}
          >
            {track.title}
          </p>
          <p className="truncate text-sm text-ink-soft">{track.artist}</p>
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
        {actions && <div className="-mt-2 -mr-3 flex shrink-0">{actions}</div>}
      </div>
    </li>
  );
}

function CardCover({ track, isCurrent, isPlaying, onToggle, unavailable, priority, corner }: TrackCardProps) {
  const moves = isCurrent && isPlaying;
  return (
    <div className="relative mb-2.5">
      <Cover
        src={track.coverImageUrl}
        seed={track._id}
        size="(min-width: 80rem) 13rem, (min-width: 48rem) 25vw, 46vw"
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
      {isCurrent && (
        <span className="pointer-events-none absolute bottom-2 left-2 grid size-9 place-items-center rounded-full bg-scrim text-on-dye">
          <Equalizer moving={isPlaying} />
        </span>
      )}
      <IconButton
        look="solid"
        label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}
        icon={moves
          ? <Pause size={20} fill="currentColor" />
          : <Play size={20} fill="currentColor" className="ml-0.5" />}
        onClick={onToggle}
        disabled={!!unavailable}
        className={classNames("absolute right-2 bottom-2 shadow-float", !isCurrent && ON_HOVER)}
      />
      {corner && <div className={classNames("absolute top-1.5 right-1.5", ON_HOVER)}>{corner}</div>}
    </div>
  );
}

/** The classes of the list that track cards stand in. */
export const TRACK_GRID = "cover-grid gap-x-4 gap-y-7";
