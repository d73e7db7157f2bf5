import { daysOfMonth } from "../contract/royalties.ts";
import type { Policy } from "../contract/policy_rules.ts";
import {
  availableAccount,
  PROMOTION_POOL,
  ROYALTIES,
  royaltyClearingAccount,
  settlingAccount,
  WITHHELD_TAX,
} from "../ledger/chart.ts";
import type { Code } from "../ledger/codes.ts";
import type { Entry } from "../ledger/transfer.ts";
import { divide, REST, type Share, WHOLE } from "./divide.ts";
import type {
  CountedPayment,
  RestOfMonth,
  RoyaltiesDivided,
  RoyaltyGivenBack,
  RoyaltyHoldEvent,
  RoyaltyLine,
  RoyaltySettled,
  YoungPayment,
} from "./events.ts";
import { countedIn, feeOf, type Payment } from "./income.ts";

const HOUR_MS = 3_600_000;

/** What has been divided of a listener. */
export interface Divisions {
  readonly months: ReadonlySet<string>;
  /** What has counted of each payment so far, kobo. */
  readonly counted: ReadonlyMap<string, number>;
}

export const NOTHING_DIVIDED: Divisions = { months: new Set(), counted: new Map() };

/** Folds a divided month. */
export function evolveDivisions(state: Divisions, { data }: RoyaltiesDivided): Divisions {
  const counted = new Map(state.counted);
  for (const [reference, , kobo] of data.payments) counted.set(reference, (counted.get(reference) ?? 0) + kobo);
  return { months: new Set([...state.months, data.month]), counted };
}

/** Proven time of a listener with a track on a Lagos day, ms. */
export interface Heard {
  readonly trackId: string;
  readonly day: string;
  readonly ms: number;
}

/** Everything that a listener's month is decided on. */
export interface MonthFacts {
  readonly listenerId: string;
  readonly month: string;
  /** The one that was in force when the month began. */
  readonly policy: Pick<
    Policy,
    "version" | "royaltyBasisPoints" | "royaltyOfRestBasisPoints" | "freeRoyaltyKoboPerHour"
  >;
  readonly payments: readonly Payment[];
  readonly heard: readonly Heard[];
  /** What the listener's own plays of the month were rewarded with, as they were recorded. */
  readonly rewardUnits: number;
  /** Who shared a track when a day began. */
  sharesOf(trackId: string, day: string): readonly Share[];
  readonly premiumEvents: number;
  readonly uncountedEvents: number;
}

/**
 * Divides a listener's month: the creators' share of what the listener paid for it, among those whom this person heard,
 * by proven time. Nothing without a payment, and nothing a second time.
 */
export function decideDivision({ months, counted }: Divisions, facts: MonthFacts): RoyaltiesDivided[] {
  const { listenerId, month, policy, heard, rewardUnits, premiumEvents, uncountedEvents } = facts;
  if (months.has(month)) return [];
  const { last } = daysOfMonth(month);
  const counting = facts.payments.map((payment) => (
    { ...payment, kobo: countedIn({ ...payment, countedKobo: counted.get(payment.reference) ?? 0 }, last) }
  )).filter(({ kobo }) => kobo > 0);
  const payments = counting.map(({ reference, keptKobo, kobo }): CountedPayment => [reference, keptKobo, kobo]);
  const young = counting.flatMap(({ reference, youngUntil }): YoungPayment[] => {
    return youngUntil === undefined ? [] : [[reference, youngUntil]];
  });
  const feesKobo = counting.reduce((sum, payment) => sum + feeOf(payment, payment.kobo), 0);
  const incomeKobo = payments.reduce((sum, [, , kobo]) => sum + kobo, 0);
  const kind = incomeKobo > 0 ? "premium" : "free";
  const { royaltyBasisPoints: basisPoints, freeRoyaltyKoboPerHour: freeKoboPerHour, version: policyVersion } = policy;
  const rest = { feesKobo, rewardUnits, basisPoints: policy.royaltyOfRestBasisPoints };
  const shareKobo = kind === "premium"
    ? premiumShare(incomeKobo, { basisPoints, rest })
    : Math.floor(heard.reduce((sum, { ms }) => sum + ms, 0) * freeKoboPerHour / HOUR_MS);
  if (incomeKobo === 0 && shareKobo === 0) return [];
  const { lines, restKobo, restWeight } = linesOf(shareKobo, weigh(facts));
  const decidedOn = {
    ...{ policyVersion, basisPoints, freeKoboPerHour, payments, premiumEvents, uncountedEvents },
    ...(kind === "premium" && { rest }),
    ...(young.length > 0 && { young }),
  };
  const data = { listenerId, month, kind, ...decidedOn, incomeKobo, shareKobo, restKobo, restWeight, lines } as const;
  return [{ type: "RoyaltiesDivided", data }];
}

