import { INSIGHT_DAYS } from "../../contract/insights.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { InsightQuery } from "../../contract/requests/creator.ts";

const DAY_MS = 24 * 3_600_000;

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
 * The days whose listeners are shown in groups: whole months around the asked ones, up to the last Sunday. Spans of one's
 * own choice could be compared until they tell of one person. Undefined where no such day has ended yet.
 */
export function groupDays({ from, to }: Days, now: number): Days | undefined {
  const last = sundayBefore(lagosDay(now));
  const monthEnd = moved(`${moved(`${to.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);
  const days = { from: `${from.slice(0, 7)}-01`, to: monthEnd < last ? monthEnd : last };
  return days.from > days.to ? undefined : days;
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

function daysFrom(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}
