import type { Track } from "@contract/catalogue.ts";
import { useEffect } from "react";
import { earlyAccessOf, isClosed } from "../lib/early_access.ts";
import { createStore, useStore } from "../lib/store.ts";
import type { Player } from "../player/player.ts";
import { type PlayerErrorCode, toPlayerTrack } from "../player/types.ts";
import { toast } from "../ui/toast.ts";

/** What lists show of the player. */
interface Playing {
  trackId: string | undefined;
  /** Sound comes, or is meant to. */
  isPlaying: boolean;
  /** Where the queue was started. */
  source: string;
  errorCode: PlayerErrorCode | undefined;
}

const playing = createStore<Playing>({ trackId: undefined, isPlaying: false, source: "", errorCode: undefined });
let loading: Promise<Player> | undefined;

/** What plays now, for highlighting it in a list. The player's code comes behind the first paint. */
export function usePlaying(): Playing {
  useEffect(() => {
    loadPlayer().catch(() => undefined);
  }, []);
  return useStore(playing);
}

/**
 * Plays the track at `index` of the list, which becomes the queue; pauses or goes on where it is the current one.
 * What is for Premium alone is left out: the next one that may be heard plays.
 */
export async function togglePlay(tracks: readonly Track[], { index, source }: { index: number; source: string }) {
  const queue = tracks.filter((track) => !isClosed(track));
  const track = tracks.slice(index).find((track) => !isClosed(track));
  if (!track) return void toast(tracks[index] && earlyAccessOf(tracks[index])?.text || "There are no songs to play.");
  const player = await loadPlayer().catch(() => undefined);
  if (!player) return void toast("The player could not be loaded. Please try again.", "error");
  if (player.state.get().track?.id === track._id) player.toggle();
  else player.playTrack(queue.map(toPlayerTrack), queue.indexOf(track), source);
}

/** Plays a list in a mixed order; switching shuffle off in the player brings its own order back. */
export async function playShuffled(tracks: readonly Track[], source: string): Promise<void> {
  const queue = tracks.filter((track) => !isClosed(track));
  if (queue.length === 0) return void toast("There are no songs to play.");
  const player = await loadPlayer().catch(() => undefined);
  if (!player) return void toast("The player could not be loaded. Please try again.", "error");
  const { shuffleAll } = await import("../player/queue.ts");
  shuffleAll(player, queue.map(toPlayerTrack), { source });
}

/** Puts a track behind the one that plays; where nothing plays, it is the queue. */
export async function queueNext(track: Track): Promise<void> {
  const player = await loadPlayer().catch(() => undefined);
  if (!player) return void toast("The player could not be loaded. Please try again.", "error");
  const { playNext } = await import("../player/queue.ts");
  playNext(player, [toPlayerTrack(track)]);
  void toast(`${track.title} plays next.`);
}

/** Puts a track at the end of the queue; where nothing plays, it is the queue. */
export async function queueLast(track: Track): Promise<void> {
  const player = await loadPlayer().catch(() => undefined);
  if (!player) return void toast("The player could not be loaded. Please try again.", "error");
  const { addToEnd } = await import("../player/queue.ts");
  addToEnd(player, [toPlayerTrack(track)]);
  void toast(`${track.title} is in the queue.`);
}

/** Plays on where the service had refused, once it lets. */
export async function playOn(): Promise<void> {
  const player = await loadPlayer().catch(() => undefined);
  player?.play();
}

/** Makes room for another sound. */
export async function pausePlaying(): Promise<void> {
  const player = await loadPlayer().catch(() => undefined);
  if (player?.state.get().playing) player.pause();
}

function loadPlayer(): Promise<Player> {
  loading ??= import("../player/app_player.ts").then(({ appPlayer }) => follow(appPlayer()));
  loading.catch(() => loading = undefined);
  return loading;
}

function follow(player: Player): Player {
  const show = () => {
    const { track, playing: isPlaying, source, error } = player.state.get();
    const [was, now] = [playing.get(), { trackId: track?.id, isPlaying, source, errorCode: error?.code }];
    const isSame = was.trackId === now.trackId && was.isPlaying === isPlaying && was.source === source &&
      was.errorCode === now.errorCode;
    if (!isSame) playing.set(now);
  };
  player.state.subscribe(show);
  show();
  return player;
}
