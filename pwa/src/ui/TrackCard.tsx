import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { Cover } from "./Cover.tsx";
import { Duration } from "./Duration.tsx";
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
  actions?: ReactNode | undefined;
}

/** One track as a card of a grid (`<li>`): see `TRACK_GRID` for the grid it stands in. */
export function TrackCard({ track, isCurrent, isPlaying, onToggle, unavailable, priority, actions }: TrackCardProps) {
  const moves = isCurrent && isPlaying;
  return (
    <li className="group min-w-0">
      <div className="relative mb-2.5">
        <Cover
          src={track.coverImageUrl}
          seed={track._id}
          size="(min-width: 80rem) 13rem, (min-width: 48rem) 25vw, 46vw"
          placeholder={track.placeholder}
          priority={priority ?? false}
          className={classNames(
            "w-full rounded-lg shadow-lift transition duration-200",
            isCurrent && "ring-2 ring-primary",
            unavailable && "opacity-50",
          )}
        />
        <IconButton
          look="solid"
          label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}
          icon={moves
            ? <Pause size={20} fill="currentColor" />
            : <Play size={20} fill="currentColor" className="ml-0.5" />}
          onClick={onToggle}
          disabled={!!unavailable}
          className={classNames(
            "absolute right-2.5 bottom-2.5 shadow-float",
            !isCurrent &&
              "hover-device:translate-y-1 hover-device:opacity-0 group-focus-within:translate-y-0! group-focus-within:opacity-100! group-hover:translate-y-0! group-hover:opacity-100!",
          )}
        />
      </div>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className={classNames("flex items-center gap-2 leading-snug font-semibold", isCurrent && "text-accent")}>
            <span className="truncate">{track.title}</span>
            {isCurrent && <Equalizer moving={isPlaying} />}
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
        </div>
        {actions && <div className="-mr-2 flex shrink-0">{actions}</div>}
      </div>
    </li>
  );
}

/** The classes of the list that track cards stand in. */
export const TRACK_GRID = "grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5";
