import { Refusal } from "../contract/refusal.ts";
import type { GiftEvent, GiftTerms } from "./events.ts";

/** A gift as its stream says. */
export interface Gift {
  readonly status: "started" | "sent" | "refunded";
  readonly terms: GiftTerms;
  readonly method: "card" | "tokens";
  readonly isThanked: boolean;
}

/** Folds an event into what decisions need to know of a gift. */
export function evolveGift(state: Gift | undefined, { type, data }: GiftEvent): Gift | undefined {
  switch (type) {
    case "GiftPaymentStarted":
      return { status: "started", terms: data, method: "card", isThanked: false };
    case "GiftSent":
      return { status: "sent", terms: data, method: data.method, isThanked: false };
    case "GiftRefunded":
      return state && { ...state, status: "refunded" };
    case "GiftThanked":
      return state && { ...state, isThanked: true };
  }
}

/** Tokens are given at once, where there are enough of them; never to oneself. */
export function decideTokenGift(terms: GiftTerms, availableUnits: number): GiftEvent[] {
  if (terms.giverId === terms.artistId) throw toOneself();
  if (terms.units > availableUnits) throw new Refusal("insufficient_funds", "Amount exceeds available balance");
  return [{ type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } }];
}

/** What the provider says about a gift by card: paid once, and given back once. */
export function decideCardGift(
  state: Gift | undefined,
  news: { readonly outcome: "paid" | "reversed"; readonly feesKobo: number; readonly reference: string },
  artistUnits: number,
): GiftEvent[] {
  if (state?.status === "started" && news.outcome === "paid") {
    const { reference, feesKobo } = news;
    return [{ type: "GiftSent", data: { ...termsOf(state), method: "card", reference, feesKobo } }];
  }
  if (state?.status === "sent" && state.method === "card" && news.outcome === "reversed") {
    return [refund(state, artistUnits)];
  }
  return [];
}

/** An admin gives tokens back; doing it again changes nothing. */
export function decideTokenRefund(state: Gift | undefined, artistUnits: number): GiftEvent[] {
  if (!state || state.method !== "tokens") throw new Refusal("not_found", "Gift not found");
  return state.status === "sent" ? [refund(state, artistUnits)] : [];
}

/** Once, by the artist. */
export function decideThanks(
  state: Gift | undefined,
  { giftId, artistId, message }: { giftId: string; artistId: string; message: string },
): GiftEvent[] {
  if (state?.terms.artistId !== artistId || state.status === "started") {
    throw new Refusal("not_found", "Gift not found");
  }
  return state.isThanked ? [] : [{ type: "GiftThanked", data: { giftId, artistId, message } }];
}

/** The refusal for a gift to oneself. */
export function toOneself(): Refusal {
  return new Refusal("gift_to_oneself", "You cannot send a gift to yourself");
}

function refund({ terms }: Gift, artistUnits: number): GiftEvent {
  const takenUnits = Math.min(terms.units, Math.max(0, artistUnits));
  return {
    type: "GiftRefunded",
    data: { giftId: terms.giftId, takenUnits, owedUnits: terms.units - takenUnits },
  };
}

function termsOf({ terms }: Gift): GiftTerms {
  const { giftId, giverId, artistId, trackId, cents, units, koboPerDollar, policyVersion, message, isNamed } = terms;
  const gift = { giftId, giverId, artistId, cents, units, koboPerDollar, policyVersion, message, isNamed };
  return trackId === undefined ? gift : { ...gift, trackId };
}
