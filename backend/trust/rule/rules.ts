import type { Finding } from "../../contract/groups.ts";
import type { ThresholdUnit } from "../../contract/trust_rules.ts";

/** What is known about one account's listening. Times in ms. */
export interface AccountEvidence {
  readonly plays: number;
  readonly claimedMs: number;
  /** Of it, what no delivered sound and no licence proves. */
  readonly unprovenMs: number;
  /** Reported more than a day after they began; and of those, right when a day's pool opened. */
  readonly latePlays: number;
  readonly midnightPlays: number;
  /** The most hours of one day that plays touched, 0 to 24. */
  readonly longestDayHours: number;
  /** The most time that was reported for one day. */
  readonly longestDayMs: number;
  /** Other accounts on the busiest of its devices. */
  readonly othersOnDevice: number;
}

/** What is known about accounts that are linked; sums of all members. */
export interface GroupEvidence extends AccountEvidence {
  readonly members: number;
  /** The most members that share one device, one hour of sign-ups at one address, and plays at the same moment. */
  readonly onOneDevice: number;
  readonly signedUpTogether: number;
  /** The most members who reported times that cannot be from one address on one day. */
  readonly impossibleTogether: number;
  readonly playingTogether: number;
  readonly similar: number;
  /** Of the time that the group reported, the share of the artist who gains most: 0 to 1. */
  readonly topArtistShare: number;
}

