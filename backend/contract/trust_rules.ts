/** What a rule's threshold counts: hours of a day, accounts, or a share from 0 to 1. */
export type ThresholdUnit = "hours" | "accounts" | "share";

/** A rule of trust as it is now. */
export type TrustRuleSummary = {
  rule: string;
  of: "accounts" | "groups";
  version: number;
  points: number;
  threshold: number;
  unit: ThresholdUnit;
  looksFor: string;
};

/** `GET /api/v1/admin/rules`. */
export type TrustRulesAnswer = {
  rules: TrustRuleSummary[];
};

/** How long a span of days a rule is tried on, both ends included. */
export const MOST_TRIAL_DAYS = 92;

/** From this score on a human should look closely, and from the next one nothing should be paid unasked. */
export const CLOSE_LOOK_SCORE = 25;
export const HIGH_SCORE = 60;

/** How many reach a score: with the rules as they are, and with the rule as it is tried. */
type TrialReach = {
  score: number;
  now: number;
  tried: number;
};

/** An account that the rule hits: its evidence of the span, or that of its group. */
export type TrialSample = {
  userId: string;
  text: string;
  plays: number;
  claimedSeconds: number;
  unprovenSeconds: number;
  longestDayHours: number;
  tokens: number;
  /** Of a rule for groups. */
  groupId?: string;
  members?: number;
};

/** `orin rules --try`: what a rule would have voided on these days. */
export type RuleTrial = {
  /** As it is now. */
  rule: TrustRuleSummary;
  threshold: number;
  points: number;
  from: string;
  to: string;
  /** Accounts or groups that were looked at. */
  lookedAt: number;
  /** There were more, or no more time: the figures are of those that were looked at. */
  isPartial: boolean;
  /** Accounts that the rule hits, in so many groups, and what they were paid for these days. One token is one naira. */
  people: number;
  groups: number;
  tokens: number;
  naira: number;
  reach: TrialReach[];
  /** Evidence on which the rule broke: it is in no other figure. */
  failed: { count: number; message: string };
  samples: TrialSample[];
  /** The hand-labelled honest people and groups, and those that the rule hits. */
  honest: { all: number; hits: string[] };
};
