import { formatNaira, formatTokensWithNaira } from "./money.ts";
import type { TrustLevel } from "./trust.ts";
import { CLOSE_LOOK_SCORE, HIGH_SCORE } from "./trust_rules.ts";

interface Rule {
  /** Its value in the first policy of every installation, in its stored unit. */
  readonly first: number;
  /** Of a rule that came later: the version of `PolicyChanged` that holds it first. Older policies get its first value. */
  readonly since?: number;
  /** Smallest and largest value, in its stored unit: a slip of the hand must not empty the pool. */
  readonly bounds: readonly [least: number, most: number];
  readonly label: string;
  /** How admins write it: `perInput` of its stored unit make one of what they type. */
  readonly unit: string;
  readonly perInput: number;
  /**
   * Which way lets more money out, or past fewer eyes: such a change needs two sides and a day. `either`: one way takes
   * from some, the other from others. `beyondPercent`: either way, further than this from what it was within the last week.
   */
  readonly loosens?: "up" | "down" | "either" | { readonly beyondPercent: number };
  say(value: number): string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TOKEN = 100;
const NAIRA = 100;

/** Every rule that admins may change, in reading order: a new one is one more row. Amounts in units or kobo, times in ms. */
export const RULES = {
  rewardMsPerUnit: {
    loosens: "down",
    ...{ first: 3_000, bounds: [500, 600_000] },
    ...{ label: "Listening time for 0.01 tokens", unit: "seconds", perInput: 1_000 },
    say: (ms) => `${plain(ms / 1_000)} seconds for ${formatTokensWithNaira(1)}, ₦${plain(round(600 / ms))} a minute`,
  },
  dailyRewardedMs: {
    loosens: "up",
    ...{ first: 2 * HOUR_MS, bounds: [0, 24 * HOUR_MS] },
    ...{ label: "Rewarded listening per person per day", unit: "hours", perInput: HOUR_MS },
    say: (ms) => `${plain(round(ms / HOUR_MS))} hours`,
  },
  dailyUnitsLevel0: {
    loosens: "up",
    ...{ first: 2 * TOKEN, bounds: [0, 10_000 * TOKEN] },
    ...{ label: "Most tokens a day at level 0", unit: "tokens", since: 2, perInput: TOKEN, say: formatTokensWithNaira },
  },
  dailyUnitsLevel1: {
    loosens: "up",
    ...{ first: 24 * TOKEN, bounds: [0, 10_000 * TOKEN] },
    ...{
      label: "Most tokens a day from level 1 on",
      unit: "tokens",
      since: 2,
      perInput: TOKEN,
      say: formatTokensWithNaira,
    },
  },
  level1AccountAgeMs: {
    loosens: "down",
    ...{ first: 7 * DAY_MS, bounds: [0, 365 * DAY_MS] },
    ...{ label: "Age of an account at level 1", unit: "days", since: 2, perInput: DAY_MS },
    say: (ms) => `${plain(round(ms / DAY_MS))} days`,
  },
  accountsPerPhone: {
    loosens: "up",
    ...{ first: 3, bounds: [1, 100] },
    ...{ label: "Accounts that one phone number proves", unit: "accounts", since: 2, perInput: 1 },
    say: (accounts) => `${plain(accounts)} accounts`,
  },
  dailyPoolUnits: {
    loosens: "up",
    ...{ first: 50_000 * TOKEN, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Daily reward pool", unit: "tokens", perInput: TOKEN, say: formatTokensWithNaira },
  },
  latePoolPercent: {
    loosens: "up",
    ...{ first: 25, since: 3, bounds: [0, 100] },
    ...{ label: "Share of the pool for plays recorded a day late or later", unit: "percent", perInput: 1 },
    say: (percent) => `${plain(percent)}% of the pool`,
  },
  firstTokensPoolPercent: {
    loosens: "either",
    ...{ first: 50, since: 10, bounds: [0, 100] },
    ...{ label: "Share of the pool kept for everyone's first tokens of a day, from level 1 on", unit: "percent" },
    ...{ perInput: 1, say: (percent) => `${plain(percent)}% of the pool` },
  },
  firstTokensUnits: {
    loosens: "either",
    ...{ first: 6 * TOKEN, since: 10, bounds: [0, 10_000 * TOKEN] },
    ...{ label: "First tokens of a day", unit: "tokens", perInput: TOKEN, say: formatTokensWithNaira },
  },
  settlingMs: {
    loosens: "down",
    ...{ first: 72 * HOUR_MS, since: 4, bounds: [0, 30 * 24 * HOUR_MS] },
    ...{ label: "Rewards settle after", unit: "hours", perInput: HOUR_MS },
    say: (ms) => ms === 0 ? "no time" : `${plain(round(ms / HOUR_MS))} hours`,
  },
  giftSettlingMs: {
    loosens: "down",
    ...{ first: 14 * DAY_MS, since: 5, bounds: [0, 180 * DAY_MS] },
    ...{ label: "Gifts by card settle after", unit: "days", perInput: DAY_MS },
    say: (ms) => `${plain(round(ms / DAY_MS))} days`,
  },
  knownGiftSettlingMs: {
    loosens: "down",
    ...{ first: 7 * DAY_MS, since: 5, bounds: [0, 180 * DAY_MS] },
    ...{
      label: "Gifts by card settle after, between a known giver and a known artist",
      unit: "days",
      perInput: DAY_MS,
    },
    say: (ms) => `${plain(round(ms / DAY_MS))} days`,
  },
  youngCardMs: {
    loosens: "down",
    ...{ first: 120 * DAY_MS, since: 10, bounds: [0, 540 * DAY_MS] },
    ...{ label: "Money of a new card is young for", unit: "days", perInput: DAY_MS },
    say: (ms) => `${plain(round(ms / DAY_MS))} days`,
  },
  youngGiftsOutUnits: {
    loosens: "up",
    ...{ first: 50_000 * TOKEN, since: 10, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Young gifts that one proven identity may have out at a time", unit: "tokens", perInput: TOKEN },
    say: formatTokensWithNaira,
  },
  dailyFreePlays: {
    loosens: "up",
    ...{ first: 20, bounds: [0, 1_000] },
    ...{ label: "Daily free plays", unit: "plays", perInput: 1 },
    say: (plays) => `${plain(plays)} plays`,
  },
  extraPlayUnits: {
    loosens: "down",
    ...{ first: TOKEN, bounds: [1, 1_000 * TOKEN] },
    ...{ label: "Price of an extra play", unit: "tokens", perInput: TOKEN, say: formatTokensWithNaira },
  },
  minimumWithdrawalUnits: {
    loosens: "down",
    ...{ first: 100 * TOKEN, bounds: [TOKEN, 1_000_000 * TOKEN] },
    ...{ label: "Minimum withdrawal", unit: "tokens", perInput: TOKEN, say: formatTokensWithNaira },
  },
  monthlyWithdrawalUnitsLevel1: {
    loosens: "up",
    ...{ first: 5_000 * TOKEN, since: 5, bounds: [0, 10_000_000 * TOKEN] },
    ...{
      label: "Paid out a month without a proven identity",
      unit: "tokens",
      perInput: TOKEN,
      say: formatTokensWithNaira,
    },
  },
  payoutAccountAgeMs: {
    loosens: "down",
    ...{ first: 7 * DAY_MS, since: 10, bounds: [0, 365 * DAY_MS] },
    ...{ label: "Age of an account that is paid or gives tokens, without a proven identity", unit: "days" },
    ...{ perInput: DAY_MS, say: (ms) => `${plain(round(ms / DAY_MS))} days` },
  },
  monthlyBankAccountUnits: {
    loosens: "up",
    ...{ first: 5_000 * TOKEN, since: 10, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Paid a month to one bank account, to all people below level 2 together", unit: "tokens" },
    ...{ perInput: TOKEN, say: formatTokensWithNaira },
  },
  monthlyUnprovenGiftUnits: {
    loosens: "up",
    ...{ first: 5_000 * TOKEN, since: 10, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Tokens from givers below level 2 that one approval pays an artist a month", unit: "tokens" },
    ...{ perInput: TOKEN, say: formatTokensWithNaira },
  },
  secondApproverAboveUnits: {
    loosens: "up",
    ...{ first: 50_000 * TOKEN, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Second approval needed above", unit: "tokens", perInput: TOKEN, say: formatTokensWithNaira },
  },
  approvedAloneDayUnits: {
    loosens: "up",
    ...{ first: 50_000 * TOKEN, since: 6, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Paid with one approval in 24 hours: to a person, to a bank account, by one side", unit: "tokens" },
    ...{ perInput: TOKEN, say: formatTokensWithNaira },
  },
  approvedAloneWeekUnits: {
    loosens: "up",
    ...{ first: 150_000 * TOKEN, since: 6, bounds: [0, 10_000_000 * TOKEN] },
    ...{ label: "Paid with one approval in 7 days: to a person, to a bank account, by one side", unit: "tokens" },
    ...{ perInput: TOKEN, say: formatTokensWithNaira },
  },
  caseFileFromScore: {
    loosens: "up",
    // Low risk is never stopped, and high risk always is.
    ...{ first: CLOSE_LOOK_SCORE, since: 10, bounds: [CLOSE_LOOK_SCORE, HIGH_SCORE] },
    ...{ label: "Case file read before an approval from a risk of", unit: "of 100", perInput: 1 },
    say: (score) => `${plain(score)} of 100`,
  },
  payoutBrakeMultiple: {
    loosens: "up",
    ...{ first: 3, since: 7, bounds: [1, 1_000] },
    ...{ label: "Payouts pause once a day is this many times the 30-day average", unit: "times", perInput: 1 },
    say: (times) => `${plain(times)} times the 30-day average`,
  },
  payoutBrakeFloorUnits: {
    loosens: "up",
    ...{ first: 200_000 * TOKEN, since: 7, bounds: [0, 100_000_000 * TOKEN] },
    ...{
      label: "Payouts of a day that never pause themselves",
      unit: "tokens",
      perInput: TOKEN,
      say: formatTokensWithNaira,
    },
  },
  premiumMonthKobo: {
    loosens: "down",
    ...{ first: 1_000 * NAIRA, bounds: [50 * NAIRA, 1_000_000 * NAIRA] },
    ...{ label: "Premium per month", unit: "naira", perInput: NAIRA, say: formatNaira },
  },
  royaltyBasisPoints: {
    loosens: "either",
    ...{ first: 5_000, since: 8, bounds: [0, 10_000] },
    ...{ label: "Share of Premium that goes to artists, from the next month on", unit: "percent", perInput: 100 },
    say: (points) => `${plain(points / 100)}% of what listeners pay for Premium`,
  },
  royaltyOfRestBasisPoints: {
    loosens: "either",
    ...{ first: 10_000, since: 10, bounds: [0, 1_000_000] },
    ...{
      label: "Royalties of a listener's month at most, of what the payment leaves after the fee and their own rewards",
      unit: "percent",
      perInput: 100,
    },
    say: (points) => `${plain(points / 100)}% of what is left of the payment`,
  },
  royaltyDebtBasisPoints: {
    loosens: "up",
    ...{ first: 5_000, since: 10, bounds: [0, 10_000] },
    ...{
      label: "An artist owes what a bank took back, if of a payment's royalties they had more than",
      unit: "percent",
      perInput: 100,
    },
    say: (points) => `more than ${plain(points / 100)}% of a payment's royalties`,
  },
  freeRoyaltyKoboPerHour: {
    loosens: "either",
    ...{ first: 0, since: 8, bounds: [0, 100 * NAIRA] },
    ...{ label: "To artists for an hour of free listening, from the next month on", unit: "naira", perInput: NAIRA },
    say: (kobo) => kobo === 0 ? "nothing" : `${formatNaira(kobo)} an hour`,
  },
  royaltyTaxBasisPoints: {
    loosens: "either",
    // What Nigeria withholds of royalties of people who live there.
    ...{ first: 500, since: 9, bounds: [0, 5_000] },
    ...{ label: "Tax withheld of royalties, from the next month on", unit: "percent", perInput: 100 },
    say: (points) => points === 0 ? "no tax" : `${plain(points / 100)}% of royalties`,
  },
  koboPerDollar: {
    loosens: { beyondPercent: 10 },
    ...{ first: 1_500 * NAIRA, bounds: [NAIRA, 100_000 * NAIRA] },
    ...{ label: "Dollar rate for gifts", unit: "naira", perInput: NAIRA, say: formatNaira },
  },
} satisfies Record<string, Rule>;

/** The name of a rule; version and date come with a change. */
export type PolicyRule = keyof typeof RULES;

export const POLICY_RULES = Object.keys(RULES) as PolicyRule[];

/** The earning rules in force from a moment on. */
export type Policy = { version: number; effectiveFrom: string } & Record<PolicyRule, number>;

/** The first policy of every installation; later ones are dated events. */
export const FIRST_POLICY: Policy = {
  version: 1,
  effectiveFrom: "2025-01-01T00:00:00.000Z",
  ...Object.fromEntries(POLICY_RULES.map((rule) => [rule, RULES[rule].first])) as Record<PolicyRule, number>,
};

/** The version of `PolicyChanged` that holds every rule. */
export const POLICY_EVENT_VERSION = Math.max(1, ...Object.values<Rule>(RULES).map(({ since = 1 }) => since));

/** A policy from before some of the rules, with their first values. */
export function withLaterRules(policy: Partial<Policy>): Policy {
  return { ...FIRST_POLICY, ...policy };
}

/** The most that a day earns at a level, in units. */
export function dailyUnitsOf({ dailyUnitsLevel0, dailyUnitsLevel1 }: Policy, level: TrustLevel): number {
  return level === 0 ? dailyUnitsLevel0 : dailyUnitsLevel1;
}

/** What is wrong with a rule's value, in words for its field; undefined when it is fine. */
export function ruleProblem(name: PolicyRule, value: number): string | undefined {
  const { label, perInput, unit, bounds: [least, most] }: Rule = RULES[name];
  const text = (stored: number) => (stored / perInput).toLocaleString("en-NG", { maximumFractionDigits: 3 });
  if (!Number.isInteger(value)) {
    const steps = perInput === 1 ? "a whole number" : `a number in steps of ${1 / perInput}`;
    return `${label}: enter ${steps}`;
  }
  if (value >= least && value <= most) return undefined;
  return `${label}: between ${text(least)} and ${text(most)} ${unit}`;
}

/** Small steps of a rule add up over this time, where it says how far it may go. */
export const STEPS_ADD_UP_MS = 7 * DAY_MS;

/**
 * Whether a change lets more money out than before, or past fewer eyes. `lately` are the policies of the week before it
 * takes effect.
 */
export function loosens(before: Policy, after: Policy, lately: readonly Policy[] = []): boolean {
  return POLICY_RULES.some((rule) => {
    const { loosens }: Rule = RULES[rule];
    if (after[rule] === before[rule] || loosens === undefined) return false;
    if (loosens === "either") return true;
    if (typeof loosens === "object") {
      return [before, ...lately].some((one) =>
        Math.abs(after[rule] - one[rule]) * 100 > one[rule] * loosens.beyondPercent
      );
    }
    return loosens === "up" ? after[rule] > before[rule] : loosens === "down" && after[rule] < before[rule];
  });
}

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
    const { label, say } = RULES[rule];
    return { rule, label, before: say(before[rule]), after: say(after[rule]) };
  });
}

/** One version of the rules as everyone sees it, times in ISO 8601. */
export interface PolicyVersion {
  policy: Policy;
  /** `proposed`: no admin of another side has confirmed it yet. `lapsed`: none did in time. */
  state: "in_force" | "upcoming" | "proposed" | "past" | "cancelled" | "lapsed";
  reason: string;
  decidedAt: string;
  cancelledAt?: string | undefined;
  cancelReason?: string | undefined;
}

/** For admins: with who decided, and who cancelled. */
export type AdminPolicyVersion = PolicyVersion & {
  readonly by: string;
  readonly confirmedBy?: string;
  readonly cancelledBy?: string;
};

export interface AdminPolicyAnswer {
  readonly current: Policy;
  /** The newest first, cancelled ones too. */
  readonly versions: readonly AdminPolicyVersion[];
}

function plain(value: number): string {
  return value.toLocaleString("en-NG", { maximumFractionDigits: 3 });
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** `GET /api/v1/policy`: the earning rules of now, and all that ever held or will. */
export interface Policies {
  current: Policy;
  history: readonly Policy[];
  /** The newest first. A copy from an older version of the app has none. */
  versions?: readonly PolicyVersion[];
}
