import type { Policy } from "../../contract/policy_rules.ts";
import type { TrustLevel } from "../../contract/trust.ts";
import { firstUnitsOf, halvesOf } from "./state.ts";

/** What a day's pool still has for an account that has earned so many units of the day: its first tokens, and the rest. */
export function poolLeftFor(
  policy: Pick<Policy, "dailyPoolUnits" | "firstTokensPoolPercent" | "firstTokensUnits">,
  { used, level, units }: {
    readonly used: { readonly all: number; readonly first: number };
    readonly level: TrustLevel;
    readonly units: number;
  },
): number {
  const { keptUnits, openUnits } = halvesOf(policy);
  const first = firstUnitsOf({ allowed: Infinity, units, isLate: false, level }, policy);
  const open = Math.max(0, openUnits - (used.all - used.first));
  return open + Math.max(0, Math.min(first, keptUnits - used.first));
}
