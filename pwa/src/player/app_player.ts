import type { StreamGrant } from "@contract/listening.ts";
import { api } from "../lib/api.ts";
import { appOutbox } from "../lib/app_outbox.ts";
import { coverAt } from "../lib/cover_url.ts";
import type { Player } from "./player.ts";
import { startPlayer } from "./start.ts";
import { usePlayer } from "./use_player.ts";

let player: Player | undefined;

/** The player of this page: made by the first call, and there for as long as the page is. */
export function appPlayer(): Player {
  return player ??= startPlayer({
    outbox: appOutbox(),
    getStreamUrl,
    coverAt: ({ coverImageUrl }, size) => coverAt(coverImageUrl, size) ?? coverImageUrl,
  });
}

/** The page's player in a component. */
export function useAppPlayer(): ReturnType<typeof usePlayer> {
  return usePlayer(appPlayer());
}

async function getStreamUrl(trackId: string, quality: string): Promise<string> {
  const grant = await api(`/api/v1/stream/${trackId}?quality=${quality}`, { reader: { parse: readGrant } });
  return grant.streamUrl;
}

/** By hand, because the player comes with the first screen and the schema library does not. */
function readGrant(value: unknown): Pick<StreamGrant, "streamUrl"> {
  const isGrant = typeof value === "object" && value !== null && "streamUrl" in value;
  if (!isGrant || typeof value.streamUrl !== "string") throw new TypeError("Expected a stream grant");
  return { streamUrl: value.streamUrl };
}
