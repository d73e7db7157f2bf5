import { policyAt } from "./policies.ts";
import type { Policy } from "../../backend/contract/policy_rules.ts";
import { monthStart } from "../../backend/contract/royalties.ts";

/**
 * The tax of a Lagos month's royalties, whenever they settle, in hundredths of a percent: what was in force when the month
 * began. `policies` as readPolicies answers them.
 */
export function taxRateOf(policies: readonly Policy[], month: string): number {
  return policyAt(policies, monthStart(month)).royaltyTaxBasisPoints;
}
