import { describe, expect, it } from "vitest";
import type { CaseFile } from "../../contract/cases.ts";
import { FIRST_POLICY, ruleProblem } from "../../contract/policy_rules.ts";
import { assessRisk, RISK_RULES, signsToSee } from "./risk.ts";

type Facts = Omit<CaseFile, "risk">;
type Listening = Facts["listening"];

const HOUR = 3_600;
const heard = (plays: number, claimedSeconds = plays * 60, tokens = plays / 5) => (
  { plays, claimedSeconds, creditedSeconds: claimedSeconds, tokens }
);
const QUIET: Listening = {
  total: heard(100),
  days: [{ day: "2026-06-01", hours: 3, ...heard(100) }],
  olderDays: { days: 0, ...heard(0) },
  tracks: [1, 2, 3, 4].map((n) => ({ trackId: `track${n}`, title: `Song ${n}`, artist: "Band", ...heard(25) })),
  otherTracks: { tracks: 0, ...heard(0) },
  devices: [{ deviceId: "phone", others: [], ...heard(100) }],
  uncredited: [],
  loops: [],
  proof: { counted: 100, offline: 10, unproven: 3 },
};
/** A quiet listener of a year who asks to be paid to an account in their own name. */
const GIVEN: Facts = {
  ...{ caseId: "case", shownAt: "2026-06-02T10:00:00.000Z", withdrawalId: "w", amount: 100, status: "pending_review" },
  ...{ requestedAt: "2026-06-02T09:00:00.000Z", approvalsNeeded: 1, admins: 2 },
  person: { userId: "u", name: "Ada Obi", email: "ada@orin.example", registeredAt: "2025-06-01T00:00:00.000Z" },
  bank: {
    ...{ accountName: "OBI ADA", accountNumber: "0123456789", bankCode: "058", bankName: "GTB" },
    ...{ nameMatches: true, isNew: false, others: [] },
  },
  sources: [{ kind: "reward", label: "Listening rewards", count: 9, tokens: 20 }],
  balance: { available: 0, reserved: 20 },
  rewards: { booked: 20, fromPlays: 20 },
  listening: QUIET,
  changes: [],
  reviews: [],
  earlier: [],
};
const earlier = {
  withdrawalId: "e",
  amount: 9,
  requestedAt: "2026-01-01T00:00:00.000Z",
  sameAccount: true,
  reviews: [],
};
const listening = (change: Partial<Listening>): Partial<Facts> => ({ listening: { ...QUIET, ...change } });
const bank = (change: Partial<Facts["bank"]>): Partial<Facts> => ({ bank: { ...GIVEN.bank, ...change } });
const at = (change: Facts["changes"][number]["change"], day: string) => ({ change, at: `2026-${day}T00:00:00.000Z` });

const trust = (change: Partial<NonNullable<Facts["trust"]>>): Partial<Facts> => (
  { trust: { findings: [], ...change } }
);

const giver = {
  ...{ userId: "g", gifts: 2, tokens: 90, sharePercent: 60, registeredAt: "2025-01-01T00:00:00.000Z", ageDays: 90 },
  ...{ sharesDevice: false, sharesBank: false, references: ["gift-1"] },
};
const gifts = (change: Partial<typeof giver>): Partial<Facts> => (
  { gifts: { count: 2, tokens: 90, givers: [{ ...giver, ...change }], otherGivers: 0 } }
);

const CASES: readonly [code: string, change: Partial<Facts>, text: string][] = [
  ["books_changed", { stops: [{ problem: "books_differ", text: "The books differ" }] }, "The books differ"],
  ["money_owed", { stops: [{ problem: "money_owed", text: "This person owes" }] }, "This person owes"],
  [
    "books_differ",
    { rewards: { booked: 25, fromPlays: 20 } },
    "The ledger has 25.00 tokens (₦25.00) of rewards, but the plays add up to 20.00 tokens (₦20.00)",
  ],
  ["payment_uncertain", { stops: [{ problem: "payment_uncertain", text: "Another payment" }] }, "Another payment"],
  [
    "gifts_judged",
    { gifts: { count: 2, tokens: 90, givers: [giver], otherGivers: 0, judged: { givers: 2, sharePercent: 60 } } },
    "2 givers are frozen or voided: they gave 60 %",
  ],
  ["more_than_a_day", listening({ days: [{ day: "2026-05-05", hours: 5, ...heard(9, 25 * HOUR) }] }), "25.0 hours"],
  ["account_shared", bank({ others: [{ userId: "o", requests: 2, paidTokens: 5 }] }), "1 other user has"],
  ["gifts_shared", gifts({ sharesDevice: true }), "1 giver shares a device"],
  ["gift_disputed", { disputes: { count: 2, tokens: 30 } }, "Banks dispute 2 gifts"],
  ["linked_group", trust({ group: { groupId: "g", members: 6, score: 70 } }), "One of 6 linked accounts"],
  ["name_differs", bank({ nameMatches: false }), "another name"],
  ["round_the_clock", listening({ days: [{ day: "2026-05-05", hours: 21, ...heard(9) }] }), "21 of the 24 hours"],
  ["unproven", listening({ proof: { counted: 40, offline: 0, unproven: 21 } }), "21 of 40"],
  ["gifts_young", gifts({ ageDays: 6 }), "1 giver was registered less than a week"],
  ["gifts_one_giver", gifts({ sharePercent: 96 }), "One giver gave 96 %"],
  ["password_reset", { changes: [at("password_reset", "05-30")] }, "was reset"],
  [
    "device_shared",
    listening({ devices: [{ deviceId: "x", others: ["o", "p"], ...heard(9) }] }),
    "2 other users listen",
  ],
  ["overlaps", listening({ uncredited: [{ reason: "overlap", plays: 9, seconds: 2 * HOUR }] }), "2.0 hours"],
  ["new_bank_account", bank({ isNew: true }), "another bank account"],
  ["details_changed", { changes: [at("email", "05-30")] }, "changed in the week"],
  ["young_account", { person: { ...GIVEN.person, registeredAt: "2026-06-01T00:00:00.000Z" } }, "1 day old"],
  [
    "loops",
    listening({ loops: [{ day: "2026-05-05", trackId: "t", title: "Song", artist: "Band", ...heard(30) }] }),
    "30 of 100 plays",
  ],
  [
    "one_track",
    listening({ tracks: [{ trackId: "t", title: "Song", artist: "Band", ...heard(80) }] }),
    '"Song" is 80 of 100 plays',
  ],
  ["rejected_before", { earlier: [{ ...earlier, status: "rejected" }] }, "1 earlier request was rejected"],
];

