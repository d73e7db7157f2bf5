import { lagosDay, lagosDayStart } from "../../contract/policy.ts";

/** A track, and the recordings that it was before. Lengths in ms, times in epoch ms. */
interface Lengths {
  readonly durationMs: number;
  /** Until when each of them was the track; the oldest first. */
  readonly earlierLengths?: readonly { readonly until: number; readonly durationMs: number }[] | undefined;
}

/**
 * How long the track was for a play that began at a moment: so much it earns at most on its day. On the day on which a
 * recording was replaced it is the shortest of those up to then, so that no one earns with both.
 */
export function lengthFor({ durationMs, earlierLengths = [] }: Lengths, startedAt: number): number {
  if (earlierLengths.length === 0) return durationMs;
  const dayStart = lagosDayStart(lagosDay(startedAt));
  const lengths = [...earlierLengths, { until: Infinity, durationMs }];
  const current = lengths.findIndex(({ until }) => startedAt < until);
  const ofDay = lengths.slice(0, current + 1).filter(({ until }) => until > dayStart);
  return Math.min(...ofDay.map((one) => one.durationMs));
}
