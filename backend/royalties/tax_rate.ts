import { policyAt, readPolicies } from "../../projections/policies.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { monthOf, monthStart } from "../contract/royalties.ts";
import type { Deps } from "../deps.ts";

/**
 * The tax of a Lagos month's royalties, whenever they settle, in hundredths of a percent: what was in force when the month
 * began. `policies` as readPolicies answers them.
 */
export function taxRateOf(policies: readonly Policy[], month: string): number {
  return policyAt(policies, monthStart(month)).royaltyTaxBasisPoints;
}

/** The tax of this month's royalties, percent. */
export async function taxPercentNow({ store, now }: Pick<Deps, "store" | "now">): Promise<number> {
  return taxRateOf(await readPolicies(store.sql), monthOf(now())) / 100;
}
