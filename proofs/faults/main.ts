import { readOptions } from "../parts/options.ts";
import { runFaults } from "./run_faults.ts";

/**
 * `deno task proofs faults [--seconds 60] [--seed n] [--shards 1] [--events 0]`: writers with duplicates and reorders while
 * everything under them fails, and the proof afterwards. The same seed makes the same commands and the same order of faults
 * again; `--events` are in the log beforehand.
 */
if (import.meta.main) {
  const asked = readOptions({ values: ["seconds", "seed", "shards", "events"] });
  const options = {
    seed: asked.seed(),
    seconds: asked.number("seconds", 60),
    shards: asked.number("shards", 1),
    events: asked.number("events", 0),
  };
  const { seed, shards, events } = options;
  console.log(`Seed ${seed}: --seed ${seed} --shards ${shards} --events ${events} repeats this run`);
  const report = await runFaults({ ...options, log: (line) => console.log(`  ${line}`) });
  for (const [name, times] of report.faults) console.log(`${times} × ${name}`);
  for (const reason of report.leftOut) console.log(`skipped: ${reason}`);
  for (const problem of report.problems.slice(0, 50)) console.log(`WRONG: ${problem}`);
  console.log(
    `${report.answers} answers to ${report.commands} commands, ${report.refused} of them refused: ` +
      (report.problems.length === 0 ? "nothing is wrong" : `${report.problems.length} things are wrong`),
  );
  if (report.problems.length > 0) Deno.exitCode = 1;
}
