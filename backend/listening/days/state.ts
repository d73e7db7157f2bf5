import { lagosDay, lagosDayStart } from "../../contract/policy.ts";

/** A day with listening; the day as YYYY-MM-DD, in Lagos. */
export interface HeardDay {
  readonly day: string;
  readonly heardMs: number;
  readonly units: number;
}

/** From half a minute on a day counts as listened. */
const DAY_COUNTS_MS = 30_000;
/** So many days with earnings say something of the next ones. */
const DAYS_FOR_PACE = 3;
const WEEK = 7;
const DAY_MS = 86_400_000;

/** The day `count` days later; earlier below zero. */
export function dayAfter(day: string, count: number): string {
  return lagosDay(lagosDayStart(day) + count * DAY_MS);
}

/** The last seven days, the oldest first, with zeros where nothing was heard. */
export function weekOf(days: readonly HeardDay[], today: string): HeardDay[] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: WEEK }, (_, index) => {
    const day = dayAfter(today, index - WEEK + 1);
    return known.get(day) ?? { day, heardMs: 0, units: 0 };
  });
}

/** Days in a row: the run that reaches today or yesterday, since today is not over, and the longest one. */
export function runsOf(days: readonly HeardDay[], today: string): { run: number; longestRun: number } {
  const heard = new Set(days.filter(countsForRun).map(({ day }) => day));
  const runTo = (last: string) => {
    let length = 0;
    while (heard.has(dayAfter(last, -length))) length++;
    return length;
  };
  const ends = [...heard].filter((day) => !heard.has(dayAfter(day, 1)));
  return {
    run: runTo(heard.has(today) ? today : dayAfter(today, -1)),
    longestRun: Math.max(0, ...ends.map(runTo)),
  };
}

/** Days in a row that listening today would keep; 0 where today counts already. */
export function runToKeep(days: readonly HeardDay[], today: string): number {
  const hasToday = days.some((one) => one.day === today && countsForRun(one));
  return hasToday ? 0 : runsOf(days, today).run;
}

function countsForRun({ heardMs }: HeardDay): boolean {
  return heardMs >= DAY_COUNTS_MS;
}

/**
 * Units that a day brings: by the seven days before today, or fewer where the first earning is younger. Undefined where
 * fewer than three of them brought any: that is too little to tell.
 */
export function paceOf(days: readonly HeardDay[], today: string): number | undefined {
  const from = dayAfter(today, -WEEK);
  const week = days.filter(({ day, units }) => day >= from && day < today && units > 0);
  if (week.length < DAYS_FOR_PACE) return undefined;
  const isOld = days.some(({ day, units }) => day < from && units > 0);
  const first = week.reduce((least, { day }) => day < least ? day : least, today);
  const counted = isOld ? WEEK : (lagosDayStart(today) - lagosDayStart(first)) / DAY_MS;
  return Math.floor(week.reduce((sum, { units }) => sum + units, 0) / counted);
}
