import { type PolicyRule, RULE_WORDS } from "./policy_words.ts";

const HOUR_MS = 3_600_000;
const TOKEN = 100;
const NAIRA = 100;

/** Smallest and largest value of each rule, in its stored unit: a slip of the hand must not empty the pool. */
const BOUNDS: Readonly<Record<PolicyRule, readonly [least: number, most: number]>> = {
  rewardMsPerUnit: [500, 600_000],
  dailyRewardedMs: [0, 24 * HOUR_MS],
  dailyPoolUnits: [0, 10_000_000 * TOKEN],
  dailyFreePlays: [0, 1_000],
  extraPlayUnits: [1, 1_000 * TOKEN],
  minimumWithdrawalUnits: [TOKEN, 1_000_000 * TOKEN],
  secondApproverAboveUnits: [0, 10_000_000 * TOKEN],
  premiumMonthKobo: [50 * NAIRA, 1_000_000 * NAIRA],
  koboPerDollar: [NAIRA, 100_000 * NAIRA],
};

/** What the field says when its value is outside of what is sensible; undefined when it is fine. */
export function ruleProblem(name: PolicyRule, value: number): string | undefined {
  const { label, perInput, unit } = RULE_WORDS[name];
  const [least, most] = BOUNDS[name];
  const text = (stored: number) => (stored / perInput).toLocaleString("en-NG", { maximumFractionDigits: 3 });
  if (!Number.isInteger(value)) {
    const steps = perInput === 1 ? "a whole number" : `a number in steps of ${1 / perInput}`;
    return `${label}: enter ${steps}`;
  }
  if (value >= least && value <= most) return undefined;
  return `${label}: between ${text(least)} and ${text(most)} ${unit}`;
}
