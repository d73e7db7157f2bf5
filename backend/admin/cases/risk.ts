import type { CaseFile, Risk } from "../../contract/cases.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { YOUNG_GIVER_DAYS } from "../../contract/trust.ts";
import { CLOSE_LOOK_SCORE, HIGH_SCORE } from "../../contract/trust_rules.ts";

type Facts = Omit<CaseFile, "risk">;

/** A reason for caution: what it weighs, and the words for it where the facts give it, else nothing. */
interface Rule {
  readonly code: string;
  readonly points: number;
  readonly test: (facts: Facts) => string | undefined | false;
}

const DAY_MS = 86_400_000;
const RECENT_MS = 7 * DAY_MS;
/** Fewer plays say nothing about habits; what the rules of trust find counts from the first play on. */
const ENOUGH_PLAYS = 20;
/** Rules of trust that look for what a rule of this file looks for, in its own words. */
const SAME_AS: Readonly<Record<string, string>> = { long_unbroken: "round_the_clock" };

/**
 * The weights, all of them. They add up to a score of at most 100: from 25 an admin should look closely, from 60 no
 * admin should pay without asking the user. The score decides one thing alone: whether the case file has to be opened
 * first.
 */
export const RISK_RULES: readonly Rule[] = [
  {
    code: "books_changed",
    points: 60,
    test: ({ stops = [] }) => stops.find(({ problem }) => problem === "books_differ")?.text,
  },
  {
    code: "money_owed",
    points: 60,
    test: ({ stops = [] }) => stops.find(({ problem }) => problem === "money_owed")?.text,
  },
  {
    code: "books_differ",
    points: 40,
    test: ({ rewards: { booked, fromPlays } }) =>
      booked !== fromPlays && `The ledger has ${worth(booked)} of rewards, but the plays add up to ${worth(fromPlays)}`,
  },
  {
    code: "payment_uncertain",
    points: 40,
    test: ({ stops = [] }) => stops.find(({ problem }) => problem === "payment_uncertain")?.text,
  },
  {
    code: "gifts_judged",
    points: 40,
    test: ({ gifts }) =>
      gifts?.judged !== undefined &&
      `${
        counted(gifts.judged.givers, "giver is", "givers are")
      } frozen or voided: they gave ${gifts.judged.sharePercent} % of the gifts`,
  },
  {
    code: "more_than_a_day",
    points: 30,
    test: ({ listening: { days } }) => {
      const day = days.find((one) => one.claimedSeconds > 24 * 3_600);
      return day && `${hoursOf(day.claimedSeconds)} hours of listening were reported for ${day.day}`;
    },
  },
  {
    code: "account_shared",
    points: 30,
    test: ({ bank: { others } }) =>
      others.length > 0 && `${counted(others.length, "other user has", "other users have")} used this bank account`,
  },
  {
    code: "gifts_shared",
    points: 30,
    test: ({ gifts }) => {
      const givers = gifts?.givers.filter(({ sharesDevice, sharesBank }) => sharesDevice || sharesBank).length ?? 0;
      return givers > 0 &&
        `${counted(givers, "giver shares", "givers share")} a device or the bank account with this artist`;
    },
  },
  {
    code: "gift_disputed",
    points: 30,
    test: ({ disputes }) =>
      disputes !== undefined &&
      `Banks dispute ${counted(disputes.count, "gift", "gifts")} to this artist: ${worth(disputes.tokens)}`,
  },
  {
    code: "linked_group",
    points: 25,
    test: ({ trust }) =>
      trust?.group !== undefined && trust.group.score >= CLOSE_LOOK_SCORE &&
      `One of ${trust.group.members} linked accounts, a group with a risk of ${trust.group.score} of 100`,
  },
  {
    code: "name_differs",
    points: 25,
    test: ({ bank }) => !bank.nameMatches && "The bank account is in another name than the user's",
  },
  {
    code: "round_the_clock",
    points: 20,
    test: ({ listening: { days } }) => {
      const day = days.find((one) => one.hours >= 20);
      return day && `Listening in ${day.hours} of the 24 hours of ${day.day}`;
    },
  },
  {
    code: "unproven",
    points: 20,
    test: ({ listening: { proof: { counted: all, unproven } } }) =>
      all >= ENOUGH_PLAYS && unproven > all / 2 && `${unproven} of ${all} counted plays were never streamed from Orin`,
  },
  {
    code: "gifts_young",
    points: 20,
    test: ({ gifts }) => {
      // Files from before the whole was looked at name the largest givers alone.
      const givers = gifts?.young?.givers ?? gifts?.givers.filter(({ ageDays }) => ageDays < YOUNG_GIVER_DAYS).length ??
        0;
      const part = gifts?.young ? `, and gave ${gifts.young.sharePercent} %` : "";
      return givers > 0 &&
        `${counted(givers, "giver was", "givers were")} registered less than a week before the gift${part}`;
    },
  },
  {
    code: "gifts_one_giver",
    points: 20,
    test: ({ gifts, amount }) => {
      const share = gifts?.givers[0]?.sharePercent ?? 0;
      return gifts !== undefined && gifts.tokens >= amount / 2 && share > 70 &&
        `One giver gave ${share} % of the gifts`;
    },
  },
  {
    code: "password_reset",
    points: 15,
    test: (facts) =>
      changedRecently(facts, ["password_reset"]) && "The password was reset in the week before the request",
  },
  {
    code: "device_shared",
    points: 15,
    test: ({ listening: { devices } }) => {
      const others = new Set(devices.flatMap((device) => device.others));
      return others.size > 0 &&
        `${counted(others.size, "other user listens", "other users listen")} on the same device`;
    },
  },
  {
    code: "overlaps",
    points: 15,
    test: ({ listening: { uncredited, total } }) => {
      const seconds = uncredited.find(({ reason }) => reason === "overlap")?.seconds ?? 0;
      return seconds > 3_600 && seconds > total.claimedSeconds / 5 &&
        `${hoursOf(seconds)} hours were reported for time already credited: plays at the same time`;
    },
  },
  {
    code: "new_bank_account",
    points: 10,
    test: ({ bank }) => bank.isNew && "Earlier payments went to another bank account",
  },
  {
    code: "details_changed",
    points: 10,
    test: (facts) =>
      changedRecently(facts, ["password", "email", "name"]) &&
      "Password, email or name changed in the week before the request",
  },
  {
    code: "young_account",
    points: 10,
    test: ({ person, requestedAt }) => {
      const age = Date.parse(requestedAt) - Date.parse(person.registeredAt);
      return age < RECENT_MS && `The account was ${counted(Math.floor(age / DAY_MS), "day", "days")} old`;
    },
  },
  {
    code: "loops",
    points: 10,
    test: ({ listening: { loops, total } }) => {
      const plays = loops.reduce((sum, loop) => sum + loop.plays, 0);
      return total.plays >= ENOUGH_PLAYS && plays > total.plays / 4 &&
        `${plays} of ${total.plays} plays repeat the same track`;
    },
  },
  {
    code: "one_track",
    points: 10,
    test: ({ listening: { tracks: [first], total } }) =>
      first !== undefined && total.plays >= ENOUGH_PLAYS && first.plays > total.plays * 0.7 &&
      `"${first.title}" is ${first.plays} of ${total.plays} plays`,
  },
  {
    code: "rejected_before",
    points: 10,
    test: ({ earlier }) => {
      const rejected = earlier.filter(({ status }) => status === "rejected").length;
      return rejected > 0 && `${counted(rejected, "earlier request was", "earlier requests were")} rejected`;
    },
  },
];