/**
 * What artists get of what a listener paid for a month, kobo: their share, and no more than a part of what is left after
 * the provider's fee and what the listener earned. So no account brings more than it pays. Months from before that rule
 * have no `rest`.
 */
export function premiumShare(
  incomeKobo: number,
  { basisPoints, rest }: { readonly basisPoints: number; readonly rest?: RestOfMonth | undefined },
): number {
  const share = shareOf(incomeKobo, basisPoints);
  if (!rest) return share;
  const leftKobo = Math.max(0, incomeKobo - rest.feesKobo - rest.rewardUnits);
  return Math.min(share, shareOf(leftKobo, rest.basisPoints));
}

/** What of a creator's part of a listener's month one payment brought: by what of the month's income it was, rounded down. */
export function partOfPayment(
  { payments, incomeKobo }: Pick<RoyaltiesDivided["data"], "payments" | "incomeKobo">,
  { reference, kobo }: { reference: string; kobo: number },
): number {
  const counted = payments.find(([one]) => one === reference)?.[2] ?? 0;
  return incomeKobo === 0 ? 0 : Number(BigInt(kobo) * BigInt(counted) / BigInt(incomeKobo));
}

/** The creators' share of an income, kobo, rounded down. */
export function shareOf(incomeKobo: number, basisPoints: number): number {
  return Number(BigInt(incomeKobo) * BigInt(basisPoints) / BigInt(WHOLE));
}

/**
 * What is withheld of a settlement as tax, in units: rounded down, each settlement by itself, so that no artist ever loses
 * a fraction.
 */
export function taxOf(units: number, basisPoints: number): number {
  return shareOf(units, basisPoints);
}

interface Weights {
  readonly of: readonly { trackId: string; creatorId: string; ms: number; weight: number }[];
  readonly rest: number;
}

/**
 * What each creator weighs by each track: ms × basis points. What a listener would get of the own listening has no
 * owner, and so has a part without a share.
 */
function weigh({ heard, listenerId, sharesOf }: Pick<MonthFacts, "heard" | "listenerId" | "sharesOf">): Weights {
  const weights = new Map<string, { trackId: string; creatorId: string; ms: number; weight: number }>();
  let rest = 0;
  for (const { trackId, day, ms } of heard) {
    let left = WHOLE;
    for (const { creatorId, basisPoints } of sharesOf(trackId, day)) {
      if (basisPoints > left) throw new Error(`The shares of track ${trackId} on ${day} are more than the whole`);
      if (creatorId === listenerId || basisPoints === 0) continue;
      left -= basisPoints;
      const key = `${trackId} ${creatorId}`;
      const known = weights.get(key) ?? { trackId, creatorId, ms: 0, weight: 0 };
      weights.set(key, { ...known, ms: known.ms + ms, weight: known.weight + ms * basisPoints });
    }
    rest += ms * left;
  }
  return { of: [...weights.values()].filter(({ weight }) => weight > 0), rest };
}

