import type { SeriesQuery } from "../../contract/requests/creator.ts";
import type { SeriesUnit } from "../../contract/creator.ts";
import { lagosDay } from "../../contract/policy.ts";

const DAY_MS = 24 * 3_600_000;
const BACK: Readonly<Record<SeriesUnit, number>> = { day: 29, week: 11, month: 11 };

/** The last days, whole weeks or months up to today. Lagos days. */
export function spanOf(
  { unit }: Pick<SeriesQuery, "unit">,
  now: number,
): { from: string; to: string; starts: string[] } {
  const to = lagosDay(now);
  const from = moved(startOf(to, unit), unit, -BACK[unit]);
  const starts: string[] = [];
  for (let start = from; start <= to; start = moved(start, unit, 1)) starts.push(start);
  return { from, to, starts };
}

/** The first day of the day, week (from Monday) or month. */
function startOf(day: string, unit: SeriesUnit): string {
  if (unit === "day") return day;
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return shifted(day, -weekday);
}

function moved(start: string, unit: SeriesUnit, steps: number): string {
  if (unit !== "month") return shifted(start, unit === "day" ? steps : 7 * steps);
  const date = new Date(start);
  date.setUTCMonth(date.getUTCMonth() + steps);
  return date.toISOString().slice(0, 10);
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