/** Weighs a case. Pure: it knows only what the admin sees. */
export function assessRisk(facts: Facts): Risk {
  const own = RISK_RULES.flatMap(({ code, points, test }) => {
    const text = test(facts);
    return text ? [{ code, points, text }] : [];
  });
  const told = new Set(own.map(({ code }) => code));
  const found = (facts.trust?.findings ?? []).filter(({ rule }) => !told.has(SAME_AS[rule] ?? rule));
  const reasons = [...own, ...found.map(({ rule: code, points, text }) => ({ code, points, text }))]
    .sort((one, two) => two.points - one.points);
  const score = Math.min(100, reasons.reduce((sum, reason) => sum + reason.points, 0));
  return { score, level: score >= HIGH_SCORE ? "high" : score >= CLOSE_LOOK_SCORE ? "medium" : "low", reasons };
}

/** The warning signs that an admin has to see before an approval: all of them from the policy's score on, else none. */
export function signsToSee({ score, reasons }: Risk, { caseFileFromScore }: Policy): string[] {
  return score < caseFileFromScore ? [] : reasons.map(({ text }) => text);
}

function changedRecently({ changes, requestedAt }: Facts, kinds: readonly string[]): boolean {
  const since = Date.parse(requestedAt) - RECENT_MS;
  return changes.some(({ change, at }) => kinds.includes(change) && Date.parse(at) >= since);
}

/** Tokens, as the case file has them, with what they are worth. */
function worth(tokens: number): string {
  return formatTokensWithNaira(Math.round(tokens * 100));
}

function hoursOf(seconds: number): string {
  return (seconds / 3_600).toFixed(1);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