function linesOf(shareKobo: number, weights: Weights) {
  const parts = weights.of.map(({ trackId, creatorId, weight }) => ({ key: `${trackId} ${creatorId}`, weight }));
  const kobo = divide(shareKobo, [...parts, { key: REST, weight: weights.rest }]);
  const lines = weights.of.map((
    { trackId, creatorId, ms, weight },
  ): RoyaltyLine => [trackId, creatorId, ms, weight, kobo.get(`${trackId} ${creatorId}`) ?? 0]).sort((
    [one, by],
    [two, other],
  ) => `${one} ${by}` < `${two} ${other}` ? -1 : 1);
  const royalties = lines.reduce((sum, [, , , , one]) => sum + one, 0);
  return { lines, restKobo: shareKobo - royalties, restWeight: weights.rest };
}

/** A royalty that came to a creator: of a month, from the listeners of a shard. Units; moments in epoch ms. */
export interface RoyaltyHold {
  readonly month: string;
  readonly fromShard: number;
  readonly units: number;
  /** What has neither settled nor been voided. */
  readonly left: number;
  readonly until: number;
  /** What was voided because of whose account: 0 where it came back. Of one account nothing is voided twice. */
  readonly voided: ReadonlyMap<string, number>;
}

/** All that a creator ever got, by `holdKey`. */
export type RoyaltyHolds = ReadonlyMap<string, RoyaltyHold>;

export const NO_ROYALTIES: RoyaltyHolds = new Map();

/** Tells royalties of a creator apart. */
export function holdKey({ month, fromShard }: Pick<RoyaltyHold, "month" | "fromShard">): string {
  return `${month} ${fromShard}`;
}

/** Folds what happened to a creator's royalties. */
export function evolveHolds(state: RoyaltyHolds, { type, data }: RoyaltyHoldEvent): RoyaltyHolds {
  const { month, fromShard, units } = data;
  const key = holdKey(data);
  const after = new Map(state);
  if (type === "RoyaltyHeld") {
    return after.set(key, { month, fromShard, units, left: units, until: data.until, voided: new Map() });
  }
  const hold = state.get(key);
  if (!hold) return state;
  switch (type) {
    case "RoyaltySettled":
      return after.set(key, { ...hold, left: hold.left - units });
    case "RoyaltyVoided": {
      const voided = new Map([...hold.voided, [data.aboutId, (hold.voided.get(data.aboutId) ?? 0) + units]]);
      return after.set(key, { ...hold, left: hold.left - units, voided });
    }
    case "RoyaltyGivenBack":
      return after.set(key, { ...hold, voided: new Map([...hold.voided, [data.aboutId, 0]]) });
  }
}

/** The tax of a royalty: the rate of its month, and the id of the transfer if it takes anything. */
interface Tax {
  readonly basisPoints: number;
  readonly transferId: string;
}

function withheldOf(units: number, { basisPoints, transferId }: Tax) {
  const withheldUnits = taxOf(units, basisPoints);
  return { taxBasisPoints: basisPoints, withheldUnits, ...(withheldUnits > 0 && { taxTransferId: transferId }) };
}

/**
 * Settles what is due, each royalty in a transfer of its own and the tax of it in another; what young money brought stays.
 */
export function decideRoyaltySettling(
  state: RoyaltyHolds,
  { creatorId, isDue, youngUnits = () => 0, transferId, tax }: {
    readonly creatorId: string;
    readonly isDue: (hold: RoyaltyHold) => boolean;
    readonly youngUnits?: ((hold: RoyaltyHold) => number) | undefined;
    readonly transferId: (hold: RoyaltyHold) => string;
    readonly tax: (hold: RoyaltyHold) => Tax;
  },
): RoyaltyHoldEvent[] {
  const due = [...state.values()].filter(isDue).map((hold) => ({ hold, units: hold.left - youngUnits(hold) }));
  return due.filter(({ units }) => units > 0).map(({ hold, units }) => {
    const { month, fromShard } = hold;
    const part = { creatorId, month, fromShard, units, transferId: transferId(hold) };
    return { type: "RoyaltySettled", data: { ...part, ...withheldOf(units, tax(hold)) } };
  });
}

/** What is to be taken back of a royalty: at most these units, because of whose account. */
export interface Voiding {
  readonly creatorId: string;
  readonly month: string;
  readonly fromShard: number;
  readonly aboutId: string;
  readonly units: number;
  readonly reason: string;
}

