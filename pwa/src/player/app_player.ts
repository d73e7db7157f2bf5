import { getRadio as getRadioCall, streamTrack } from "@contract/calls/catalogue.ts";
import { ask } from "../lib/ask.ts";
import { ApiError } from "../lib/api_error.ts";
import { appOutbox } from "../lib/app_outbox.ts";
import { coverAt } from "../lib/cover_url.ts";
import { savesData } from "../lib/data_saver.ts";
import { watchDataUsed } from "../lib/data_used.ts";
import { onPersonLeft } from "../lib/person_left.ts";
import { watchPremium } from "../lib/premium.ts";
import { getSaved as readSaved, savedUrl, startSaved } from "../lib/saved/app_saved.ts";
import type { Player } from "./player.ts";
import { startPlayer } from "./start.ts";
import { type PlayerTrack, toPlayerTrack } from "./types.ts";
import { usePlayer } from "./use_player.ts";

let player: Player | undefined;

/** The player of this page: made by the first call, and there for as long as the page is. */
export function appPlayer(): Player {
  return player ??= start();
}

/** The page's player in a component. */
export function useAppPlayer(): ReturnType<typeof usePlayer> {
  return usePlayer(appPlayer());
}

function start(): Player {
  startSaved();
  watchPremium();
  watchDataUsed();
  const started = startPlayer({
    outbox: appOutbox(),
    getStreamUrl,
    savedUrl,
    getNear: (trackId, seed) => getRadio(`track:${trackId}`, seed),
    getSaved,
    coverAt: ({ coverImageUrl }, size) => coverAt(coverImageUrl, size) ?? coverImageUrl,
  });
  onPersonLeft(started.close);
  return started;
}

/** Songs near `track:{id}`, `artist:{id}` or `playlist:{id}`; the same seed gives the same order. */
export async function getRadio(from: string, seed: string): Promise<PlayerTrack[]> {
  const limit = savesData() ? 15 : 30;
  const { tracks } = await ask(getRadioCall, { query: { from, seed, limit } });
  return tracks.map((track) => ({ ...toPlayerTrack(track), reason: track.reason }));
}

function getSaved(): PlayerTrack[] {
  const tracks = readSaved()?.tracks ?? [];
  return tracks.filter(({ trackId }) => savedUrl(trackId)).map(({ track }) => toPlayerTrack(track));
}

async function getStreamUrl(trackId: string, quality: string, speed: number): Promise<string> {
  try {
    const grant = await ask(streamTrack, { trackId, query: { quality, speed: speed === 1 ? undefined : speed } });
    return grant.streamUrl;
  } catch (error) {
    throw await lockedRefusal(trackId, error) ?? error;
  }
}

/** Without a network a saved track that is locked would seem to wait for it: the listener is told why. */
async function lockedRefusal(trackId: string, error: unknown): Promise<ApiRefusal | undefined> {
  const { tracks = [], taste, withheld = [], lock: all } = readSaved() ?? {};
  const isLeftOut = taste && !taste.trackIds.includes(trackId);
  const lock = all ?? (withheld.includes(trackId) ? "withheld" : isLeftOut ? "premium_ended" : undefined);
  const isSaved = tracks.some((track) => track.trackId === trackId && track.state === "saved");
  if (!lock || !isSaved || !(error instanceof ApiError && error.kind === "network")) return undefined;
  const { lockText } = await import("../lib/saved/licence.ts");
  return { status: 403, text: lockText(lock, false) };
}

interface ApiRefusal {
  status: number;
  text: string;
}
