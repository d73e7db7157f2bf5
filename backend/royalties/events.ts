import type { Event } from "../store/log/event.ts";

/** What one song brought one creator of one listener's month: proven ms, weight (ms × basis points) and kobo. */
export type RoyaltyLine = readonly [trackId: string, creatorId: string, ms: number, weight: number, kobo: number];

/** A payment for Premium: what of it is Orin's when the month closes, and what of it counts in this month. Kobo. */
export type CountedPayment = readonly [reference: string, keptKobo: number, countedKobo: number];

/** What of a month's income is not there to share: the provider's fee and what the listener earned (1 unit is 1 kobo). */
export type RestOfMonth = {
  readonly feesKobo: number;
  readonly rewardUnits: number;
  /** How much of what is left artists get at most. */
  readonly basisPoints: number;
};

export type YoungPayment = readonly [reference: string, until: number];

/**
 * A listener's month was divided among the creators whom this person heard, for ever. It says what it was decided on: how
 * many events of the listener's Premium and of uncounted plays it had seen, so that it can be computed again.
 */
export type RoyaltiesDivided = Event<"RoyaltiesDivided", {
  readonly listenerId: string;
  /** Lagos month, YYYY-MM. */
  readonly month: string;
  /** `free`: the listener paid nothing for the month, and the pool of promotion pays. */
  readonly kind: "premium" | "free";
  readonly policyVersion: number;
  readonly basisPoints: number;
  readonly freeKoboPerHour: number;
  readonly payments: readonly CountedPayment[];
  readonly premiumEvents: number;
  readonly uncountedEvents: number;
  readonly incomeKobo: number;
  /** Of a month that was paid for, from the rule on that bounds it by what is left. */
  readonly rest?: RestOfMonth;
  /** Payments whose money was young, and until when it is (epoch ms): what they bring waits until then. */
  readonly young?: readonly YoungPayment[];
  /** The lines' kobo and the rest sum to it. */
  readonly shareKobo: number;
  readonly restKobo: number;
  /** The part of all weights without an owner. */
  readonly restWeight: number;
  readonly lines: readonly RoyaltyLine[];
}>;

/** Every listener of a shard was divided: nothing of the month changes any more. Sums of its `RoyaltiesDivided`. */
export type RoyaltyMonthClosed = Event<"RoyaltyMonthClosed", {
  readonly month: string;
  readonly listeners: number;
  readonly creators: number;
  readonly incomeKobo: number;
  readonly shareKobo: number;
  readonly royaltiesKobo: number;
  readonly restKobo: number;
}>;

/** What a shard's listeners owe a creator for a month left for the creator, once. */
export type RoyaltySent = Event<"RoyaltySent", {
  readonly month: string;
  readonly creatorId: string;
  readonly kobo: number;
  /** What of it the pool of promotion pays. */
  readonly promotionKobo: number;
  readonly transferId: string;
}>;

/** Which royalty: of a month, from the listeners of a shard, to a creator. 1 unit is 1 kobo. */
type Part = {
  readonly creatorId: string;
  readonly month: string;
  readonly fromShard: number;
  readonly units: number;
};

/** It is with the creator and settles until a moment (epoch ms). */
export type RoyaltyHeld = Event<"RoyaltyHeld", Part & { readonly until: number; readonly transferId: string }>;

/** What of the units was withheld as tax, by which rate. Events from before have none of it: nothing was withheld. */
type Withheld = {
  readonly taxBasisPoints?: number;
  readonly withheldUnits?: number;
  /** Where something was withheld: its transfer. */
  readonly taxTransferId?: string;
};

/** What was left of it is available, but for the tax. */
export type RoyaltySettled = Event<"RoyaltySettled", Part & Withheld & { readonly transferId: string }>;

/** A part was taken back before it settled: of the creator's own account, or of what a listener's account brought. */
export type RoyaltyVoided = Event<
  "RoyaltyVoided",
  Part & {
    /** Whose account was judged: the creator's or the listener's. */
    readonly aboutId: string;
    /** In words for the creator. */
    readonly reason: string;
    readonly transferId: string;
  }
>;

/** It is the creator's after all, and available but for the tax: an appeal was granted. */
export type RoyaltyGivenBack = Event<
  "RoyaltyGivenBack",
  Part & Withheld & { readonly aboutId: string; readonly appealId: string; readonly transferId: string }
>;

export type RoyaltyHoldEvent = RoyaltyHeld | RoyaltySettled | RoyaltyVoided | RoyaltyGivenBack;

/** A shard's part of what two admins say was paid to the tax authority, of the tax of a Lagos month. */
export type TaxRemitted = Event<"TaxRemitted", {
  readonly remittanceId: string;
  readonly month: string;
  readonly units: number;
  readonly transferId: string;
}>;

/** What a shard booked of a remittance came back, since two admins say that it was wrong: the tax is due again. */
export type TaxRemittanceReversed = Event<"TaxRemittanceReversed", {
  readonly remittanceId: string;
  readonly reversalId: string;
  readonly month: string;
  readonly units: number;
  readonly transferId: string;
}>;

export type RoyaltyEvent = RoyaltiesDivided | RoyaltyMonthClosed | RoyaltySent | RoyaltyHoldEvent;

/** The stream of a listener's divided months, in the log of their ledger. */
export function divisionStream(listenerId: string): string {
  return `royalties/${listenerId}`;
}

/** The stream of a month in a shard, in its ledger's log. */
export function closingStream(month: string): string {
  return `royalty_month/${month}`;
}

/** The stream of what left a shard for a creator of a month, in its ledger's log. */
export function sentStream(month: string, creatorId: string): string {
  return `royalty_sent/${month}/${creatorId}`;
}

/** The stream of what a creator got, in the log of the creator's ledger. */
export function royaltyHoldStream(creatorId: string): string {
  return `royalty_holds/${creatorId}`;
}

/** The stream of a shard's part of a remittance of tax, and of its reversal, in its ledger's log. */
export function taxRemittedStream(remittanceId: string): string {
  return `tax_remitted/${remittanceId}`;
}
