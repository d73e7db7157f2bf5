import type { InsightForecast, PeopleCount } from "@contract/insights.ts";
import { formatDate, formatFullCount, plural } from "../../lib/format.ts";

/**
 * "1,024", "12,300 ± 400" with no more digits than the error leaves, or "up to 4" and "at least 10" where the truth
 * cannot be on both sides: there are never fewer than zero, nor more than `most`.
 */
export function peopleWords({ value, error }: PeopleCount, most = Infinity): string {
  if (error === 0) return formatFullCount(value);
  if (value <= error) return `up to ${formatFullCount(Math.min(most, value + error))}`;
  if (value + error >= most) return `at least ${formatFullCount(value - error)}`;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(error)));
  return `${formatFullCount(Math.round(value / step) * step)} ± ${formatFullCount(Math.ceil(error / step) * step)}`;
}

/** How a figure has changed: "+12 %", "the same", "new". Of few it says the number, because a percentage would shout. */
export function changeWords(now: number, before: number): string {
  if (now === before) return now === 0 ? "none before either" : "the same as before";
  if (before < 20) return `${formatFullCount(before)} before`;
  const percent = Math.round((now / before - 1) * 100);
  return `${percent >= 0 ? "+" : "−"}${formatFullCount(Math.abs(percent))} % (${formatFullCount(before)} before)`;
}

/** How a number of people has changed; nothing where one of the two is not told. */
export function peopleChange(now: PeopleCount | undefined, before: PeopleCount | undefined): string {
  if (!now) return "fewer than five people";
  return before ? changeWords(now.value, before.value) : "not told before";
}

/** The share of a whole in percent, "–" of nothing. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round(part * 100 / whole)} %`;
}

/** What the next week may bring. */
export function forecastWords(forecast: InsightForecast): string {
  if (forecast.status === "few") {
    return "Not enough plays yet to say what comes next: it takes nine whole weeks with at least 20 counted plays each.";
  }
  if (forecast.status === "uneven") return "Your weeks differ too much from each other to say what comes next.";
  const { low, high } = forecast;
  return low === high
    ? `About ${plural(low, "play")} next week`
    : `About ${formatFullCount(low)} to ${plural(high, "play")} next week`;
}

/** "29 Oct 2026 to 25 Nov 2026". */
export function daysWords({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
}
