import { quantilesOf } from "./quantiles.ts";
import { pause } from "./waiting.ts";

/** The results of a round of load. Latencies in ms. */
export interface Measured {
  /** Units of work (an append is 1, a batch of plays as many as it holds). */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Calls that were timed. */
  readonly calls: number;
  /** Units of work that they did together. */
  readonly units: number;
}

/** One call of producer number `producer`; answers how many units of work it was, 1 when it answers nothing. */
type Work = (producer: number) => Promise<number | void>;

/** As many producers as told, each with one call in flight: finds the most that goes through. */
export async function closedLoop(producers: number, ms: number, work: Work): Promise<Measured> {
  const started = performance.now();
  const until = started + ms;
  const latencies: number[] = [];
  let units = 0;
  await Promise.all(Array.from({ length: producers }, async (_, producer) => {
    for (let from = performance.now(); from < until; from = performance.now()) {
      const done = await work(producer);
      units += done ?? 1;
      latencies.push(performance.now() - from);
    }
  }));
  return summarize(latencies, units, performance.now() - started);
}

/**
 * Calls at a fixed rate, whether earlier ones have come back or not. A latency counts from the moment the call was due,
 * so that a stall shows in all the calls it made wait.
 */
export async function openLoop(callsPerSecond: number, ms: number, work: Work): Promise<Measured> {
  const started = performance.now();
  const latencies: number[] = [];
  const calls: Promise<void>[] = [];
  let units = 0;
  const total = Math.floor(callsPerSecond * ms / 1_000);
  for (let next = 0; next < total;) {
    const due = started + next * 1_000 / callsPerSecond;
    const now = performance.now();
    if (due > now) {
      await pause(Math.max(1, due - now));
      continue;
    }
    calls.push(
      work(next++).then((done) => {
        units += done ?? 1;
        latencies.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(calls);
  return summarize(latencies, units, performance.now() - started);
}

/** One side of a comparison. A round must leave nothing running. */
export interface Contender {
  readonly name: string;
  round(ms: number): Promise<Measured>;
}

/**
 * Rounds of all contenders in turn, so that what else the machine does meets all of them, after one short round that
 * does not count. Answers the round of each with the median throughput.
 */
export async function interleaved(
  contenders: readonly Contender[],
  { rounds, ms }: { rounds: number; ms: number },
): Promise<Map<string, Measured>> {
  const seen = new Map(contenders.map((contender) => [contender, [] as Measured[]]));
  for (const contender of contenders) await contender.round(Math.min(ms, 500));
  for (let round = 0; round < rounds; round++) {
    for (const [contender, measured] of seen) measured.push(await contender.round(ms));
  }
  return new Map([...seen].map(([contender, measured]) => [contender.name, medianRound(measured)]));
}

/** The middle round by its rate: a hiccup of the machine decides nothing. */
export function medianRound(rounds: readonly Measured[]): Measured {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) throw new Error("Cannot take the median of no rounds");
  return median;
}

function summarize(latencies: number[], units: number, ms: number): Measured {
  const [p50 = 0, p99 = 0] = quantilesOf(latencies, 0.5, 0.99);
  return { perSecond: units * 1_000 / ms, p50, p99, calls: latencies.length, units };
}
