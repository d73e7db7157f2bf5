import type { Event } from "../../store/log/event.ts";

/**
 * A gift arrived and settles until a moment (epoch ms): by card the payer's bank may still take it back, and of tokens the
 * giver or an admin may stop it. `youngUntil`: the money is of a card so new that its bank may take it back until then.
 */
type GiftHeld = Event<"GiftHeld", HeldPart & { readonly until: number; readonly youngUntil?: number }>;

type HeldPart = { readonly artistId: string; readonly giftId: string; readonly units: number };

/** What was left of it is available. */
type GiftSettled = Event<"GiftSettled", HeldPart & { readonly transferId: string }>;

/** It paid for a gift that went back to its giver: itself, or another one that the artist had spent. */
type HeldGiftTaken = Event<"HeldGiftTaken", HeldPart & { readonly forGiftId: string }>;

/** While the payer's bank disputes the payment, nothing of the gift settles. */
type HeldGiftFrozen = Event<"HeldGiftFrozen", { readonly artistId: string; readonly giftId: string }>;

/** The dispute is over, and the gift settles when its time comes. */
type HeldGiftReleased = Event<"HeldGiftReleased", { readonly artistId: string; readonly giftId: string }>;

/** The giver or an admin stopped tokens that settle: a case that ends at `until` (epoch ms), with or without a decision. */
type HeldGiftStopped = Event<"HeldGiftStopped", {
  readonly artistId: string;
  readonly giftId: string;
  readonly by: "giver" | "admin";
  readonly until: number;
}>;

/** An admin has looked at a stopped gift: it settles now. */
export type HeldGiftLetGo = Event<
  "HeldGiftLetGo",
  { readonly artistId: string; readonly giftId: string; readonly until: number }
>;

export type HoldEvent =
  | GiftHeld
  | GiftSettled
  | HeldGiftTaken
  | HeldGiftFrozen
  | HeldGiftReleased
  | HeldGiftStopped
  | HeldGiftLetGo;

/** The kind of proposal that lets a stopped gift go. */
export const GIFT_LET_GO = "gift_let_go";

/** The stream of an artist's held gifts, in the log of their ledger. */
export function holdStream(artistId: string): string {
  return `held_gifts/${artistId}`;
}
