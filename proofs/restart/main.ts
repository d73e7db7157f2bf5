import { readOptions } from "../parts/options.ts";
import { rollingRestart } from "./rolling_restart.ts";

/** `deno task proofs restart [--requests 10000]`: restarts two processes one after the other under load; no request may fail. */
if (import.meta.main) {
  const requests = readOptions({ values: ["requests"] }).number("requests", 10_000);
  const report = await rollingRestart({ requests, people: 16, seed: 1, log: (line) => console.log(line) });
  for (const [what, count] of report.done) console.log(`${count} ${what}`);
  console.log(`${report.resumedStreams} streams were cut and went on by Range`);
  for (const failure of report.failures.slice(0, 50)) console.log(`FAILED: ${failure}`);
  console.log(`${report.failures.length} of ${report.requests} requests failed`);
  if (report.failures.length > 0) Deno.exitCode = 1;
}
