import type { Policy } from "@contract/policy_rules.ts";
import { needsOfLevel1 } from "@contract/trust.ts";
import { tokensOf } from "@contract/money.ts";
import { plural } from "./format.ts";
import { shortNaira } from "./naira.ts";

/** What a new account earns and how that grows, of the rules in force: the promise to visitors. */
export function newAccountWords(
  rules: Pick<Policy, "dailyUnitsLevel0" | "dailyUnitsLevel1" | "level1AccountAgeMs">,
): string {
  const [first, then] = [rules.dailyUnitsLevel0, rules.dailyUnitsLevel1].map((units) => shortNaira(tokensOf(units)));
  const steps = plural(needsOfLevel1(rules).length, "step");
  return `A new account earns up to ${first} a day, and ${then} after ${steps}.`;
}
