import { readOptions } from "../parts/options.ts";
import { rollingRestart } from "./rolling_restart.ts";

/**
 * `deno task proofs restart [--requests 10000] [--changed users,plays]`: restarts two processes one after the other under
 * load, with `--changed` into a version that builds these projections anew; no request may fail.
 */
if (import.meta.main) {
  const options = readOptions({ values: ["requests", "changed"] });
  const requests = options.number("requests", 10_000);
  const changed = options.text("changed")?.split(",") ?? [];
  const report = await rollingRestart({ requests, people: 16, seed: 1, changed, log: (line) => console.log(line) });
  for (const [what, count] of report.done) console.log(`${count} ${what}`);
  console.log(`${report.resumedStreams} streams were cut and went on by Range`);
  console.log(`The longest request took ${(report.longestMs / 1_000).toFixed(1)} s`);
  for (const failure of report.failures.slice(0, 50)) console.log(`FAILED: ${failure}`);
  console.log(`${report.failures.length} of ${report.requests} requests failed`);
  if (report.failures.length > 0) Deno.exitCode = 1;
}