/** A rule: what it weighs, and its words where the evidence gives it. A changed rule gets a new version. */
export interface TrustRule<Evidence> {
  readonly code: string;
  readonly version: number;
  readonly points: number;
  /** From where on it finds something, and what it looks for, in plain words. */
  readonly threshold: number;
  readonly unit: ThresholdUnit;
  readonly looksFor: string;
  test(evidence: Evidence, threshold: number): string | undefined | false;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Every rule weighs from the first play on: where little was heard, the share is of little, and so is the money. */
export const ACCOUNT_RULES: readonly TrustRule<AccountEvidence>[] = [
  {
    code: "more_than_a_day",
    version: 2,
    points: 30,
    threshold: 24,
    unit: "hours",
    looksFor: "More hours of listening reported for one day than this",
    test: ({ longestDayMs }, hours) =>
      longestDayMs > hours * HOUR_MS && `${hoursIn(longestDayMs)} hours of listening were reported for one day`,
  },
  {
    code: "unproven",
    version: 2,
    points: 30,
    threshold: 0.5,
    unit: "share",
    looksFor: "More of the reported time than this that no delivered sound and no licence proves",
    test: ({ claimedMs, unprovenMs }, share) =>
      unprovenMs > claimedMs * share &&
      `${percent(unprovenMs, claimedMs)} of the reported time was neither streamed from Orin nor saved with a licence`,
  },
  {
    code: "midnight_backlog",
    version: 1,
    points: 20,
    threshold: 1 / 3,
    unit: "share",
    looksFor: "More of the plays than this that are old and come in the first minutes of a day",
    test: ({ plays, midnightPlays }, share) =>
      midnightPlays >= 3 && midnightPlays > plays * share &&
      `${midnightPlays} of ${plays} plays were old and came in the first minutes of a day, when its pool opens`,
  },
  {
    code: "long_unbroken",
    version: 2,
    points: 20,
    threshold: 20,
    unit: "hours",
    looksFor: "Listening in at least so many of the 24 hours of a day",
    test: ({ longestDayHours }, hours) =>
      longestDayHours >= hours && `Listening in ${longestDayHours} of the 24 hours of a day`,
  },
  {
    code: "device_shared",
    version: 2,
    points: 15,
    threshold: 4,
    unit: "accounts",
    looksFor: "At least so many other accounts on the same device",
    // A family or a shop shares a device, too.
    test: ({ othersOnDevice }, accounts) =>
      othersOnDevice >= accounts && `${othersOnDevice} other accounts listen on the same device`,
  },
];

export const GROUP_RULES: readonly TrustRule<GroupEvidence>[] = [
  {
    code: "group_unproven",
    version: 1,
    points: 40,
    threshold: 0.5,
    unit: "share",
    looksFor: "More of the group's reported time than this that nothing proves",
    test: ({ claimedMs, unprovenMs }, share) =>
      unprovenMs > claimedMs * share && claimedMs > 0 &&
      `${percent(unprovenMs, claimedMs)} of the group's reported time is unproven`,
  },
  {
    code: "one_device",
    version: 1,
    points: 30,
    threshold: 5,
    unit: "accounts",
    looksFor: "At least so many accounts on one device",
    test: ({ onOneDevice }, accounts) => onOneDevice >= accounts && `${onOneDevice} accounts listen on one device`,
  },
  {
    code: "sign_up_burst",
    version: 1,
    points: 20,
    threshold: 5,
    unit: "accounts",
    looksFor: "At least so many sign-ups from one address within an hour",
    test: ({ signedUpTogether }, accounts) =>
      signedUpTogether >= accounts && `${signedUpTogether} accounts signed up from one address within an hour`,
  },
  {
    code: "impossible_times",
    version: 1,
    points: 30,
    threshold: 3,
    unit: "accounts",
    looksFor: "At least so many accounts that reported times before the account, long ago or to come, from one address",
    test: ({ impossibleTogether }, accounts) =>
      impossibleTogether >= accounts &&
      `${impossibleTogether} accounts reported times that cannot be, from one address on one day`,
  },
  {
    code: "identical_spans",
    version: 1,
    points: 30,
    threshold: 3,
    unit: "accounts",
    looksFor: "At least so many accounts that began the same tracks at the same moments",
    test: ({ playingTogether }, accounts) =>
      playingTogether >= accounts && `${playingTogether} accounts began the same tracks at the same moments`,
  },
  {
    code: "similar_sets",
    version: 1,
    points: 15,
    threshold: 5,
    unit: "accounts",
    looksFor: "At least so many accounts that heard nearly the same tracks",
    test: ({ similar }, accounts) => similar >= accounts && `${similar} accounts heard nearly the same tracks`,
  },
  {
    code: "one_artist_gains",
    version: 1,
    points: 20,
    threshold: 0.7,
    unit: "share",
    looksFor: "More of the group's time than this for one artist, in a group of five or more",
    test: ({ topArtistShare, members, claimedMs }, share) =>
      members >= 5 && topArtistShare > share && claimedMs > members * 10 * MINUTE_MS &&
      `${Math.round(topArtistShare * 100)} % of the group's time went to one artist`,
  },
  {
    code: "group_midnight_backlog",
    version: 1,
    points: 20,
    threshold: 1 / 3,
    unit: "share",
    looksFor: "More of the group's plays than this that are old and come in the first minutes of a day",
    test: ({ plays, midnightPlays, members }, share) =>
      midnightPlays >= members && midnightPlays > plays * share && midnightPlays >= 3 &&
      `${midnightPlays} of ${plays} plays were old and came in the first minutes of a day, when its pool opens`,
  },
  {
    code: "group_round_the_clock",
    version: 1,
    points: 10,
    threshold: 20,
    unit: "hours",
    looksFor: "A member who listened in at least so many of the 24 hours of a day",
    test: ({ longestDayHours }, hours) =>
      longestDayHours >= hours && `A member listened in ${longestDayHours} of the 24 hours of a day`,
  },
];

/** What these rules find in the evidence, the weightiest first. */
export function findingsOf<Evidence>(rules: readonly TrustRule<Evidence>[], evidence: Evidence): Finding[] {
  const found = rules.flatMap(({ code, version, points, threshold, test }) => {
    const text = test(evidence, threshold);
    return text ? [{ rule: code, version, points, text }] : [];
  });
  return found.sort((one, two) => two.points - one.points);
}

/** At most 100: from 25 a human should look closely. A score decides nothing by itself. */
export function scoreOf(findings: readonly Finding[]): number {
  return Math.min(100, findings.reduce((sum, { points }) => sum + points, 0));
}

function hoursIn(ms: number): string {
  return (ms / HOUR_MS).toFixed(1);
}

function percent(part: number, all: number): string {
  return `${Math.round(part / all * 100)} %`;
}
