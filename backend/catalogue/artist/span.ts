import type { SeriesQuery } from "../../contract/requests/creator.ts";
import type { SeriesUnit } from "../../contract/creator.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";

const DAY_MS = 24 * 3_600_000;
const MOST_POINTS = 400;
const BACK: Readonly<Record<SeriesUnit, number>> = { day: 29, week: 11, month: 11 };

/** The whole days, weeks or months around the asked span; by default those up to today. Lagos days. */
export function spanOf({ unit, from, to }: SeriesQuery, now: number): { from: string; to: string; starts: string[] } {
  const last = to ?? lagosDay(now);
  const first = from ?? moved(startOf(last, unit), unit, -BACK[unit]);
  if (first > last) throw new Refusal("invalid_request", "from must not be after to");
  const starts: string[] = [];
  for (let start = startOf(first, unit); start <= last; start = moved(start, unit, 1)) {
    starts.push(start);
    if (starts.length > MOST_POINTS) {
      throw new Refusal("invalid_request", `Please ask for ${MOST_POINTS} points at most`);
    }
  }
  return { from: starts[0] ?? first, to: last, starts };
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
