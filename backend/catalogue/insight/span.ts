import { INSIGHT_DAYS } from "../../contract/insights.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { InsightQuery } from "../../contract/requests/creator.ts";

const DAY_MS = 24 * 3_600_000;
const LONGEST_MONTH = 31;
/** So many days after its end nothing more is awaited of a month. */
const LATE_DAYS = 3;

/** Lagos days (YYYY-MM-DD), both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The days that are asked about, and as many right before them or 52 weeks earlier, on the same weekdays. Without a question the last 28; never past today. Throws Refusal
 * `invalid_request`.
 */
export function periodsOf(
  { from, to, beside }: Omit<InsightQuery, "trackId">,
  now: number,
): { now: Days; before: Days } {
  const today = lagosDay(now);
  const last = to === undefined || to > today ? today : to;
  const first = from ?? moved(last, 1 - INSIGHT_DAYS.usual);
  if (first > last) throw new Refusal("invalid_request", "from must not be after to, nor in the future");
  const length = daysFrom(first, last);
  if (length > INSIGHT_DAYS.most) {
    throw new Refusal("invalid_request", `Please ask for ${INSIGHT_DAYS.most} days at most`);
  }
  const back = beside === "year" ? 52 * 7 : length;
  return { now: { from: first, to: last }, before: { from: moved(first, -back), to: moved(last, -back) } };
}

/**
 * The days whose listeners are shown in groups: the month in which the asked days end, or its quarter year where they are
 * more than 31. It must be over for three days, so that plays without a network have come; else it is the one before.
 * Such spans never overlap by a part: two of them could be compared until they tell of one person.
 */
export function groupDays({ from, to }: Days, now: number): Days {
  const months = daysFrom(from, to) > LONGEST_MONTH ? 3 : 1;
  const latest = moved(lagosDay(now), -LATE_DAYS - 1);
  const blockOf = (day: string): Days => {
    const month = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months;
    const lastDay = new Date(Date.UTC(Number(day.slice(0, 4)), month + months, 0));
    const firstDay = new Date(Date.UTC(Number(day.slice(0, 4)), month, 1));
    return { from: firstDay.toISOString().slice(0, 10), to: lastDay.toISOString().slice(0, 10) };
  };
  const asked = blockOf(to < latest ? to : latest);
  return asked.to <= latest ? asked : blockOf(moved(asked.from, -1));
}

/** The last whole weeks from Monday to Sunday, the newest last. */
export function wholeWeeks(count: number, now: number): Days[] {
  const end = sundayBefore(lagosDay(now));
  return Array.from({ length: count }, (_, nth) => {
    const to = moved(end, -7 * (count - 1 - nth));
    return { from: moved(to, -6), to };
  });
}

/** The last Sunday that is over. */
function sundayBefore(day: string): string {
  return moved(day, -(new Date(day).getUTCDay() || 7));
}

/** A day so many days later. */
export function moved(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Each of the days, the first one first. */
export function daysOf({ from, to }: Days): string[] {
  return Array.from({ length: daysFrom(from, to) }, (_, nth) => moved(from, nth));
}

function daysFrom(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}
