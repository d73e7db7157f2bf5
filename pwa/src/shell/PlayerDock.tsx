import { lazy, type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { createPortal } from "react-dom";
import { Deferred } from "../ui/Deferred.tsx";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { appPlayer } from "../player/app_player.ts";
import { announce } from "../ui/live_region.ts";
import type { PlayerView } from "./player_view.ts";
import { PlayerBar } from "./PlayerBar.tsx";
import { useOpenNowPlaying, useOpenSheet, useOverPage } from "./player_sheets.ts";
import { usePanel, useShowFromPlayer } from "./side_panel.ts";
import { useShortcuts } from "./shortcuts.ts";
import { goToPlayer, PLAYER } from "./to_player.ts";

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
