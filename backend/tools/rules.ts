import { parseBy } from "../http/validate.ts";
import { InvalidRequest } from "../http/problems.ts";
import { RuleTrialQuery } from "../contract/requests/trust_rules.ts";
import type { RuleTrial } from "../contract/trust_rules.ts";
import { readEpochs } from "../store/log/epochs.ts";
import { ShardMap } from "../store/log/shard.ts";
import { StartError } from "../start/start_error.ts";
import { listRules, tryRule } from "../trust/rule/trial.ts";
import { runTool } from "./tool.ts";

/** A command line has time, but the machine has others to serve. */
const BOUNDS = { mostPeople: 1_000_000, mostMs: 600_000 };

/**
 * `deno task rules`: every rule of trust. With `--try <rule> --from <day> --to <day>` what it would have voided on these
 * days, and with `--threshold` and `--points` other than today's. Exit code 1 where the rule broke.
 */
if (import.meta.main) {
  const withValue = ["try", "from", "to", "threshold", "points"];
  await runTool({ withValue }, async ({ sql, args: { options } }) => {
    const rule = options.get("try");
    if (rule === undefined) {
      console.table(listRules());
      return;
    }
    const given = Object.fromEntries(
      withValue.slice(1).flatMap((name) => {
        const value = options.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const shards = new ShardMap(await readEpochs(sql));
    const deps = { store: { sql, shards }, shardOf: (id: string) => shards.shardOf(id), now: () => Date.now() };
    const found = await tryRule(deps, { rule: String(rule), ...askedOf(given) }, BOUNDS);
    if (!found) throw new StartError(`there is no rule "${rule}": deno task rules lists them`);
    print(found);
    if (found.failed.count > 0) Deno.exitCode = 1;
  });
}

function askedOf(given: object) {
  try {
    return parseBy(RuleTrialQuery, given, { missing: "--try needs --from and --to: Lagos days like 2026-06-01" });
  } catch (error) {
    throw error instanceof InvalidRequest ? new StartError(error.message) : error;
  }
}

function print({ rule, threshold, points, from, to, ...found }: RuleTrial): void {
  const { lookedAt, isPartial, people, groups, tokens, naira, reach, failed, samples, honest } = found;
  console.log(`${rule.rule}, version ${rule.version}: ${rule.looksFor}`);
  console.log(`Tried with threshold ${threshold} (now ${rule.threshold}) and ${points} points (now ${rule.points})`);
  const part = isPartial ? ", and there are more" : "";
  console.log(`${from} to ${to}: ${lookedAt} ${rule.of} looked at${part}`);
  const inGroups = rule.of === "groups" ? ` in ${groups} groups` : "";
  console.log(`Would have voided ${tokens} tokens (NGN ${naira.toFixed(2)}) of ${people} people${inGroups}`);
  for (const { score, now, tried } of reach) {
    console.log(`Score ${score} or more: ${now} now, ${tried} with the change`);
  }
  console.log(
    `Honest set: hits ${honest.hits.length} of ${honest.all}${honest.hits.map((who) => `\n  ${who}`).join("")}`,
  );
  if (failed.count > 0) console.log(`The rule broke on ${failed.count} ${rule.of}: ${failed.message}`);
  if (samples.length > 0) console.table(samples);
}
