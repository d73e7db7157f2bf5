import { UNITS_PER_TOKEN } from "@contract/money.ts";
import type { Statement } from "@contract/statement.ts";

export interface Sum {
  available: number;
  settling: number;
  pending: number;
}

/** Tokens a person has in all, added in whole units, so that figures add up as they are printed. */
export function totalOf(sum: Sum): number {
  return allUnits(sum) / UNITS_PER_TOKEN;
}

/** What came in and what went out in a month: `opening + credits - debits = closing`, to the last unit. */
export function turnover({ totals }: Pick<Statement, "totals">): { credits: number; debits: number } {
  const units = totals.map(allUnits);
  const sum = (list: number[]) => list.reduce((one, two) => one + two, 0) / UNITS_PER_TOKEN;
  const [credits, debits] = [units.filter((unit) => unit > 0), units.filter((unit) => unit < 0).map(Math.abs)];
  return { credits: sum(credits), debits: sum(debits) };
}

/** From this month in Lagos back to the one of a moment, newest first: "2026-11". */
export function monthsSince(since: string | undefined, nowMs: number = Date.now()): string[] {
  const first = monthOf(since === undefined ? nowMs : Date.parse(since));
  const months: string[] = [];
  for (let month = monthOf(nowMs); month >= first && months.length < MOST_MONTHS; month = monthBefore(month)) {
    months.push(month);
  }
  return months;
}

const MOST_MONTHS = 120;
const LAGOS_OFFSET_MS = 3_600_000;

function monthOf(epochMs: number): string {
  return new Date(epochMs + LAGOS_OFFSET_MS).toISOString().slice(0, 7);
}

function monthBefore(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 7);
}

function allUnits({ available, settling, pending }: Sum): number {
  return unitsOf(available) + unitsOf(settling) + unitsOf(pending);
}

function unitsOf(tokens: number): number {
  return Math.round(tokens * UNITS_PER_TOKEN);
}
