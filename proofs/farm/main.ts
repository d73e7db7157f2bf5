import { FIRST_POLICY } from "../../backend/contract/policy_rules.ts";
import { readOptions } from "../parts/options.ts";
import { ASSUMED } from "./economy.ts";
import { economyReport } from "./economy_report.ts";
import { reportOf, targetsOf, targetTable } from "./report.ts";
import { runTown } from "./town.ts";

/** A town of a tenth of the size. */
const SMALL_SHARE = 0.1;
const LEVELS = [0, 1] as const;

/**
 * `deno task proofs farm --economy [--sim 150] …`: what each kind of account and ring brings and costs, by the policy alone.
 * `deno task proofs farm [--seed n] [--days 7] [--small]`: a town with farms lives on the real service, once with farms of
 * level-0 accounts and once of level-1 accounts. Exit code 1 when a target is missed.
 */
if (import.meta.main) {
  const assumptions = Object.keys(ASSUMED) as (keyof typeof ASSUMED)[];
  const asked = readOptions({ values: ["seed", "days", ...assumptions], flags: ["small", "economy"] });
  if (asked.has("economy")) {
    const assumed = Object.fromEntries(assumptions.map((name) => [name, asked.number(name, ASSUMED[name])]));
    console.log(economyReport(FIRST_POLICY, { ...ASSUMED, ...assumed }));
    Deno.exit();
  }
  const [seed, days] = [asked.seed(), asked.number("days", 7)];
  const share = asked.has("small") ? SMALL_SHARE : 1;
  console.log(`# Seed ${seed}: --seed ${seed} --days ${days}${share < 1 ? " --small" : ""} lives the same days again`);
  let [met, missed] = [0, 0];
  for (const level of LEVELS) {
    const run = await runTown({ seed, days, share, level, say: (line) => console.error(line) });
    const targets = targetsOf(run);
    console.log(`\n${reportOf(run)}\n\n${targetTable(targets)}`);
    met += targets.filter((one) => one.met).length;
    missed += targets.filter((one) => !one.met).length;
  }
  console.log(`\n${met} of ${met + missed} targets are met`);
  if (missed > 0) Deno.exitCode = 1;
}