describe("assessRisk()", () => {
  it("finds nothing against quiet listening", () => {
    expect(assessRisk(GIVEN)).toEqual({ score: 0, level: "low", reasons: [] });
  });

  it.each(CASES)("gives %s its weight and its words", (code, change, text) => {
    const { reasons, score } = assessRisk({ ...GIVEN, ...change });
    const points = RISK_RULES.find((rule) => rule.code === code)?.points;
    expect(reasons).toEqual([{ code, points, text: expect.stringContaining(text) }]);
    expect(score).toBe(points);
  });

  it("has a case here for every rule, and lists the weightiest first", () => {
    expect(CASES.map(([code]) => code)).toEqual(RISK_RULES.map((rule) => rule.code));
    const points = RISK_RULES.map((rule) => rule.points);
    expect(points).toEqual(points.toSorted((one, two) => two - one));
  });

  it("lets what lies long back, and what few plays would say, go", () => {
    expect(assessRisk({ ...GIVEN, changes: [at("password_reset", "05-20")] }).score).toBe(0);
    expect(assessRisk({ ...GIVEN, ...listening({ proof: { counted: 19, offline: 0, unproven: 19 } }) }).score).toBe(0);
    expect(assessRisk({ ...GIVEN, earlier: [{ ...earlier, status: "completed" }] }).score).toBe(0);
    expect(assessRisk({ ...GIVEN, ...gifts({}) }).score).toBe(0);
    // Gifts are the small part of what is asked for.
    expect(assessRisk({ ...GIVEN, amount: 1_000, ...gifts({ sharePercent: 96 }) }).score).toBe(0);
  });

  it("counts what the rules of trust find from the first play on, and nothing twice", () => {
    const finding = { rule: "unproven", version: 2, points: 30, text: "100 % of the reported time" };
    const findings = [finding, {
      rule: "long_unbroken",
      version: 2,
      points: 20,
      text: "Listening in 21 of the 24 hours",
    }];
    expect(assessRisk({ ...GIVEN, ...trust({ findings }) })).toMatchObject({
      score: 50,
      reasons: [{ code: "unproven", points: 30, text: finding.text }, { code: "long_unbroken" }],
    });
    const both = { ...listening({ days: [{ day: "2026-05-05", hours: 21, ...heard(9) }] }), ...trust({ findings }) };
    expect(assessRisk({ ...GIVEN, ...both }).reasons.map(({ code }) => code)).toEqual(["unproven", "round_the_clock"]);
    expect(assessRisk({ ...GIVEN, ...trust({ group: { groupId: "g", members: 2, score: 24 } }) }).score).toBe(0);
  });

  it("adds up to 100 at most, and names the level", () => {
    expect(assessRisk({ ...GIVEN, ...bank({ nameMatches: false }) }).level).toBe("medium");
    const all = Object.assign({}, GIVEN, ...CASES.map(([, change]) => change));
    expect(assessRisk(all).level).toBe("high");
    expect(assessRisk(all).score).toBeLessThanOrEqual(100);
  });
});

describe("signsToSee()", () => {
  const signs = (change: Partial<Facts>, caseFileFromScore = FIRST_POLICY.caseFileFromScore) =>
    signsToSee(assessRisk({ ...GIVEN, ...change }), { ...FIRST_POLICY, caseFileFromScore });

  it.each(CASES)("of %s alone are none at low risk", (_code, change) => {
    const { level, reasons } = assessRisk({ ...GIVEN, ...change });
    expect(signs(change)).toEqual(level === "low" ? [] : reasons.map(({ text }) => text));
  });

  it("are all signs of two weak ones that weigh as much as the policy says", () => {
    const weak = { ...bank({ isNew: true }), changes: [at("password_reset", "06-01")] };
    expect(signs(weak)).toHaveLength(2);
    expect(signs(weak, 26)).toEqual([]);
  });

  it("are never asked for at low risk, and always at high risk, whatever the policy is changed to", () => {
    expect([24, 25, 60, 61].map((score) => ruleProblem("caseFileFromScore", score) === undefined))
      .toEqual([false, true, true, false]);
  });
});
