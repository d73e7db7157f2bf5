import { lagosDay, lagosDayStart, MAX_PLAY_AGE_MS, MAX_PLAY_LEAD_MS } from "./policy.ts";
import type { Policy } from "./policy_rules.ts";

const DAY_MS = 86_400_000;

/** The Lagos month after another, YYYY-MM. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** The Lagos month that holds a moment (epoch ms), YYYY-MM. */
export function monthOf(epochMs: number): string {
  return lagosDay(epochMs).slice(0, 7);
}

/** The first and the last day of a month, YYYY-MM-DD. */
export function daysOfMonth(month: string): { first: string; last: string } {
  return { first: `${month}-01`, last: lagosDay(lagosDayStart(`${monthAfter(month)}-01`) - 1) };
}

/** The moment at which a month begins in Lagos, epoch ms. */
export function monthStart(month: string): number {
  return lagosDayStart(`${month}-01`);
}

/** No play of a month comes later than so long after its end. */
export const LATE_PLAYS_MS = MAX_PLAY_AGE_MS + MAX_PLAY_LEAD_MS;

/** When a month's royalties are computed, epoch ms: its last late play has come by then, and its reward has settled. */
export function royaltiesCloseAt(month: string, { settlingMs }: Pick<Policy, "settlingMs">): number {
  return monthStart(monthAfter(month)) + LATE_PLAYS_MS + settlingMs;
}

/** The days from one to another, both included, YYYY-MM-DD; none where they are the wrong way round. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = lagosDayStart(first); at <= lagosDayStart(last); at += DAY_MS) days.push(lagosDay(at));
  return days;
}

/** `open`: still going on or waiting for late plays. `settling` until the last of it is available. */
export type RoyaltyState = "open" | "settling" | "held" | "available" | "voided" | "nothing";

/** A month of a creator, sums in kobo. */
export interface RoyaltyMonth {
  month: string;
  state: RoyaltyState;
  /** When it is computed, or was; when the last of it becomes available, or did. ISO 8601. */
  closesAt: string;
  availableAt?: string;
  kobo: number;
  /** What of it disputes of shares had held, until they were settled. */
  fromDisputesKobo: number;
  /** What of it was taken back before it settled, and why, in words. */
  voidedKobo: number;
  voidedBecause: string[];
  /** The tax that was in force when the month began, in hundredths of a percent. */
  taxBasisPoints: number;
  /** What was withheld as tax of what has settled. */
  withheldKobo: number;
  /** The same and what will be withheld of what still settles, as of now. */
  taxKobo: number;
  /** What the artist gets: without what was taken back and without the tax. */
  netKobo: number;
}

/** What one song brought in a month. */
export interface RoyaltyTrack {
  _id: string;
  title: string;
  artist: string;
  /** Proven listening time of Premium listeners. */
  seconds: number;
  listeners: number;
  kobo: number;
}

/** A month with its songs and the numbers that explain it. */
export interface RoyaltyMonthDetail extends RoyaltyMonth {
  tracks: RoyaltyTrack[];
  /** The creators' share of what listeners paid for the month, in hundredths of a percent, and of free listening. */
  shareBasisPoints: number;
  freeKoboPerHour: number;
}

/** A year of a creator, for the tax return; sums in kobo. */
export interface RoyaltyYear {
  year: number;
  /** The years that there is something of, and this one; the newest first. */
  years: number[];
  /** The newest first. */
  months: RoyaltyMonth[];
  totalKobo: number;
  /** The part of it that disputes of shares had held: it belongs to no song. */
  fromDisputesKobo: number;
  voidedKobo: number;
  withheldKobo: number;
  taxKobo: number;
  netKobo: number;
  /** The songs of the year, those that brought most first. */
  tracks: RoyaltyTrack[];
}

/** A month of all creators for the back office, sums in kobo. */
export interface RoyaltyBooksMonth {
  month: string;
  /** All of it has been sent to creators. */
  isSent: boolean;
  listeners: number;
  creators: number;
  incomeKobo: number;
  shareKobo: number;
  royaltiesKobo: number;
  restKobo: number;
  /** What has been sent to creators of it, and of that what was voided and not given back. */
  sentKobo: number;
  voidedKobo: number;
}

export interface RoyaltyBooks {
  readonly months: readonly RoyaltyBooksMonth[];
}
