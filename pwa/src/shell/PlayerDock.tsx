import { ChevronUp, SkipBack, SkipForward, X } from "lucide-react";
import { lazy, type MouseEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router-dom";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { useMedia } from "../lib/use_media.ts";
import { ShortEarningLine } from "../listening/EarningLine.tsx";
import { appPlayer } from "../player/app_player.ts";
import { Cover } from "../ui/Cover.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { classNames } from "../ui/class_names.ts";
import { announce } from "../ui/live_region.ts";
import { PlayButton, PlayingHeart, VolumeControl } from "./PlayingControls.tsx";
import { RepeatButton, ShuffleButton } from "./QueueOrder.tsx";
import { SeekBar } from "./SeekBar.tsx";
import { useOpenNowPlaying, useOpenSheet, useOverPage } from "./player_sheets.ts";
import type { PlayerView, ShownTrack } from "./player_view.ts";
import { useShortcuts } from "./shortcuts.ts";
import { usePanel, useShowFromPlayer } from "./side_panel.ts";
import { useRoom } from "./use_room.ts";

const NowPlaying = lazy(() => import("./NowPlaying.tsx").then((module) => ({ default: module.NowPlaying })));
const SidePanel = lazy(() => import("./SidePanel.tsx").then((module) => ({ default: module.SidePanel })));
const ShortcutsHelp = lazy(() => import("./ShortcutsHelp.tsx").then((module) => ({ default: module.ShortcutsHelp })));
const StillListening = lazy(() =>
  import("./StillListening.tsx").then((module) => ({ default: module.StillListening }))
);

/** The player's bar and full screen, wherever one is; hidden while there is no track. */
export function PlayerDock({ player }: { player: PlayerView }) {
  const { track } = player;
  const { nowPlaying, close } = useOverPage();
  const openNowPlaying = useOpenNowPlaying();
  const status = useStatus(player);
  const help = useKeys(player);
  const panel = usePanel();
  useBusy("playing", player.playing);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (track) dataset.player = "open";
    else delete dataset.player;
  }, [track]);
  useEffect(() => {
    if (track) announce(`Now playing ${track.title} by ${track.artist}`);
  }, [track?.id]);
  useEffect(() => {
    if (player.isElsewhere) announce("Playing in another tab");
  }, [player.isElsewhere]);
  if (!track) return help;
  return (
    <>
      {help}
      <SkipToPlayer />
      <PlayerBar player={player} track={track} status={status} onExpand={openNowPlaying} />
      {nowPlaying && (
        <Deferred>
          <NowPlaying player={player} track={track} status={status} onClose={close} />
        </Deferred>
      )}
      <PlayerSheets />
      {panel && (
        <Deferred>
          <SidePanel panel={panel} />
        </Deferred>
      )}
      {player.asksWhetherHeard && (
        <Deferred>
          <StillListening onGoOn={player.toggle} />
        </Deferred>
      )}
    </>
  );
}

function useStatus({ error, waiting, playing }: PlayerView): string | undefined {
  const isOnline = useOnline();
  if (error) return error;
  if (waiting && playing) return isOnline ? "Loading..." : "Waiting for network";
  return undefined;
}

function useKeys(player: PlayerView) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const navigate = useNavigate();
  const openSheet = useOpenSheet();
  const showFromPlayer = useShowFromPlayer();
  const position = useRef(0);
  const loudness = useRef(80);
  const { subscribeTime } = player;
  useEffect(() => subscribeTime((seconds) => void (position.current = seconds)), [subscribeTime]);
  useShortcuts({
    player: player.track ? player : undefined,
    position: () => position.current,
    toggleMute() {
      if (player.volume > 0) loudness.current = player.volume;
      player.setVolume(player.volume > 0 ? 0 : loudness.current);
    },
    search: () => navigate("/search"),
    showQueue: () => showFromPlayer("queue"),
    sleep: () => openSheet("sleep"),
    goToPlayer,
    shuffle: () => void import("../player/queue.ts").then(({ toggleShuffle }) => toggleShuffle(appPlayer())),
    help: () => setHelpOpen(true),
  });
  return isHelpOpen && (
    <Deferred>
      <ShortcutsHelp onClose={() => setHelpOpen(false)} />
    </Deferred>
  );
}

const QueueSheet = lazy(() => import("./QueueSheet.tsx").then((module) => ({ default: module.QueueSheet })));
const LyricsSheet = lazy(() => import("./LyricsSheet.tsx").then((module) => ({ default: module.LyricsSheet })));
const SleepSheet = lazy(() => import("./SleepSheet.tsx").then((module) => ({ default: module.SleepSheet })));
const SpeedSheet = lazy(() => import("./SpeedSheet.tsx").then((module) => ({ default: module.SpeedSheet })));
const PlayingSheet = lazy(() => import("./PlayingSheet.tsx").then((module) => ({ default: module.PlayingSheet })));

/** The queue, the lyrics, the sleep timer, or what else there is for the song that plays, where one is open. */
function PlayerSheets() {
  const { sheet, close } = useOverPage();
  return (
    <Deferred>
      {sheet === "queue" && <QueueSheet onClose={close} />}
      {sheet === "lyrics" && <LyricsSheet onClose={close} />}
      {sheet === "more" && <PlayingSheet onClose={close} />}
      {sheet === "speed" && <SpeedSheet onClose={close} />}
      {sheet === "sleep" && <SleepSheet onClose={close} />}
    </Deferred>
  );
}

/** Before everything else: the shell, whose skip link is the next, is on the first screen and knows no player. */
const place = document.createElement("div");

/** For keys: from the start of the page to the player at its end, behind a hundred covers. */
function SkipToPlayer() {
  useEffect(() => {
    document.body.prepend(place);
    return () => place.remove();
  }, []);
  const skip = (event: MouseEvent) => {
    // No entry of the history: Back leads to the screen before.
    event.preventDefault();
    goToPlayer();
  };
  return createPortal(
    <a
      href={`#${PLAYER}`}
      onClick={skip}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-full bg-primary px-5 py-3 text-sm font-semibold text-on-primary focus:translate-y-0"
    >
      Skip to player
    </a>,
    place,
  );
}

const WideButtons = lazy(() => import("./WideButtons.tsx").then((module) => ({ default: module.WideButtons })));

interface PlayerBarProps {
  player: PlayerView;
  track: ShownTrack;
  /** What keeps the sound away, or undefined. */
  status: string | undefined;
  onExpand(): void;
}

/** The bar at the bottom: a card above the tabs on a phone, the full width from 768 px on. */
function PlayerBar({ player, track, status, onExpand }: PlayerBarProps) {
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

/** The id of the player's bar. */
const PLAYER = "player";

let left: HTMLElement | undefined;

/** Puts the focus on the player's bar, or from there back to where it was. */
function goToPlayer(): void {
  const bar = document.getElementById(PLAYER);
  const { activeElement: now } = document;
  if (!bar?.contains(now)) {
    left = now instanceof HTMLElement && now !== document.body ? now : undefined;
    bar?.focus({ preventScroll: true });
  } else (left?.isConnected ? left : document.getElementById("content"))?.focus();
}
