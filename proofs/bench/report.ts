import type { Measured } from "./measure.ts";

/** A line of the bench: what was measured, over what, and what the design allows. */
export interface Row {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the thing compared with. */
  readonly baseline?: number;
  readonly ratio?: number;
  readonly budget?: Budget;
  readonly met?: boolean;
}

type Budget = { readonly atLeast: number } | { readonly atMost: number };

/** The budget of a row's figure. */
interface Against {
  readonly baseline?: Measured | undefined;
  readonly budget?: Budget;
}

/** A rate, over another rate where one is given. Throws where it was not measured. */
export function rowOf(name: string, over: Measured | undefined, { baseline, budget }: Against = {}): Row {
  if (!over) throw new Error(`Cannot report ${name}: it was not measured`);
  const { perSecond, p50, p99 } = over;
  if (!baseline) return judged({ name, perSecond, p50, p99 }, perSecond, budget);
  const ratio = perSecond / baseline.perSecond;
  return judged({ name, perSecond, p50, p99, baseline: baseline.perSecond, ratio }, ratio, budget);
}

/** A latency over another one. */
export function latencyRow(
  name: string,
  over: Measured,
  { baseline, budget }: { baseline: Measured; budget: Budget },
): Row {
  const { perSecond, p50, p99 } = over;
  const ratio = p99 / baseline.p99;
  return judged({ name, perSecond, p50, p99, baseline: baseline.p99, ratio }, ratio, budget);
}

/** The median of some calls (ms) against a limit of time. */
export function medianRow(name: string, latencies: readonly number[], budget: { readonly atMost: number }): Row {
  const sorted = latencies.toSorted((a, b) => a - b);
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return judged({ name, perSecond: 1_000 / p50, p50, p99: sorted.at(-1) ?? 0 }, p50, budget);
}

/** The slowest of a hundred calls (ms) against a limit of time. */
export function tailRow(name: string, latencies: readonly number[], budget: { readonly atMost: number }): Row {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p99] = [at(0.5), at(0.99)];
  return judged({ name, perSecond: 1_000 / p50, p50, p99 }, p99, budget);
}

function judged(row: Row, value: number, budget: Budget | undefined): Row {
  if (!budget) return row;
  return { ...row, budget, met: "atLeast" in budget ? value >= budget.atLeast : value <= budget.atMost };
}

/** The rows as a Markdown table, for eyes and for the README. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.name,
    amount(row.perSecond),
    `${row.p50.toFixed(1)} / ${row.p99.toFixed(1)}`,
    row.baseline === undefined ? "" : amount(row.baseline),
    row.ratio === undefined ? "" : row.ratio.toFixed(2),
    row.budget ? budgetText(row.budget) : "",
    row.met === undefined ? "" : row.met ? "yes" : "**no**",
  ]);
  const all = [["What", "per second", "p50 / p99 ms", "compared with", "ratio", "budget", "met"], ...lines];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((line) => (line[column] ?? "").length)));
  const text = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = all;
  return [text(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(text)].join("\n");
}

function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1);
}

function budgetText(budget: Budget): string {
  if ("atLeast" in budget) return `≥ ${budget.atLeast.toLocaleString("en")}`;
  return `≤ ${budget.atMost.toLocaleString("en")}`;
}
