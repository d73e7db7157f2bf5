import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A person whom Premium is bought for; their name and address are sealed with the buyer's key. */
type GiftedSeat = {
  /** From 1 on. */
  readonly seat: number;
  readonly name: Sealed;
  readonly email: Sealed;
};

/** Someone goes to the checkout with Premium for others: what is paid for is stored before the payment. */
export type PremiumGiftStarted = Event<"PremiumGiftStarted", {
  /** Of the payment. */
  readonly reference: string;
  readonly giverId: string;
  /** Calendar months for each person. */
  readonly months: number;
  readonly seats: readonly GiftedSeat[];
}>;

/** Someone with the link of a seat took its months: they are given in that person's own shard. */
export type PremiumGiftClaimed = Event<"PremiumGiftClaimed", {
  readonly reference: string;
  readonly seat: number;
  readonly giverId: string;
  /** Who has the months. */
  readonly userId: string;
}>;

/** The buyer wants the link mailed once more. */
export type PremiumGiftSentAgain = Event<
  "PremiumGiftSentAgain",
  { readonly reference: string; readonly seat: number; readonly giverId: string }
>;

/** The buyer has corrected whom a seat is for: a new link goes there, and the one that was mailed before ends. */
export type PremiumGiftReaddressed = Event<"PremiumGiftReaddressed", {
  readonly reference: string;
  readonly seat: number;
  readonly giverId: string;
  readonly name: Sealed;
  readonly email: Sealed;
}>;

export type PremiumGiftEvent =
  | PremiumGiftStarted
  | PremiumGiftClaimed
  | PremiumGiftSentAgain
  | PremiumGiftReaddressed;

/** The stream of Premium for others, in the log `ledger/<shard>` of its buyer, beside that of its payment. */
export function premiumGiftStream(reference: string): string {
  return `premium_gift/${reference}`;
}

/** Under which reference the months of a seat stand in the Premium of who took them. */
export function seatReference(reference: string, seat: number): string {
  return `${reference} ${seat}`;
}

/** The field's name that a seat's name or address is sealed under. */
export function sealedSeatField(reference: string, seat: number, field: "name" | "email"): string {
  return `premium gift ${reference} ${seat} ${field}`;
}

/** The payment behind the reference of a grant, and the seat, where another person paid for several people. */
export function paymentOf(reference: string): { reference: string; seat: number | undefined } {
  const [payment = "", seat] = reference.split(" ");
  return { reference: payment, seat: seat === undefined ? undefined : Number(seat) };
}
