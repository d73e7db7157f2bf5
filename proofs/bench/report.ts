import type { Measured } from "../parts/measure.ts";
import { quantilesOf } from "../parts/quantiles.ts";
import { tableOf } from "../parts/table.ts";

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
  /** Of one call: processor time of the service's process, statements, and rounds in which they went. */
  readonly cost?: Partial<Omit<Cost, "measured">>;
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

/** What a call costs the service's process, over what another one costs: a part of its rate, whatever else runs. */
export function costRow(
  name: string,
  { measured: { perSecond, p50, p99 }, ...cost }: Cost,
  { baseline, atLeast }: { readonly baseline: Cost; readonly atLeast?: number | undefined },
): Row {
  const ratio = baseline.cpuMs / cost.cpuMs;
  const row = { name, perSecond, p50, p99, baseline: baseline.measured.perSecond, ratio, cost };
  return judged(row, ratio, atLeast === undefined ? undefined : { atLeast });
}

/** Processor time of one play (ms) against a limit, with the parts that it is the sum of. */
export function playCostRow(
  name: string,
  { perSecond, p50, p99 }: Measured,
  { parts, atMost }: { readonly parts: Readonly<Record<string, number>>; readonly atMost?: number },
): Row {
  const cpuMs = Object.values(parts).reduce((sum, one) => sum + one, 0);
  const said = Object.entries(parts).filter(([, ms]) => ms >= cpuMs / 50).map(([part, ms]) =>
    `${part} ${ms.toFixed(2)}`
  );
  const row = { name: `${name}: ${said.join(", ")}`, perSecond, p50, p99, cost: { cpuMs } };
  return judged(row, cpuMs, atMost === undefined ? undefined : { atMost });
}

interface Cost {
  readonly measured: Measured;
  readonly cpuMs: number;
  readonly statements: number;
  readonly rounds: number;
}

/** The median of some calls (ms), or the slowest of a hundred, against a limit of time. */
export function latenciesRow(
  name: string,
  latencies: readonly number[],
  { of, atMost }: { readonly of: "p50" | "p99"; readonly atMost: number },
): Row {
  const [p50 = 0, p99 = 0] = quantilesOf(latencies, 0.5, 0.99);
  return judged({ name, perSecond: 1_000 / p50, p50, p99 }, { p50, p99 }[of], { atMost });
}

function judged(row: Row, value: number, budget: Budget | undefined): Row {
  if (!budget) return row;
  return { ...row, budget, met: "atLeast" in budget ? value >= budget.atLeast : value <= budget.atMost };
}

/** The rows as a Markdown table, for eyes and for RESULTS.md. */
export function textOf(rows: readonly Row[]): string {
  const areCosts = rows.some(({ cost }) => cost);
  return tableOf(
    [
      ...["What", "per second", "p50 / p99 ms", ...areCosts ? ["processor ms", "statements", "rounds"] : []],
      ...["compared with", "ratio", "budget", "met"],
    ],
    rows.map(({ name, perSecond, p50, p99, baseline, ratio, budget, met, cost }) => [
      name,
      amount(perSecond),
      `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
      ...areCosts
        ? [cost?.cpuMs?.toFixed(2) ?? "", cost?.statements?.toFixed(1) ?? "", cost?.rounds?.toFixed(0) ?? ""]
        : [],
      baseline === undefined ? "" : amount(baseline),
      ratio === undefined ? "" : ratio.toFixed(2),
      budget === undefined ? "" : budgetText(budget),
      met === undefined ? "" : met ? "yes" : "**no**",
    ]),
  );
}

function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1);
}

function budgetText(budget: Budget): string {
  if ("atLeast" in budget) return `≥ ${budget.atLeast.toLocaleString("en")}`;
  return `≤ ${budget.atMost.toLocaleString("en")}`;
}
