import type { Event } from "../../store/log/event.ts";

/** Tokens that left the giver's shard are with the artist: once, in the artist's shard. */
export type GiftArrived = Event<"GiftArrived", Between & { readonly units: number }>;

/**
 * What pays for tokens that go back has left the artist's shard; what the artist no longer had is Orin's claim. The giver's
 * shard notes it as `GiftRefunded`.
 */
export type GiftTakenBack = Event<
  "GiftTakenBack",
  Between & { readonly takenUnits: number; readonly owedUnits: number }
>;

type Between = { readonly giftId: string; readonly giverId: string; readonly artistId: string };

export type BetweenEvent = GiftArrived | GiftTakenBack;

/** The stream of a gift from another shard, in the ledger's log of its artist. */
export function arrivalStream(giftId: string): string {
  return `gift_in/${giftId}`;
}
