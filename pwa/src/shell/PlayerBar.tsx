import { ChevronUp, SkipBack, SkipForward, X } from "lucide-react";
import { lazy, useEffect, useRef } from "react";
import { useMedia } from "../lib/use_media.ts";
import { ShortEarningLine } from "../listening/EarningLine.tsx";
import { classNames } from "../ui/class_names.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { Cover } from "../ui/Cover.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import type { PlayerView, ShownTrack } from "./player_view.ts";
import { PlayingHeart } from "./PlayingHeart.tsx";
import { PlayButton } from "./PlayButton.tsx";
import { RepeatButton, ShuffleButton } from "./QueueOrder.tsx";
import { SeekBar } from "./SeekBar.tsx";
import { PLAYER } from "./to_player.ts";
import { useRoom } from "./use_room.ts";
import { VolumeControl } from "./VolumeControl.tsx";

const WideButtons = lazy(() => import("./WideButtons.tsx").then((module) => ({ default: module.WideButtons })));

interface PlayerBarProps {
  player: PlayerView;
  track: ShownTrack;
  /** What keeps the sound away, or undefined. */
  status: string | undefined;
  onExpand(): void;
}

/** The bar at the bottom: a card above the tabs on a phone, the full width from 768 px on. */
export function PlayerBar({ player, track, status, onExpand }: PlayerBarProps) {
  const bar = useRoom<HTMLElement>("--player-bar");
  const isWide = useMedia("(min-width: 48rem)");
  const close = <IconButton label="Close the player" icon={<X size={20} />} onClick={player.close} />;
  return (
    <section
      ref={bar}
      id={PLAYER}
      tabIndex={-1}
      aria-label="Player"
      className="@container fixed inset-x-2 bottom-[calc(var(--tabs)+0.375rem)] z-30 animate-enter overflow-hidden rounded-lg border border-line bg-raised shadow-float md:inset-x-0 md:bottom-0 md:h-(--player) md:rounded-none md:border-x-0 md:border-b-0"
    >
      <PositionLine player={player} />
      <div className="grid min-h-16 grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1 py-1 pr-1.5 pl-2 @max-[15rem]:grid-cols-1 md:h-full md:py-0 md:grid-cols-[1fr_minmax(20rem,1.4fr)_1fr] md:gap-6 md:px-5">
        <div className="flex min-w-0 items-center gap-1">
          <TrackLabel track={track} status={status} onExpand={onExpand} />
          {isWide && <PlayingHeart key={track.id} track={track} />}
        </div>
        <div className="flex flex-col md:gap-1">
          <div className="flex items-center justify-center md:gap-2">
            {isWide && <ShuffleButton size={20} />}
            <IconButton
              label="Previous"
              icon={<SkipBack size={20} fill="currentColor" />}
              onClick={player.previous}
              className="hidden! md:inline-grid!"
            />
            <PlayButton player={player} />
            <IconButton label="Next" icon={<SkipForward size={20} fill="currentColor" />} onClick={player.next} />
            {isWide ? <RepeatButton size={20} /> : close}
          </div>
          <div className="hidden md:block">
            <SeekBar player={player} />
          </div>
        </div>
        {isWide && (
          <div className="flex items-center justify-end">
            <Deferred>
              <WideButtons trackId={track.id} />
            </Deferred>
            <div className="mx-2 hidden lg:block">
              <VolumeControl player={player} />
            </div>
            <IconButton
              label="Open Now Playing"
              icon={<ChevronUp size={22} />}
              aria-haspopup="dialog"
              onClick={onExpand}
            />
            {close}
          </div>
        )}
      </div>
    </section>
  );
}

function TrackLabel({ track, status, onExpand }: Omit<PlayerBarProps, "player">) {
  return (
    <button
      type="button"
      onClick={onExpand}
      aria-haspopup="dialog"
      className="flex min-w-0 items-center gap-3 rounded-md text-left -outline-offset-2"
    >
      <Cover
        key={track.id}
        src={track.coverImageUrl}
        seed={track.id}
        size={48}
        placeholder={track.placeholder}
        priority
        className="shrink-0 rounded-md md:scale-115 md:mx-1"
      />
      <span className="min-w-0">
        <span className="sr-only">Open Now Playing:</span>
        <span className="block truncate text-sm font-semibold">{track.title}</span>
        <span
          className={classNames(
            "text-xs",
            status ? "line-clamp-3 font-medium text-accent" : "block text-ink-soft",
          )}
        >
          {status ? firstSentence(status) : (
            <>
              <span className="block truncate">{track.artist}</span>
              <ShortEarningLine />
            </>
          )}
        </span>
      </span>
    </button>
  );
}

/** The bar has room for why; the opened player says in full what can be done about it. */
function firstSentence(text: string): string {
  return text.split(/(?<=\.) /)[0] ?? text;
}

/** The thin line on the phone's bar; written to the element directly, because it moves all the time. */
function PositionLine({ player: { subscribeTime, duration } }: { player: PlayerView }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() =>
    subscribeTime((seconds) => {
      const share = duration > 0 ? Math.min(1, seconds / duration) : 0;
      if (line.current) line.current.style.transform = `scaleX(${share})`;
    }), [subscribeTime, duration]);
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-2 bottom-0 h-0.5 overflow-hidden rounded-full bg-ink/15 md:hidden"
    >
      <div ref={line} className="size-full origin-left bg-primary" />
    </div>
  );
}
