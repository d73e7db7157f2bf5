import { describe, expect, it } from "vitest";
import {
  ACCOUNT_RULES,
  type AccountEvidence,
  findingsOf,
  GROUP_RULES,
  type GroupEvidence,
  scoreOf,
  type TrustRule,
} from "./rules.ts";

const HOUR = 3_600_000;

/** A person who listens for three hours on their own phone. */
const ACCOUNT: AccountEvidence = {
  ...{ plays: 60, claimedMs: 3 * HOUR, unprovenMs: 600_000, latePlays: 2, midnightPlays: 0 },
  ...{ longestDayHours: 5, longestDayMs: 3 * HOUR, othersOnDevice: 0 },
};
/** A family of four on one tablet. */
const GROUP: GroupEvidence = {
  ...ACCOUNT,
  ...{
    members: 4,
    onOneDevice: 4,
    signedUpTogether: 4,
    impossibleTogether: 0,
    playingTogether: 0,
    similar: 2,
    topArtistShare: 0.3,
  },
};

type Case<Evidence> = readonly [
  code: string,
  given: Partial<Evidence>,
  words: string,
  justNot: Partial<Evidence>,
];

const OF_ACCOUNTS: readonly Case<AccountEvidence>[] = [
  ["more_than_a_day", { longestDayMs: 25 * HOUR }, "25.0 hours", { longestDayMs: 24 * HOUR }],
  ["unproven", { plays: 1, claimedMs: 30_000, unprovenMs: 20_000 }, "67 %", { unprovenMs: 1.5 * HOUR }],
  ["midnight_backlog", { plays: 9, midnightPlays: 4 }, "4 of 9 plays", { plays: 9, midnightPlays: 3 }],
  ["long_unbroken", { longestDayHours: 20 }, "20 of the 24", { longestDayHours: 19 }],
  ["device_shared", { othersOnDevice: 4 }, "4 other accounts", { othersOnDevice: 3 }],
];

const OF_GROUPS: readonly Case<GroupEvidence>[] = [
  ["group_unproven", { unprovenMs: 3 * HOUR }, "100 %", { unprovenMs: 1.5 * HOUR }],
  ["one_device", { onOneDevice: 5 }, "5 accounts", { onOneDevice: 4 }],
  ["sign_up_burst", { signedUpTogether: 5 }, "5 accounts signed up", { signedUpTogether: 4 }],
  ["impossible_times", { impossibleTogether: 3 }, "3 accounts reported", { impossibleTogether: 2 }],
  ["identical_spans", { playingTogether: 3 }, "3 accounts began", { playingTogether: 2 }],
  ["similar_sets", { similar: 5 }, "5 accounts heard", { similar: 4 }],
  ["one_artist_gains", { members: 5, topArtistShare: 0.95 }, "95 %", { members: 4, topArtistShare: 0.95 }],
  ["group_midnight_backlog", { plays: 9, midnightPlays: 4 }, "4 of 9", { plays: 9, midnightPlays: 3 }],
  ["group_round_the_clock", { longestDayHours: 24 }, "24 of the 24", { longestDayHours: 19 }],
];

function describeRules<Evidence extends object>(
  name: string,
  { rules, quiet, cases }: { rules: readonly TrustRule<Evidence>[]; quiet: Evidence; cases: readonly Case<Evidence>[] },
) {
  describe(name, () => {
    it("finds nothing in quiet listening, nor where nothing was heard", () => {
      expect(findingsOf(rules, quiet)).toEqual([]);
      const nothing = Object.fromEntries(Object.keys({ ...quiet }).map((field) => [field, 0]));
      expect(findingsOf(rules, { ...quiet, ...nothing })).toEqual([]);
    });

    it.each(cases)("%s fires with its words and weight, and not just below", (code, given, words, justNot) => {
      const rule = rules.find((one) => one.code === code);
      const { version, points } = rule ?? {};
      const findings = findingsOf(rules, { ...quiet, ...given });
      expect(findings).toEqual([{ rule: code, version, points, text: expect.stringContaining(words) }]);
      expect(scoreOf(findings)).toBe(points);
      expect(findingsOf(rules, { ...quiet, ...justNot })).toEqual([]);
    });

    it("has a case for every rule", () => {
      expect(cases.map(([code]) => code)).toEqual(rules.map(({ code }) => code));
    });

    it("adds up to 100 at most", () => {
      const all = Object.assign({}, quiet, ...cases.map(([, given]) => given));
      expect(scoreOf(findingsOf(rules, all))).toBeGreaterThan(50);
      expect(scoreOf([...findingsOf(rules, all), ...findingsOf(rules, all)])).toBeLessThanOrEqual(100);
    });
  });
}

describeRules("ACCOUNT_RULES", { rules: ACCOUNT_RULES, quiet: ACCOUNT, cases: OF_ACCOUNTS });
describeRules("GROUP_RULES", { rules: GROUP_RULES, quiet: GROUP, cases: OF_GROUPS });
