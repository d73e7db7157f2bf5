import type { LicenceKind } from "../../contract/offline.ts";
import type { Event } from "../../store/log/event.ts";

/**
 * A device may play what it has saved without asking, for a stretch of time [from, until), epoch ms. A taste is for
 * `limit` songs alone, which `TasteSongSaved` names; an event without a kind is one of Premium.
 */
export type OfflineLicenceIssued = Event<"OfflineLicenceIssued", {
  readonly userId: string;
  readonly deviceId: string;
  readonly from: number;
  readonly until: number;
  readonly kind?: LicenceKind;
  readonly limit?: number;
}>;

/** Someone without Premium saves a song: it has one of the few places from `at` on, epoch ms. */
type TasteSongSaved = Event<
  "TasteSongSaved",
  { readonly userId: string; readonly trackId: string; readonly at: number }
>;

/** It may no longer be played offline; its place is free once it has had it for a while. */
type TasteSongRemoved = Event<
  "TasteSongRemoved",
  { readonly userId: string; readonly trackId: string; readonly at: number }
>;

export type TasteEvent = TasteSongSaved | TasteSongRemoved;

/** The stream of the songs that a listener has saved without Premium, in the log `plays/<shard>`. */
export function tasteStream(userId: string): string {
  return `taste/${userId}`;
}

/** The stream of a listener's licences, in the log `plays/<shard>`. */
export function offlineLicenceStream(userId: string): string {
  return `offline_licence/${userId}`;
}
