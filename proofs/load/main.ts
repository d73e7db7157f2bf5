import { parseArguments } from "../../backend/tools/tool.ts";
import { PEAK } from "./day.ts";
import { load } from "./load.ts";

/** `deno task load [--listeners 500] [--minutes 2] [--seed n]`: a day of many listeners within minutes, and its figures. */
if (import.meta.main) {
  const { options } = parseArguments(Deno.args, ["listeners", "minutes", "seed"]);
  const number = (name: string, otherwise: number) => Number(options.get(name) ?? otherwise);
  const [listeners, seconds] = [number("listeners", 500), number("minutes", 2) * 60];
  const report = await load({ listeners, seconds, seed: number("seed", 1), log: (line) => console.log(line) });
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)}`.padStart(8);
  console.log("                  asked  failed  p50 ms  p95 ms  p99 ms  max ms");
  for (const { kind, asked, failed, p50, p95, p99, max } of report.kinds) {
    const counts = `${String(asked).padStart(9)}${String(failed).padStart(8)}`;
    console.log(`${kind.padEnd(14)}${counts}${[p50, p95, p99, max].map(ms).join("")}`);
  }
  for (const failure of report.failures.slice(0, 10)) console.log(`FAILED ${failure.slice(0, 160)}`);
  const { mostPerSecond, meanPerSecond, behindMs, credited, bytesPerPlay, cpuSeconds, memoryMb } = report;
  console.log(
    `${meanPerSecond.toFixed(0)} requests a second, ${mostPerSecond} in the busiest. ${credited} plays credited, ` +
      `${bytesPerPlay} bytes each. Followers were there after ${(behindMs / 1_000).toFixed(1)} s`,
  );
  console.log(`The service's process: ${(cpuSeconds / seconds).toFixed(2)} cores, at most ${memoryMb} MB`);
  const real = Math.round(listeners * 86_400 / seconds);
  console.log(
    `The same in real time: a day of ${real} listeners, whose busiest hour is ${PEAK.toFixed(1)} times the mean`,
  );
  console.log(report.verified);
  if (report.failures.length > 0 || !report.verified.includes("Nothing is wrong")) Deno.exitCode = 1;
}
