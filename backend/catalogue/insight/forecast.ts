import type { InsightForecast } from "../../contract/insights.ts";

/** So many whole weeks before a forecast. */
export const FORECAST_WEEKS = 9;

/** Below this a week's plays are chance. */
const FEWEST_PLAYS = 20;
/** A range wider than that says nothing. */
const WIDEST = 4;

/**
 * Next week's counted plays, from those of the last nine whole weeks, the newest last. Each week is compared with the one
 * before: without the largest fall and the largest rise, next week is taken to change like one of these did. The ends are
 * rounded outwards to one digit, from 100 on to two. It is a range of what happened, no promise.
 */
export function forecastOf(weeks: readonly number[]): InsightForecast {
  const known = weeks.slice(-FORECAST_WEEKS);
  const last = known.at(-1) ?? 0;
  if (known.length < FORECAST_WEEKS || known.some((plays) => plays < FEWEST_PLAYS)) return { status: "few" };
  const changes = known.slice(1).map((plays, nth) => plays / (known[nth] ?? plays)).toSorted((one, two) => one - two);
  const [low, high] = [last * (changes[1] ?? 1), last * (changes.at(-2) ?? 1)];
  if (high > low * WIDEST) return { status: "uneven" };
  return { status: "told", low: rounded(low, Math.floor), high: rounded(high, Math.ceil), weeks: known.length };
}

function rounded(value: number, whole: (value: number) => number): number {
  const digits = value >= 100 ? 2 : 1;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) + 1 - digits);
  return whole(value / step) * step;
}
