import type { Finding } from "../../contract/groups.ts";

/** What is known about one account's listening. Times in ms. */
export interface AccountEvidence {
  readonly plays: number;
  readonly claimedMs: number;
  /** Of it, what no delivered sound and no licence proves. */
  readonly unprovenMs: number;
  /** Reported more than a day after they began; and of those, at once when a day's pool opened. */
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
  test(evidence: Evidence): string | undefined | false;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Every rule weighs from the first play on: where little was heard, the share is of little, and so is the money. */
export const ACCOUNT_RULES: readonly TrustRule<AccountEvidence>[] = [
  {
    code: "more_than_a_day",
    version: 2,
    points: 30,
    test: ({ longestDayMs }) =>
      longestDayMs > 24 * HOUR_MS && `${hours(longestDayMs)} hours of listening were reported for one day`,
  },
  {
    code: "unproven",
    version: 2,
    points: 30,
    test: ({ claimedMs, unprovenMs }) =>
      unprovenMs > claimedMs / 2 &&
      `${percent(unprovenMs, claimedMs)} of the reported time was neither streamed from Orin nor saved with a licence`,
  },
  {
    code: "midnight_backlog",
    version: 1,
    points: 20,
    test: ({ plays, midnightPlays }) =>
      midnightPlays >= 3 && midnightPlays > plays / 3 &&
      `${midnightPlays} of ${plays} plays were old and came in the first minutes of a day, when its pool opens`,
  },
  {
    code: "long_unbroken",
    version: 2,
    points: 20,
    test: ({ longestDayHours }) => longestDayHours >= 20 && `Listening in ${longestDayHours} of the 24 hours of a day`,
  },
  {
    code: "device_shared",
    version: 2,
    points: 15,
    // A family or a shop shares a device, too.
    test: ({ othersOnDevice }) => othersOnDevice >= 4 && `${othersOnDevice} other accounts listen on the same device`,
  },
];

export const GROUP_RULES: readonly TrustRule<GroupEvidence>[] = [
  {
    code: "group_unproven",
    version: 1,
    points: 40,
    test: ({ claimedMs, unprovenMs }) =>
      unprovenMs > claimedMs / 2 && claimedMs > 0 &&
      `${percent(unprovenMs, claimedMs)} of the group's reported time is unproven`,
  },
  {
    code: "one_device",
    version: 1,
    points: 30,
    test: ({ onOneDevice }) => onOneDevice >= 5 && `${onOneDevice} accounts listen on one device`,
  },
  {
    code: "sign_up_burst",
    version: 1,
    points: 20,
    test: ({ signedUpTogether }) =>
      signedUpTogether >= 5 && `${signedUpTogether} accounts signed up from one address within an hour`,
  },
  {
    code: "identical_spans",
    version: 1,
    points: 30,
    test: ({ playingTogether }) =>
      playingTogether >= 3 && `${playingTogether} accounts began the same tracks at the same moments`,
  },
  {
    code: "similar_sets",
    version: 1,
    points: 15,
    test: ({ similar }) => similar >= 5 && `${similar} accounts heard nearly the same tracks`,
  },
  {
    code: "one_artist_gains",
    version: 1,
    points: 20,
    test: ({ topArtistShare, members, claimedMs }) =>
      members >= 5 && topArtistShare > 0.7 && claimedMs > members * 10 * MINUTE_MS &&
      `${Math.round(topArtistShare * 100)} % of the group's time went to one artist`,
  },
  {
    code: "group_midnight_backlog",
    version: 1,
    points: 20,
    test: ({ plays, midnightPlays, members }) =>
      midnightPlays >= members && midnightPlays > plays / 3 && midnightPlays >= 3 &&
      `${midnightPlays} of ${plays} plays were old and came in the first minutes of a day, when its pool opens`,
  },
  {
    code: "group_round_the_clock",
    version: 1,
    points: 10,
    test: ({ longestDayHours }) =>
      longestDayHours >= 20 && `A member listened in ${longestDayHours} of the 24 hours of a day`,
  },
];

/** What these rules find in the evidence, the weightiest first. */
export function findingsOf<Evidence>(rules: readonly TrustRule<Evidence>[], evidence: Evidence): Finding[] {
  const found = rules.flatMap(({ code, version, points, test }) => {
    const text = test(evidence);
    return text ? [{ rule: code, version, points, text }] : [];
  });
  return found.sort((one, two) => two.points - one.points);
}

/** At most 100: from 25 a human should look closely. A score decides nothing by itself. */
export function scoreOf(findings: readonly Finding[]): number {
  return Math.min(100, findings.reduce((sum, { points }) => sum + points, 0));
}

function hours(ms: number): string {
  return (ms / HOUR_MS).toFixed(1);
}

function percent(part: number, all: number): string {
  return `${Math.round(part / all * 100)} %`;
}
