import * as z from "zod/mini";

const whole = z.int().check(z.nonnegative());

/** The earning rules in force from a moment on. Amounts in units (1 token = 100 units), times in milliseconds. */
export const Policy = z.object({
  version: z.int().check(z.positive()),
  effectiveFrom: z.string(),
  rewardMsPerUnit: z.int().check(z.positive()),
  dailyRewardedMs: whole,
  dailyPoolUnits: whole,
  dailyFreePlays: whole,
  extraPlayUnits: whole,
  minimumWithdrawalUnits: whole,
  secondApproverAboveUnits: whole,
  premiumMonthKobo: whole,
  koboPerDollar: z.int().check(z.positive()),
});
export type Policy = z.infer<typeof Policy>;

/** The first policy of every installation; later ones are dated events. */
export const FIRST_POLICY: Policy = {
  version: 1,
  effectiveFrom: "2025-01-01T00:00:00.000Z",
  rewardMsPerUnit: 3_000,
  dailyRewardedMs: 7_200_000,
  dailyPoolUnits: 5_000_000,
  dailyFreePlays: 20,
  extraPlayUnits: 100,
  minimumWithdrawalUnits: 10_000,
  secondApproverAboveUnits: 5_000_000,
  premiumMonthKobo: 100_000,
  koboPerDollar: 150_000,
};

/** Oldest accepted play, latest accepted moment after receipt, most reports and segments a play, most plays a batch. */
export const MAX_PLAY_AGE_MS = 14 * 24 * 3_600_000;
export const FUTURE_SLACK_MS = 2_000;
/** A play that reaches into the last 14 days may have begun so long before them. */
export const MAX_PLAY_LEAD_MS = 24 * 3_600_000;
/** A report may be on its way this long before the clocks are taken to disagree. */
export const UPLOAD_SLACK_MS = 5_000;
export const MAX_REPORTS_PER_PLAY = 4;
export const MAX_SEGMENTS_PER_PLAY = 20;
export const MAX_PLAYS_PER_BATCH = 500;

const LAGOS_OFFSET_MS = 3_600_000;

/** The day in Lagos (UTC+1, no daylight saving) that holds the moment, as YYYY-MM-DD. */
export function lagosDay(epochMs: number): string {
  return new Date(epochMs + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
}

/** The moment at which a Lagos day starts, in epoch milliseconds. */
export function lagosDayStart(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - LAGOS_OFFSET_MS;
}

/** A play counts in statistics and as a free play from 30 s on, or from half of a track shorter than 60 s. */
export function countedPlayMs(trackDurationMs: number): number {
  return Math.min(30_000, Math.ceil(trackDurationMs / 2));
}

/** Free plays of a day: by track the counted plays or the streams that were really served, whichever is more. */
export function freePlaysUsed(counted: ReadonlyMap<string, number>, served: ReadonlyMap<string, number>): number {
  const tracks = new Set([...counted.keys(), ...served.keys()]);
  return [...tracks].reduce((sum, track) => sum + Math.max(counted.get(track) ?? 0, served.get(track) ?? 0), 0);
}
