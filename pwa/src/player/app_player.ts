import type { StreamGrant } from "@contract/listening.ts";
import { api } from "../lib/api.ts";
import { ApiError } from "../lib/api_error.ts";
import { appOutbox } from "../lib/app_outbox.ts";
import { coverAt } from "../lib/cover_url.ts";
import { watchDataUsed } from "../lib/data_used.ts";
import { onPersonLeft } from "../lib/person_left.ts";
import { watchPremium } from "../lib/premium.ts";
import { getSaved, savedUrl, startSaved } from "../lib/saved/app_saved.ts";
import type { Player } from "./player.ts";
import { startPlayer } from "./start.ts";
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
    coverAt: ({ coverImageUrl }, size) => coverAt(coverImageUrl, size) ?? coverImageUrl,
  });
  onPersonLeft(started.close);
  return started;
}

async function getStreamUrl(trackId: string, quality: string): Promise<string> {
  try {
    const grant = await api<StreamGrant>(`/api/v1/stream/${trackId}?quality=${quality}`);
    return grant.streamUrl;
  } catch (error) {
    throw await lockedRefusal(trackId, error) ?? error;
  }
}

/** Without a network a saved track that is locked would seem to wait for it: the listener is told why. */
async function lockedRefusal(trackId: string, error: unknown): Promise<ApiRefusal | undefined> {
  const { tracks = [], taste, lock = taste && !taste.trackIds.includes(trackId) ? "premium_ended" : undefined } =
    getSaved() ?? {};
  const isSaved = tracks.some((track) => track.trackId === trackId && track.state === "saved");
  if (!lock || !isSaved || !(error instanceof ApiError && error.kind === "network")) return undefined;
  const { LOCK_TEXTS } = await import("../lib/saved/licence.ts");
  return { status: 403, text: LOCK_TEXTS[lock] };
}

interface ApiRefusal {
  status: number;
  text: string;
}
