import type { Hearted } from "../../contract/playlists.ts";

/** Someone keeps a track among their liked songs, or an artist among their favourites. */
type HeartGiven = { readonly type: "HeartGiven"; readonly data: Heart };

type HeartTaken = { readonly type: "HeartTaken"; readonly data: Heart };

type Heart = { readonly userId: string; readonly kind: Hearted; readonly targetId: string };

export type HeartEvent = HeartGiven | HeartTaken;

/** The stream of someone's heart for one thing, in the log `social`. */
export function heartStream({ userId, kind, targetId }: HeartEvent["data"]): string {
  return `heart/${userId}/${kind}/${targetId}`;
}