/** Takes back what has not settled; of one account once. */
export function decideRoyaltyVoid(
  state: RoyaltyHolds,
  { transferId, ...voiding }: Voiding & { readonly transferId: string },
): RoyaltyHoldEvent[] {
  const hold = state.get(holdKey(voiding));
  if (!hold || hold.voided.has(voiding.aboutId)) return [];
  const units = Math.min(voiding.units, hold.left);
  return units > 0 ? [{ type: "RoyaltyVoided", data: { ...voiding, units, transferId } }] : [];
}

/** Gives back what was voided because of an account, once. Void before settling was gross, so the tax is due now. */
export function decideRoyaltyReturn(
  state: RoyaltyHolds,
  { transferId, tax, ...back }: Omit<Voiding, "units" | "reason"> & {
    readonly appealId: string;
    readonly transferId: string;
    readonly tax: Tax;
  },
): RoyaltyHoldEvent[] {
  const units = state.get(holdKey(back))?.voided.get(back.aboutId) ?? 0;
  if (units === 0) return [];
  return [{ type: "RoyaltyGivenBack", data: { ...back, units, transferId, ...withheldOf(units, tax) } }];
}

interface Move {
  readonly transferId: string;
  readonly code: Code;
  readonly entries: readonly Entry[];
}

/**
 * The money that an event moves in the creator's shard: what is available gets the net, and the tax goes to the account of
 * its own. What comes in is a move of its own.
 */
export function holdMoves({ type, data }: RoyaltyHoldEvent): Move[] {
  if (type === "RoyaltyHeld") return [];
  const { creatorId, units, transferId } = data;
  switch (type) {
    case "RoyaltySettled":
      return netAndTax(settlingAccount(creatorId), { ...data, code: "royalty_settled" });
    case "RoyaltyVoided":
      return [{
        transferId,
        code: "royalty_voided",
        entries: entries(settlingAccount(creatorId), { units, to: ROYALTIES }),
      }];
    case "RoyaltyGivenBack":
      return netAndTax(ROYALTIES, { ...data, code: "royalty_given_back" });
  }
}

function netAndTax(
  from: string,
  { code, creatorId, units, transferId, withheldUnits = 0, taxTransferId }:
    & (RoyaltySettled | RoyaltyGivenBack)["data"]
    & {
      readonly code: Code;
    },
): Move[] {
  const net = units - withheldUnits;
  const paid = { transferId, code, entries: entries(from, { units: net, to: availableAccount(creatorId) }) };
  if (withheldUnits === 0) return [paid];
  if (taxTransferId === undefined) throw new Error(`Tax was withheld of ${creatorId} without a transfer`);
  const tax: Move = {
    transferId: taxTransferId,
    code: "royalty_tax",
    entries: entries(from, { units: withheldUnits, to: WITHHELD_TAX }),
  };
  return [paid, tax];
}

function entries(from: string, { units, to }: { units: number; to: string }): Entry[] {
  return [{ account: from, amount: -units }, { account: to, amount: units }];
}

interface Sending {
  readonly creatorId: string;
  readonly kobo: number;
  readonly promotionKobo: number;
  readonly fromShard: number;
  readonly toShard: number;
}

/** What leaves a shard for a creator: to the creator, or to the account that meets the other shard's. */
export function sendingEntries({ creatorId, kobo, promotionKobo, fromShard, toShard }: Sending): Entry[] {
  const to = fromShard === toShard ? settlingAccount(creatorId) : royaltyClearingAccount(fromShard, toShard);
  return [
    { account: ROYALTIES, amount: promotionKobo - kobo },
    { account: PROMOTION_POOL, amount: -promotionKobo },
    { account: to, amount: kobo },
  ].filter(({ amount }) => amount !== 0);
}

/** What comes to a creator from another shard. */
export function arrivalEntries({ creatorId, kobo, fromShard, toShard }: Omit<Sending, "promotionKobo">): Entry[] {
  return entries(royaltyClearingAccount(toShard, fromShard), { units: kobo, to: settlingAccount(creatorId) });
}
