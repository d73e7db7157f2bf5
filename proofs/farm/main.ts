import { parseArguments } from "../../backend/tools/tool.ts";
import { reportOf, targetsOf, targetTable } from "./report.ts";
import { runTown } from "./town.ts";

/** A town of a tenth of the size. */
const SMALL_SHARE = 0.1;
const LEVELS = [0, 1] as const;

/**
 * `deno task farm [--seed n] [--days 7] [--small]`: a town with farms lives on the real service, once with farms of
 * level-0 accounts and once of level-1 accounts. Exit code 1 when a target is missed.
 */
if (import.meta.main) {
  const { options } = parseArguments(Deno.args, ["seed", "days"]);
  const seed = Number(options.get("seed") ?? Math.floor(Math.random() * 2 ** 31));
  const days = Number(options.get("days") ?? 7);
  const share = options.has("small") ? SMALL_SHARE : 1;
  console.log(`# Seed ${seed}: --seed ${seed} --days ${days}${share < 1 ? " --small" : ""} lives the same days again`);
  let isMissed = false;
  for (const level of LEVELS) {
    const run = await runTown({ seed, days, share, level, say: (line) => console.error(line) });
    const targets = targetsOf(run);
    console.log(`\n${reportOf(run)}\n\n${targetTable(targets)}`);
    isMissed ||= targets.some(({ met }) => !met);
  }
  if (isMissed) Deno.exitCode = 1;
}
