import { runFaults } from "./run_faults.ts";

/**
 * `deno task faults [--seconds 60] [--seed n] [--shards 1] [--events 0]`: writers with duplicates and reorders while everything under
 * them fails, and the proof afterwards. The same seed makes the same commands and the same order of faults again; `--events` stand in
 * the log beforehand.
 */
if (import.meta.main) {
  const valueOf = (flag: string) => Deno.args.includes(flag) ? Deno.args[Deno.args.indexOf(flag) + 1] : undefined;
  const seed = Number(valueOf("--seed") ?? Math.floor(Math.random() * 2 ** 31));
  const number = (flag: string, otherwise: number) => Number(valueOf(flag) ?? otherwise);
  const options = {
    seed,
    seconds: number("--seconds", 60),
    shards: number("--shards", 1),
    events: number("--events", 0),
  };
  console.log(`Seed ${seed}: --seed ${seed} --shards ${options.shards} --events ${options.events} repeats this run`);
  const report = await runFaults({ ...options, log: (line) => console.log(`  ${line}`) });
  for (const [name, times] of report.faults) console.log(`${times} × ${name}`);
  for (const reason of report.leftOut) console.log(`skipped: ${reason}`);
  console.log(`${report.answers} answers to ${report.commands} commands, ${report.refused} of them refused`);
  for (const problem of report.problems.slice(0, 50)) console.log(`WRONG: ${problem}`);
  console.log(report.problems.length === 0 ? "Nothing is wrong" : `${report.problems.length} things are wrong`);
  if (report.problems.length > 0) Deno.exitCode = 1;
}
