import { type Days, moved } from "./span.ts";

/** No difference of two answers is about fewer people. */
export const FEWEST_IN_STEP = 5;

/** A day on which a listener had plays that count. */
export interface HeardDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Of one song at least so many. */
  readonly most: number;
  /** Who they are, by any names: of days with fewer than five listeners of each song. */
  readonly few: readonly number[];
}

/**
 * The last days of the steps in which people are counted: each quarter year begins anew, and a step is over as soon as
 * five different people have listened in it. Days that come later move none of them. `days` in their order.
 */
export function stepEnds(days: readonly HeardDay[]): string[] {
  const ends: string[] = [];
  let open = new Set<number>();
  let quarter = "";
  for (const { day, most, few } of days) {
    if (quarterOf(day) !== quarter) [quarter, open] = [quarterOf(day), new Set()];
    for (const person of few) open.add(person);
    if (most < FEWEST_IN_STEP && open.size < FEWEST_IN_STEP) continue;
    ends.push(day);
    open = new Set();
  }
  return ends;
}

/**
 * The days of the steps that ended within the asked ones: a step begins where the one before it ended, so every day is in
 * one step. Undefined where none ended. `ends` must reach back to the last one before the asked days, if there is any;
 * `first` is the first day that can be meant.
 */
export function stepsWithin(ends: readonly string[], { from, to }: Days, first: string): Days | undefined {
  const last = ends.findLast((end) => end >= from && end <= to);
  if (last === undefined) return undefined;
  const before = ends.findLast((end) => end < from);
  return { from: before === undefined ? first : moved(before, 1), to: last };
}

/** The first day of the quarter year before the one that a day is in. */
export function quarterBefore(day: string): string {
  return quarterOf(moved(quarterOf(day), -1));
}

/** The first day of a day's quarter year. */
function quarterOf(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
}

/**
 * How many of `counted` people never listened before. In fives of the sum since the beginning: the answers about any
 * days are differences of one row of numbers, and each changes only after five more people came. `known`: who had
 * listened before, `all`: with those who did now. Where no earlier listener could come back, all are new.
 */
export function freshIn({ counted, known, all }: {
  readonly counted: number;
  readonly known: number;
  readonly all: number;
}): { readonly value: number; readonly error: number } {
  if (known === 0) return { value: counted, error: 0 };
  const fives = (people: number) => Math.floor(people / FEWEST_IN_STEP) * FEWEST_IN_STEP;
  return { value: Math.min(counted, fives(all) - fives(known)), error: FEWEST_IN_STEP - 1 };
}
