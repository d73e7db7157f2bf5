import { lagosDay } from "../contract/policy.ts";
import { daysFrom } from "../contract/royalties.ts";

/** A stretch of Premium that a reference paid for, epoch ms. */
export interface Stretch {
  readonly reference: string;
  readonly from: number;
  readonly until: number;
}

/**
 * The Lagos days that stretches of one reference paid for, in order: the day on which a stretch begins counts, the one on
 * which it ends does not, unless both are one.
 */
export function paidDays(stretches: readonly Pick<Stretch, "from" | "until">[]): string[] {
  return stretches.flatMap(({ from, until }) => {
    const [first, end] = [lagosDay(from), lagosDay(until)];
    return first === end ? [first] : daysFrom(first, end).slice(0, -1);
  }).sort();
}

/**
 * What of an amount (kobo) falls on the days up to and with one. Each day gets the same; of what does not divide the first
 * days get a kobo more each, so all days together get the amount, exactly.
 */
export function koboThrough(kobo: number, { days, last }: { days: readonly string[]; last: string }): number {
  if (days.length === 0) return 0;
  const each = Math.floor(kobo / days.length);
  const passed = days.filter((day) => day <= last).length;
  return each * passed + Math.min(passed, kobo - each * days.length);
}

/**
 * What a person paid, or was given: of it `keptKobo` is Orin's at the moment. `countedKobo` counted in earlier months.
 */
export interface Payment {
  readonly reference: string;
  readonly keptKobo: number;
  readonly countedKobo: number;
  /** What the provider kept of it, for its collecting. */
  readonly feesKobo: number;
  /** Until when its money is young, epoch ms; undefined where it is not. */
  readonly youngUntil?: number | undefined;
  readonly stretches: readonly Stretch[];
}

/**
 * What counts of a payment in the month that ends on a day: what falls on its days so far, less what has counted. While it
 * is disputed nothing is kept, so what waited counts in the month that closes after it is Orin's again. What has counted
 * stays.
 */
export function countedIn(
  { keptKobo, countedKobo, stretches }: Omit<Payment, "feesKobo">,
  last: string,
): number {
  return Math.max(0, koboThrough(keptKobo, { days: paidDays(stretches), last }) - countedKobo);
}

/** The part of a payment's fee that falls on what counts of it, kobo: rounded up, so that no month leaves a part of it out. */
export function feeOf({ keptKobo, feesKobo }: Pick<Payment, "keptKobo" | "feesKobo">, countedKobo: number): number {
  if (keptKobo === 0) return 0;
  const [fees, counted, kept] = [feesKobo, countedKobo, keptKobo].map(BigInt) as [bigint, bigint, bigint];
  return Number((fees * counted + kept - 1n) / kept);
}

/** A seat's part of a payment for several people, kobo: the first seats get what does not divide. */
export function seatKobo(kobo: number, { seat, seats }: { seat: number; seats: number }): number {
  const each = Math.floor(kobo / seats);
  return each + (seat <= kobo - each * seats ? 1 : 0);
}
