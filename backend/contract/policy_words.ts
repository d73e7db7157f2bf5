import { formatNaira, formatTokens, tokensOf } from "./money.ts";
import type { Policy } from "./policy.ts";

/** The rules that admins may change; version and date come with the change. */
export type PolicyRule = Exclude<keyof Policy, "version" | "effectiveFrom">;

/** What a rule is called, and how admins write it: `perInput` of its stored unit make one of what they type. */
interface RuleWords {
  readonly label: string;
  readonly unit: string;
  readonly perInput: number;
  say(value: number): string;
}

const HOUR_MS = 3_600_000;

/** Every rule in plain words, in reading order. */
export const RULE_WORDS: Readonly<Record<PolicyRule, RuleWords>> = {
  rewardMsPerUnit: {
    ...{ label: "Listening time for 0.01 tokens", unit: "seconds", perInput: 1_000 },
    say: (ms) => `${plain(ms / 1_000)} seconds for 0.01 tokens (${plain(round(600 / (ms / 1_000) / 1_000))} a minute)`,
  },
  dailyRewardedMs: {
    ...{ label: "Rewarded listening per person per day", unit: "hours", perInput: HOUR_MS },
    say: (ms) => `${plain(round(ms / HOUR_MS))} hours`,
  },
  dailyPoolUnits: {
    ...{ label: "Daily reward pool", unit: "tokens", perInput: 100 },
    say: (units) => `${plain(tokensOf(units))} tokens`,
  },
  dailyFreePlays: {
    ...{ label: "Daily free plays", unit: "plays", perInput: 1 },
    say: (plays) => `${plain(plays)} plays`,
  },
  extraPlayUnits: { label: "Price of an extra play", unit: "tokens", perInput: 100, say: sayTokens },
  minimumWithdrawalUnits: { label: "Minimum withdrawal", unit: "tokens", perInput: 100, say: sayTokens },
  secondApproverAboveUnits: {
    ...{ label: "Second approval needed above", unit: "tokens", perInput: 100, say: sayTokens },
  },
  premiumMonthKobo: { label: "Premium per month", unit: "naira", perInput: 100, say: formatNaira },
  koboPerDollar: { label: "Dollar rate for gifts", unit: "naira", perInput: 100, say: formatNaira },
};

export const POLICY_RULES = Object.keys(RULE_WORDS) as PolicyRule[];

/** A rule before and after a change, in words. */
export interface PolicyDifference {
  readonly rule: PolicyRule;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** The differences between two policies, in plain words. */
export function policyDifferences(before: Policy, after: Policy): PolicyDifference[] {
  return POLICY_RULES.filter((rule) => before[rule] !== after[rule]).map((rule) => {
    const { label, say } = RULE_WORDS[rule];
    return { rule, label, before: say(before[rule]), after: say(after[rule]) };
  });
}

function sayTokens(units: number): string {
  return `${formatTokens(units)} tokens`;
}

function plain(value: number): string {
  return value.toLocaleString("en-NG", { maximumFractionDigits: 3 });
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
