import { Refusal } from "../contract/refusal.ts";
import {
  availableAccount,
  clearingAccount,
  disputedAccount,
  FEES,
  GIFT_CLAIMS,
  PROVIDER,
  settlingAccount,
} from "../ledger/chart.ts";
import type { Entry } from "../ledger/transfer.ts";
import type { GiftDivided, GiftEvent, GiftTerms } from "./events.ts";

/** Where the two people of a gift have their money, and where its facts are. */
export interface GiftPlaces {
  /** Of its stream: the artist's shard, but the giver's for tokens, which leave from there. */
  readonly shard: number;
  readonly giftId: string;
  readonly giverId: string;
  readonly giverShard: number;
  readonly artistId: string;
  readonly artistShard: number;
  /** What moves are royalties that a dispute lets go. */
  readonly ofRoyalties?: true;
  /** What moves has settled before: a share that a dispute lets go. */
  readonly hasSettled?: true;
}

/** A gift as its stream says. */
export interface Gift {
  readonly status: "started" | "sent" | "refunded";
  readonly terms: GiftTerms;
  readonly method: "card" | "tokens";
  readonly isThanked: boolean;
  /** What went back to the giver with the whole gift. */
  readonly backUnits: number;
  /** How often the artist has had it again after it went back. */
  readonly restored: number;
  /** Of a gift whose track has collaborators. */
  readonly divided?: GiftDivided["data"];
  /** Of a collaborator's part: the gift that it is a part of. */
  readonly shareOf?: string;
}

/** Folds an event into what decisions need to know of a gift. */
export function evolveGift(state: Gift | undefined, { type, data }: GiftEvent): Gift | undefined {
  switch (type) {
    case "GiftPaymentStarted":
      return { ...NEW, status: "started", terms: data, method: "card" };
    case "GiftSent":
      return { ...NEW, ...state, status: "sent", terms: data, method: data.method };
    case "GiftDivided":
      return state && { ...state, divided: data };
    case "GiftShared":
      return state && { ...state, shareOf: data.ofGiftId };
    case "GiftRefunded":
      return state && { ...state, status: "refunded", backUnits: data.takenUnits + data.owedUnits };
    case "GiftRestored":
      return state && { ...state, status: "sent", backUnits: 0, restored: state.restored + 1 };
    case "GiftThanked":
      return state && { ...state, isThanked: true };
  }
}

const NEW = { isThanked: false, backUnits: 0, restored: 0 };

/** What of a gift by card is still with the artist by the books, beside what disputes took. */
export function keptUnits(gift: Gift | undefined, lostUnits: number): number {
  if (!gift || gift.status === "started" || gift.method !== "card") return 0;
  return Math.max(0, gift.terms.units - gift.backUnits - lostUnits);
}

/** A dispute that is won after all gives `units` back: the gift is there again where disputes alone had ended it. */
export function decideReturn(
  gift: Gift | undefined,
  { units, lostUnits }: { units: number; lostUnits: number },
): GiftEvent[] {
  if (gift?.status !== "refunded" || units === 0 || lostUnits !== gift.terms.units) return [];
  return [{ type: "GiftRestored", data: { giftId: gift.terms.giftId, units } }];
}

/** Tokens are given where there are enough of them; never to oneself. `wholeUnits`: with what collaborators get. */
export function decideTokenGift(
  terms: GiftTerms,
  { availableUnits, wholeUnits }: { readonly availableUnits: number; readonly wholeUnits: number },
): GiftEvent[] {
  if (terms.giverId === terms.artistId) throw toOneself();
  if (wholeUnits > availableUnits) throw new Refusal("insufficient_funds", "Amount exceeds available balance");
  return [{ type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } }];
}

/** News of a gift by card: paid once, and given back once, less what was lost of it before. */
export function decideCardGift(
  state: Gift | undefined,
  { news, reference, feesKobo, card }: {
    readonly news: string;
    readonly feesKobo: number;
    readonly reference: string;
    readonly card?: string | undefined;
  },
  { artistUnits, lostUnits }: { readonly artistUnits: number; readonly lostUnits: number },
): GiftEvent[] {
  if (state?.status === "started" && news === "paid") {
    // A collaborator's part has no payment of its own.
    const payment = state.shareOf === undefined ? { reference } : {};
    const by = card === undefined ? {} : { card };
    return [{ type: "GiftSent", data: { ...termsOf(state), method: "card", ...payment, feesKobo, ...by } }];
  }
  if (state?.status === "sent" && state.method === "card" && news === "reversed") {
    return [refund(state, { artistUnits, lostUnits })];
  }
  return [];
}

