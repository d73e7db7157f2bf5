import { parseBy } from "../../http/validate.ts";
import { InvalidRequest } from "../../http/problems.ts";
import { RuleTrialQuery } from "../../contract/requests/trust_rules.ts";
import type { RuleTrial } from "../../contract/trust_rules.ts";
import { readEpochs } from "../../store/log/epochs.ts";
import { ShardMap } from "../../store/log/shard.ts";
import { StartError } from "../../start/start_error.ts";
import { listRules, tryRule } from "../../trust/rule/trial.ts";
import { openTool } from "./tool.ts";

/** A command line has time, but the machine has others to serve. */
const BOUNDS = { mostPeople: 1_000_000, mostMs: 600_000 };

interface RuleOptions {
  readonly try?: string | undefined;
  /** Lagos days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly threshold?: string | undefined;
  readonly points?: string | undefined;
}

/**
 * `orin rules`: every rule of trust, or what the one to `try` would have voided on some days, also with another
 * threshold and other points than today's. Exit code 1 where the rule broke.
 */
export async function listOrTryRules({ try: rule, ...asked }: RuleOptions): Promise<void> {
  await using tool = await openTool();
  const { sql } = tool;
  if (rule === undefined) {
    console.table(listRules());
    return;
  }
  const shards = new ShardMap(await readEpochs(sql));
  const deps = { store: { sql, shards }, shardOf: (id: string) => shards.shardOf(id), now: () => Date.now() };
  const found = await tryRule(deps, { rule, ...askedOf(asked) }, BOUNDS);
  if (!found) throw new StartError(`there is no rule "${rule}": deno task orin rules lists them`);
  print(found);
  if (found.failed.count > 0) Deno.exitCode = 1;
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
