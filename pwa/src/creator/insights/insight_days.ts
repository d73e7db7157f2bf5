import { INSIGHT_DAYS } from "@contract/insights.ts";

const DAY_MS = 24 * 3_600_000;
const LAGOS_MS = 3_600_000;

/** The usual stretches of days, by how many they are. */
export const PRESETS = [7, 28, 90, 365] as const;

/** Lagos days, YYYY-MM-DD, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Today in Lagos. */
export function todayInLagos(nowMs = Date.now()): string {
  return new Date(nowMs + LAGOS_MS).toISOString().slice(0, 10);
}

/** So many days up to today. */
function lastDays(days: number, nowMs = Date.now()): Days {
  const to = todayInLagos(nowMs);
  return { from: new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10), to };
}

/** Each of the days, the first one first. */
export function eachDay({ from, to }: Days): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from(
    { length: count },
    (_, nth) => new Date(Date.parse(from) + nth * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The days in the page's address, the usual ones where it names none, and what is wrong with them. */
export function daysIn(search: URLSearchParams, nowMs = Date.now()): { days: Days; preset: number; problem?: string } {
  const asked = search.get("days");
  const usual = PRESETS.find((preset) => String(preset) === asked) ?? (asked === null ? INSIGHT_DAYS.usual : 0);
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  if (!isDay(from) || !isDay(to)) {
    const preset = usual || INSIGHT_DAYS.usual;
    return { days: lastDays(preset, nowMs), preset };
  }
  const days = { from, to };
  const problem = problemWith(days, todayInLagos(nowMs));
  return { days, preset: 0, ...(problem !== undefined && { problem }) };
}

function problemWith({ from, to }: Days, today: string): string | undefined {
  if (from > to) return "The first day is after the last one.";
  if (from > today) return "These days are yet to come.";
  const isLong = Date.parse(to) - Date.parse(from) >= INSIGHT_DAYS.most * DAY_MS;
  return isLong ? `Please choose ${INSIGHT_DAYS.most} days at most.` : undefined;
}

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
