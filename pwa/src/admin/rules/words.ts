import type { ThresholdUnit, TrustRuleSummary } from "@contract/trust_rules.ts";

/** A rule's code as people read it. */
export function ruleName(rule: string): string {
  const words = rule.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many of a threshold one unit in the form is: shares are shown as percent. */
export function scaleOf(unit: ThresholdUnit): number {
  return unit === "share" ? 100 : 1;
}

/** A threshold with its unit. */
export function thresholdWords({ unit, threshold }: Pick<TrustRuleSummary, "unit" | "threshold">): string {
  const shown = Number((threshold * scaleOf(unit)).toFixed(1));
  return unit === "share" ? `${shown} %` : `${shown} ${unit}`;
}
