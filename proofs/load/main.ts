import { readOptions } from "../parts/options.ts";
import { tableOf } from "../parts/table.ts";
import { PEAK } from "./day.ts";
import { load } from "./load.ts";

/**
 * `deno task proofs load [--listeners 500] [--minutes 2] [--seed n] [--apart]`: a day of many listeners within minutes, and
 * its figures; with `--apart` one process answers and another works. Exit code 1 where a request failed or the books are
 * wrong.
 */
if (import.meta.main) {
  const { number, has } = readOptions({ values: ["listeners", "minutes", "seed"], flags: ["apart"] });
  const [listeners, seconds] = [number("listeners", 500), number("minutes", 2) * 60];
  const report = await load({
    listeners,
    seconds,
    seed: number("seed", 1),
    isApart: has("apart"),
    log: (line) => console.log(line),
  });
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  console.log(tableOf(
    ["What", "asked", "failed", "p50 ms", "p95 ms", "p99 ms", "max ms"],
    report.kinds.map(({ kind, asked, failed, p50, p95, p99, max }) => {
      return [kind, String(asked), String(failed), ...[p50, p95, p99, max].map(ms)];
    }),
  ));
  for (const failure of report.failures.slice(0, 10)) console.log(`FAILED ${failure.slice(0, 160)}`);
  const { mostPerSecond, meanPerSecond, behindMs, credited, bytesPerPlay, processes } = report;
  const real = Math.round(listeners * 86_400 / seconds);
  console.log(
    `The same in real time: a day of ${real} listeners, whose busiest hour is ${PEAK.toFixed(1)} times the mean`,
  );
  for (const { role, cpuSeconds, memoryMb } of processes) {
    console.log(`The process of role ${role}: ${(cpuSeconds / seconds).toFixed(2)} cores, at most ${memoryMb} MB`);
  }
  console.log(report.verified);
  console.log(
    `${
      meanPerSecond.toFixed(0)
    } requests a second, ${mostPerSecond} in the busiest, ${report.failures.length} failed. ` +
      `${credited} plays credited, ${bytesPerPlay} bytes each. Followers were there after ` +
      `${(behindMs / 1_000).toFixed(1)} s`,
  );
  if (report.failures.length > 0 || !report.verified.includes("Nothing is wrong")) Deno.exitCode = 1;
}
