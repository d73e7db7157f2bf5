import { lazy, useEffect, useRef, useState } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { useNavigate } from "react-router-dom";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { appPlayer } from "../player/app_player.ts";
import { announce } from "../ui/live_region.ts";
import type { PlayerView } from "./player_view.ts";
import { PlayerBar } from "./PlayerBar.tsx";
import { useOpenNowPlaying, useOpenSheet, useOverPage } from "./player_sheets.ts";
import { PlayerSheets } from "./PlayerSheets.tsx";
import { usePanel, useShowFromPlayer } from "./side_panel.ts";
import { useShortcuts } from "./shortcuts.ts";
import { SkipToPlayer } from "./SkipToPlayer.tsx";
import { goToPlayer } from "./to_player.ts";

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
