import { MAX_SENT_AGAIN } from "../../contract/premium_gifts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PremiumGiftEvent, PremiumGiftReaddressed } from "./events.ts";
import type { PremiumPayment } from "../state.ts";

interface Seat {
  readonly claimerId?: string;
  readonly sentAgain: number;
  /** How often its address was corrected: a link is of one edition. */
  readonly edition: number;
}

/** Premium for others, as its stream says. */
export interface PremiumGift {
  readonly giverId: string;
  /** For each person. */
  readonly months: number;
  readonly seats: ReadonlyMap<number, Seat>;
}

/** Folds an event into what decisions need to know of Premium for others. */
export function evolveGift(state: PremiumGift | undefined, { type, data }: PremiumGiftEvent): PremiumGift | undefined {
  if (type === "PremiumGiftStarted") {
    const { giverId, months, seats } = data;
    return { giverId, months, seats: new Map(seats.map(({ seat }) => [seat, { sentAgain: 0, edition: 0 }])) };
  }
  const seat = state?.seats.get(data.seat);
  if (!state || !seat) return state;
  const changed = type === "PremiumGiftClaimed" ? { ...seat, claimerId: data.userId } : {
    ...seat,
    sentAgain: seat.sentAgain + 1,
    edition: seat.edition + (type === "PremiumGiftReaddressed" ? 1 : 0),
  };
  return { ...state, seats: new Map([...state.seats, [data.seat, changed]]) };
}

interface PaidGift {
  readonly gift: PremiumGift | undefined;
  readonly payment: Pick<PremiumPayment, "status"> | undefined;
}

interface AtSeat {
  readonly reference: string;
  readonly seat: number;
}

/**
 * The state of a seat for a person who has its link; undefined where there is none, or its address was corrected since.
 */
export function seatStatus(
  { gift, payment }: PaidGift,
  { seat, edition, userId }: { seat: number; edition: number; userId: string | undefined },
) {
  const known = gift?.seats.get(seat);
  if (!known || known.edition !== edition) return undefined;
  if (known.claimerId !== undefined) return known.claimerId === userId ? "yours" : "claimed";
  if (!payment || payment.status === "started") return "unpaid";
  return payment.status === "paid" ? "open" : "stopped";
}

/**
 * A seat goes to one person, once it is paid and while the money is Orin's. The same person again changes nothing.
 * Refuses with `link_invalid`, `gift_claimed`, `payment_unpaid` or `gift_stopped`.
 */
export function decideClaim(
  known: PaidGift,
  { claimerId, edition, ...at }: AtSeat & { claimerId: string; edition: number },
): PremiumGiftEvent[] {
  if (!known.gift) throw linkUnknown();
  const { giverId } = known.gift;
  const status = seatStatus(known, { seat: at.seat, edition, userId: claimerId });
  switch (status) {
    case "yours":
      return [];
    case "open":
      return [{ type: "PremiumGiftClaimed", data: { ...at, giverId, userId: claimerId } }];
    case "claimed":
      throw new Refusal("gift_claimed", "This link has already been used");
    case "unpaid":
      throw new Refusal("payment_unpaid", "This gift is not paid yet. Please try again in a few minutes.");
    case "stopped":
      throw new Refusal("gift_stopped", "This gift is on hold, because its payment was disputed or returned");
    case undefined:
      throw linkUnknown();
  }
}

/** Mails the link of a seat again: to what is open, and at most five times. Refuses as `assertMailable`. */
export function decideSendingAgain(
  known: PaidGift,
  { giverId, ...at }: AtSeat & { giverId: string },
): PremiumGiftEvent[] {
  assertMailable(known, { giverId, ...at });
  return [{ type: "PremiumGiftSentAgain", data: { ...at, giverId } }];
}

/**
 * Corrects a seat's address or name while it is free, and mails a new link there; that counts as sending again.
 * `isSame` says that nothing is corrected, of the edition that was compared; refuses with `conflict` where it is
 * another.
 */
export function decideReaddressing(
  known: PaidGift,
  { seat, isSame, edition }: { seat: PremiumGiftReaddressed["data"]; isSame: boolean; edition: number },
): PremiumGiftEvent[] {
  const { giverId, reference, seat: number } = seat;
  if (isSame && isOwn(known, { giverId, seat: number })) return [];
  assertMailable(known, { giverId, reference, seat: number });
  if (known.gift?.seats.get(number)?.edition !== edition) throw new Refusal("conflict", "This gift has just changed");
  return [{ type: "PremiumGiftReaddressed", data: seat }];
}

function isOwn({ gift }: PaidGift, { giverId, seat }: { giverId: string; seat: number }): boolean {
  return gift?.giverId === giverId && gift.seats.has(seat);
}

/** Refuses with `not_found`, `gift_claimed`, `payment_unpaid`, `gift_stopped` or `too_many_attempts`. */
function assertMailable(known: PaidGift, { giverId, ...at }: AtSeat & { giverId: string }): void {
  const { gift } = known;
  const seat = gift?.seats.get(at.seat);
  if (!seat || gift?.giverId !== giverId) throw new Refusal("not_found", "Gift not found");
  const status = seatStatus(known, { seat: at.seat, edition: seat.edition, userId: undefined });
  if (status === "claimed") throw new Refusal("gift_claimed", "This gift has already been used");
  if (status === "unpaid") throw new Refusal("payment_unpaid", "Your payment is not complete yet");
  if (status === "stopped") {
    throw new Refusal("gift_stopped", "This gift is on hold, because its payment was disputed or returned");
  }
  if (seat.sentAgain >= MAX_SENT_AGAIN) {
    throw new Refusal("too_many_attempts", "We have sent this link often enough. Please copy it and send it yourself.");
  }
}

/** A link that Orin did not make. */
export function linkUnknown(): Refusal {
  return new Refusal("link_invalid", "This link is not valid. Please ask who sent it for a new one.");
}