/** An admin gives tokens back; doing it again changes nothing. */
export function decideTokenRefund(state: Gift | undefined, artistUnits: number): GiftEvent[] {
  if (!state || state.method !== "tokens") throw new Refusal("not_found", "Gift not found");
  return state.status === "sent" ? [refund(state, { artistUnits, lostUnits: 0 })] : [];
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

function refund(
  { terms }: Gift,
  { artistUnits, lostUnits }: { readonly artistUnits: number; readonly lostUnits: number },
): GiftEvent {
  const units = terms.units - lostUnits;
  const takenUnits = Math.min(units, Math.max(0, artistUnits));
  return {
    type: "GiftRefunded",
    data: { giftId: terms.giftId, takenUnits, owedUnits: units - takenUnits },
  };
}

function termsOf({ terms }: Gift): GiftTerms {
  const { giftId, giverId, artistId, trackId, cents, units, koboPerDollar, policyVersion, message, isNamed } = terms;
  const gift = { giftId, giverId, artistId, cents, units, koboPerDollar, policyVersion, message, isNamed };
  return trackId === undefined ? gift : { ...gift, trackId };
}

export const CARD_GIFT_CODES = ["gift", "gift_refunded", "gift_dispute_ended"] as const;
/** Royalties that a dispute lets go, and those that an admin gives back to it. */
type RoyaltyCode = "royalty_released" | "royalty_released_back";

/** A transfer in one shard's books; its id is derived from the gift's and `word`. */
export interface Move {
  readonly shard: number;
  readonly word: string;
  readonly code: (typeof CARD_GIFT_CODES)[number] | RoyaltyCode;
  readonly entries: readonly Entry[];
}

/** What an event meets: the gift as it was, and how many units of what is taken from the artist settle or are reserved. */
interface Met {
  readonly before: Gift | undefined;
  readonly heldUnits: number;
  readonly reservedUnits: number;
}

/** The money that an event moves. A gift by card settles first: the payer's bank may take it back. */
export function movesOf(places: GiftPlaces, event: GiftEvent, { before, heldUnits, reservedUnits }: Met): Move[] {
  if (event.type === "GiftSent") {
    const { units, feesKobo, method } = event.data;
    if (method === "tokens") return tokenMoves(places, units);
    return move(places, "gift", [
      { account: PROVIDER, amount: feesKobo - units },
      { account: FEES, amount: -feesKobo },
      { account: settlingAccount(places.artistId), amount: units },
    ]);
  }
  if (event.type !== "GiftRefunded" || !before) return [];
  const { takenUnits, owedUnits } = event.data;
  const taking = { takenUnits, owedUnits, heldUnits, reservedUnits };
  if (before.method === "tokens") return tokenReturnMoves(places, taking);
  return move(places, "gift_refunded", [
    { account: PROVIDER, amount: takenUnits + owedUnits },
    ...takingEntries(places, taking),
  ]);
}

/** What pays for a gift that goes back, in units. `takenUnits` counts what settled and was reserved. */
interface Taken {
  readonly takenUnits: number;
  readonly owedUnits: number;
  readonly heldUnits: number;
  readonly reservedUnits: number;
}

/** Whether tokens settle first with whom they go to: all but what has settled before. */
export function settlesFirst({ ofRoyalties, hasSettled }: GiftPlaces): boolean {
  return !ofRoyalties && !hasSettled;
}

/** Tokens go from the giver to the artist, with whom they settle first. */
export function tokenMoves(places: GiftPlaces, units: number): Move[] {
  const to = settlesFirst(places) ? settlingAccount(places.artistId) : availableAccount(places.artistId);
  return moveBetween(places, places.ofRoyalties ? "royalty_released" : "gift", {
    from: [{ account: availableAccount(places.giverId), amount: -units }],
    to: [{ account: to, amount: units }],
  });
}

/** Tokens go back to the giver. */
export function tokenReturnMoves(places: GiftPlaces, taken: Taken): Move[] {
  return moveBetween(places, places.ofRoyalties ? "royalty_released_back" : "gift_refunded", {
    from: [{ account: availableAccount(places.giverId), amount: taken.takenUnits + taken.owedUnits }],
    to: takingEntries(places, taken),
  });
}

/** The claim is in the artist's shard, where it is paid. */
function takingEntries({ artistId }: GiftPlaces, { takenUnits, owedUnits, heldUnits, reservedUnits }: Taken): Entry[] {
  return [
    { account: GIFT_CLAIMS, amount: -owedUnits },
    { account: settlingAccount(artistId), amount: -heldUnits },
    { account: disputedAccount(artistId), amount: -reservedUnits },
    { account: availableAccount(artistId), amount: heldUnits + reservedUnits - takenUnits },
  ];
}

/** What a lost dispute takes of a gift, in units, by where it comes from. */
interface Loss {
  readonly heldUnits: number;
  readonly reservedUnits: number;
  readonly availableUnits: number;
  readonly owedUnits: number;
}

/** A dispute took a part of a gift. */
export function lossMoves(places: GiftPlaces, loss: Loss): Move[] {
  const { heldUnits, reservedUnits, availableUnits, owedUnits } = loss;
  const taken = heldUnits + reservedUnits + availableUnits;
  return move(places, "gift_refunded", [
    { account: PROVIDER, amount: taken + owedUnits },
    { account: GIFT_CLAIMS, amount: -owedUnits },
    { account: settlingAccount(places.artistId), amount: -heldUnits },
    { account: disputedAccount(places.artistId), amount: -reservedUnits },
    { account: availableAccount(places.artistId), amount: -availableUnits },
  ]);
}

/** What a lost dispute took comes back from the provider to the artist. */
export function returnMoves(places: GiftPlaces, units: number): Move[] {
  return move(places, "gift_dispute_ended", [
    { account: PROVIDER, amount: -units },
    { account: availableAccount(places.artistId), amount: units },
  ]);
}

/** A dispute reserves what the artist has of a gift; what they no longer have they owe. */
export function reserveEntries(artistId: string, { taken, owed }: { taken: number; owed: number }): Entry[] {
  return [
    { account: availableAccount(artistId), amount: -taken },
    { account: GIFT_CLAIMS, amount: -owed },
    { account: disputedAccount(artistId), amount: taken + owed },
  ].filter(({ amount }) => amount !== 0);
}

/** The reserve of a dispute that is over is the artist's again. */
export function releaseEntries(artistId: string, units: number): Entry[] {
  return [{ account: disputedAccount(artistId), amount: -units }, {
    account: availableAccount(artistId),
    amount: units,
  }];
}

/** One transfer where the artist's money is. */
function move({ artistShard: shard }: Pick<GiftPlaces, "artistShard">, code: Move["code"], entries: Entry[]): Move[] {
  return [{ shard, word: code, code, entries }].map(withoutNothing).filter(({ entries }) => entries.length > 0);
}

/** One transfer; between shards one in each, whose clearing accounts meet. `from` is in the giver's shard. */
function moveBetween(
  { giverShard, artistShard }: GiftPlaces,
  code: Move["code"],
  { from, to }: { from: readonly Entry[]; to: readonly Entry[] },
): Move[] {
  if (giverShard === artistShard) return move({ artistShard }, code, [...from, ...to]);
  const sum = to.reduce((total, { amount }) => total + amount, 0);
  const out = { account: clearingAccount(giverShard, artistShard), amount: sum };
  const into = { account: clearingAccount(artistShard, giverShard), amount: -sum };
  return [
    { shard: giverShard, word: `${code} out`, code, entries: [...from, out] },
    { shard: artistShard, word: `${code} in`, code, entries: [...to, into] },
  ].map(withoutNothing);
}

function withoutNothing(move: Move): Move {
  return { ...move, entries: move.entries.filter(({ amount }) => amount !== 0) };
}
