/** Days that a sketch of listeners is of: one, eight or 64, from a day whose number can be divided by that. */
export const BLOCK_DAYS = [1, 8, 64] as const;
type BlockDays = typeof BLOCK_DAYS[number];

/** `start`: its first Lagos day, YYYY-MM-DD. */
export interface Block {
  readonly days: BlockDays;
  readonly start: string;
}

const DAY_MS = 24 * 3_600_000;

/** The blocks that hold a day. */
export function blocksOf(day: string): Block[] {
  return BLOCK_DAYS.map((days) => ({ days, start: blockName(floored(numberOf(day), days)) }));
}

/** The eight blocks of the next smaller size in a larger one; of a single day there are none. */
export function partsOf({ days, start }: Block): Block[] {
  const smaller = BLOCK_DAYS[BLOCK_DAYS.indexOf(days) - 1];
  if (smaller === undefined) return [];
  const first = numberOf(start);
  return Array.from(
    { length: days / smaller },
    (_, nth) => ({ days: smaller, start: blockName(first + nth * smaller) }),
  );
}

/** The fewest blocks that hold the days from `from` to `to`, both included: 28 and one for each 64 days, at most. */
export function coverOf(from: string, to: string): Block[] {
  const blocks: Block[] = [];
  const end = numberOf(to) + 1;
  for (let day = numberOf(from); day < end;) {
    const days = BLOCK_DAYS.toReversed().find((size) => day % size === 0 && day + size <= end) ?? 1;
    blocks.push({ days, start: blockName(day) });
    day += days;
  }
  return blocks;
}

function numberOf(day: string): number {
  return Math.round(Date.parse(day) / DAY_MS);
}

function blockName(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

function floored(number: number, days: number): number {
  return Math.floor(number / days) * days;
}

/** Days in a row, both included, under a name. */
export interface DayRange {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** The days, weeks (from Monday) or months from `from` to `to`, each by its first day; the outer ones may be cut. */
export function rangesOf(unit: "day" | "week" | "month", from: string, to: string): DayRange[] {
  const ranges: DayRange[] = [];
  for (let day = from; day <= to;) {
    const start = startOf(unit, day);
    const next = startOf(unit, blockName(numberOf(start) + LONGEST[unit]));
    const last = blockName(numberOf(next) - 1);
    ranges.push({ key: start, from: day, to: last < to ? last : to });
    day = next;
  }
  return ranges;
}

/** So many days after the first day of one is the next one, whichever it is. */
const LONGEST = { day: 1, week: 7, month: 31 } as const;

function startOf(unit: "day" | "week" | "month", day: string): string {
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  // 1 January 1970 was a Thursday.
  return unit === "week" ? blockName(numberOf(day) - (numberOf(day) + 3) % 7) : day;
}
