import type { FavouriteKind } from "../../contract/playlists.ts";
import type { Event } from "../../store/log/event.ts";

/** Someone keeps a track among their liked songs, or an artist among their favourites. */
type HeartGiven = Event<"HeartGiven", Heart>;

type HeartTaken = Event<"HeartTaken", Heart>;

type Heart = { readonly userId: string; readonly kind: FavouriteKind; readonly targetId: string };

export type HeartEvent = HeartGiven | HeartTaken;

/** The stream of someone's heart for one thing, in the log `social`. */
export function heartStream({ userId, kind, targetId }: HeartEvent["data"]): string {
  return `heart/${userId}/${kind}/${targetId}`;
}
