import { describe, expect, it } from "vitest";
import { FIRST_POLICY, type Policy } from "../../contract/policy_rules.ts";
import type { PolicyChanges } from "../../contract/requests/policy_change.ts";
import { refusalOf } from "../../testing/refusal.ts";
import {
  decidePolicyCancel,
  decidePolicyChange,
  decidePolicyConfirmation,
  evolveVersions,
  type KnownVersion,
} from "./state.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 5, 1, 12);
const version = (
  number: number,
  at: number,
  more: Partial<KnownVersion> & { rules?: Partial<Policy> } = {},
): KnownVersion => {
  const { rules, ...known } = more;
  const policy = { ...FIRST_POLICY, ...rules, version: number, effectiveFrom: new Date(at).toISOString() };
  return { policy, isCancelled: false, isConfirmed: true, ...known };
};
const FIRST = version(1, NOW - 100 * HOUR_MS);
/** Fewer free plays: nothing that lets more money out. */
const STRICTER: PolicyChanges = { dailyFreePlays: 5 };
const LOOSER: PolicyChanges = { settlingMs: 0 };
const change = (
  versions: readonly KnownVersion[],
  { isOneSide = false, ...more }: Partial<Parameters<typeof decidePolicyChange>[1]> & { isOneSide?: boolean } = {},
) =>
  decidePolicyChange(versions, {
    ...{ changes: STRICTER, effectiveFrom: undefined, reason: "as agreed", baseVersion: versions.length, ...more },
  }, { now: NOW, isOneSide });
const effectiveFrom = (decided: ReturnType<typeof change>) => Date.parse(decided.data.policy.effectiveFrom);

describe("decidePolicyChange()", () => {
  it.each<[string, () => unknown, string]>([
    ["rules that have just changed", () => change([FIRST], { baseVersion: 0 }), "conflict"],
    [
      "a version that was cancelled as the base: its number is used",
      () => change([FIRST, version(2, NOW, { isCancelled: true })], { baseVersion: 1 }),
      "conflict",
    ],
    ["the past", () => change([FIRST], { effectiveFrom: NOW - 60_001 }), "invalid_request"],
    [
      "what is more than a year away",
      () => change([FIRST], { effectiveFrom: NOW + 367 * 24 * HOUR_MS }),
      "invalid_request",
    ],
    [
      "a time before a change that is planned",
      () => change([FIRST, version(2, NOW + 10)], { effectiveFrom: NOW }),
      "policy_planned",
    ],
    ["no change at all", () => change([FIRST], { changes: {} }), "invalid_request"],
    [
      "the value that a rule has",
      () => change([FIRST], { changes: { dailyFreePlays: FIRST_POLICY.dailyFreePlays } }),
      "invalid_request",
    ],
  ])("refuses %s", (_what, decide, code) => {
    expect(refusalOf(decide).code).toBe(code);
  });

  it("fails where there are no rules: every installation has first ones", () => {
    expect(() => change([], { baseVersion: 0 })).toThrow("no rules to change");
  });

  it("holds the whole policy with the next number, from now on", () => {
    const decided = change([FIRST, version(2, NOW, { isCancelled: true })]);
    expect(decided).toEqual({
      type: "PolicyChanged",
      data: {
        policy: { ...FIRST.policy, dailyFreePlays: 5, version: 3, effectiveFrom: new Date(NOW).toISOString() },
        reason: "as agreed",
      },
    });
    // A form takes time to send.
    expect(effectiveFrom(change([FIRST], { effectiveFrom: NOW - 60_000 }))).toBe(NOW);
    expect(effectiveFrom(change([FIRST], { effectiveFrom: NOW + HOUR_MS }))).toBe(NOW + HOUR_MS);
  });

  it("builds on what was decided last and stands: not on what was cancelled or lapsed", () => {
    const planned = version(2, NOW + HOUR_MS, { rules: { extraPlayUnits: 7 } });
    const later = (versions: KnownVersion[]) =>
      change(versions, { effectiveFrom: NOW + 2 * HOUR_MS }).data.policy.extraPlayUnits;
    expect(later([FIRST, planned])).toBe(7);
    expect(later([FIRST, { ...planned, isCancelled: true }])).toBe(FIRST_POLICY.extraPlayUnits);
    const lapsed = version(2, NOW - 1, { rules: { extraPlayUnits: 7 }, isConfirmed: false });
    expect(later([FIRST, lapsed])).toBe(FIRST_POLICY.extraPlayUnits);
  });

  it("has what lets more money out wait a day at least, for the word of another side", () => {
    const decided = change([FIRST], { changes: LOOSER });
    expect([decided.data.needsConfirmation, effectiveFrom(decided)]).toEqual([true, NOW + 24 * HOUR_MS]);
    expect(effectiveFrom(change([FIRST], { changes: LOOSER, effectiveFrom: NOW + 48 * HOUR_MS }))).toBe(
      NOW + 48 * HOUR_MS,
    );
    const both = change([FIRST], { changes: { ...LOOSER, ...STRICTER } });
    expect(both.data.needsConfirmation).toBe(true);
  });

  it.each<[string, PolicyChanges, boolean]>([
    ["a cheaper Premium", { premiumMonthKobo: FIRST_POLICY.premiumMonthKobo - 1 }, true],
    ["a dearer Premium", { premiumMonthKobo: FIRST_POLICY.premiumMonthKobo + 1 }, false],
    ["a cheaper extra play", { extraPlayUnits: FIRST_POLICY.extraPlayUnits - 1 }, true],
    ["a dearer extra play", { extraPlayUnits: FIRST_POLICY.extraPlayUnits + 1 }, false],
    ["more free plays", { dailyFreePlays: FIRST_POLICY.dailyFreePlays + 1 }, true],
    ["fewer free plays", { dailyFreePlays: FIRST_POLICY.dailyFreePlays - 1 }, false],
    ["a dollar up by 10 %", { koboPerDollar: 165_000 }, false],
    ["a dollar up by more", { koboPerDollar: 165_001 }, true],
    ["a dollar down by 10 %", { koboPerDollar: 135_000 }, false],
    ["a dollar down by more", { koboPerDollar: 134_999 }, true],
  ])("has %s with %j wait for another side: %s", (_what, changes, waits) => {
    expect(change([FIRST], { changes }).data.needsConfirmation ?? false).toBe(waits);
  });

  it("adds the steps of the dollar's rate up over seven days", () => {
    const old = version(1, NOW - 1_000 * HOUR_MS);
    const step = version(2, NOW - 6 * 24 * HOUR_MS, { rules: { koboPerDollar: 160_000 } });
    const next = (versions: KnownVersion[], koboPerDollar: number, effectiveFrom?: number) =>
      change(versions, { changes: { koboPerDollar }, effectiveFrom }).data.needsConfirmation ?? false;
    expect([next([old, step], 165_000), next([old, step], 166_000)]).toEqual([false, true]);
    // By then the rate from before the step is more than seven days old.
    expect(next([old, step], 176_000, NOW + 24 * HOUR_MS)).toBe(false);
    const cancelled = version(2, NOW - HOUR_MS, { rules: { koboPerDollar: 140_000 }, isCancelled: true });
    expect(next([old, cancelled], 160_000)).toBe(false);
    const back = version(3, NOW - HOUR_MS, { rules: { koboPerDollar: 150_000 } });
    expect(next([old, step, back], 140_000)).toBe(true);
  });

  it("brings in nothing that waits for another side by building on it", () => {
    const proposed = version(2, NOW + 24 * HOUR_MS, { rules: { settlingMs: 0 }, isConfirmed: false });
    const decided = change([FIRST, proposed], { effectiveFrom: NOW + 25 * HOUR_MS });
    expect(decided.data).toMatchObject({ policy: LOOSER, needsConfirmation: true });
  });

  it("has looser rules wait seven days where only one side exists, and stricter ones not", () => {
    const decided = change([FIRST], { changes: LOOSER, isOneSide: true });
    expect([decided.data.needsConfirmation, effectiveFrom(decided)]).toEqual([undefined, NOW + 7 * 24 * HOUR_MS]);
    expect(effectiveFrom(change([FIRST], { isOneSide: true }))).toBe(NOW);
  });

  it("has the share of artists and the tax on it wait so, too, whichever way they go", () => {
    for (const rule of ["royaltyBasisPoints", "royaltyTaxBasisPoints"] as const) {
      for (const value of [0, FIRST_POLICY[rule] + 100]) {
        const decided = change([FIRST], { changes: { [rule]: value } });
        expect([decided.data.needsConfirmation, effectiveFrom(decided)]).toEqual([true, NOW + 24 * HOUR_MS]);
      }
    }
  });
});

describe("decidePolicyConfirmation()", () => {
  const proposed = (more: Partial<KnownVersion> = {}) => version(2, NOW + HOUR_MS, { isConfirmed: false, ...more });
  const confirm = (known: KnownVersion, confirmedBy = "bola", now = NOW) =>
    decidePolicyConfirmation([FIRST, known], { version: 2, confirmedBy }, now);

  it("refuses an unknown version, and one that is no longer open", () => {
    expect(refusalOf(() => decidePolicyConfirmation([FIRST], { version: 2, confirmedBy: "bola" }, NOW)).code).toBe(
      "not_found",
    );
    expect(refusalOf(() => confirm(proposed({ isCancelled: true }))).code).toBe("already_decided");
    expect(refusalOf(() => confirm(proposed({ isCancelled: true, isConfirmed: true }))).code).toBe("already_decided");
    expect(refusalOf(() => confirm(proposed(), "bola", NOW + HOUR_MS)).code).toBe("already_decided");
  });

  it("confirms until the moment comes, once", () => {
    expect(confirm(proposed(), "bola", NOW + HOUR_MS - 1)).toEqual([
      { type: "PolicyChangeConfirmed", data: { version: 2, confirmedBy: "bola" } },
    ]);
    expect(confirm(proposed({ isConfirmed: true }))).toEqual([]);
    expect(confirm(proposed({ isConfirmed: true }), "bola", NOW + 9 * HOUR_MS)).toEqual([]);
  });
});

describe("decidePolicyCancel()", () => {
  const cancel = (versions: KnownVersion[], number = 2) =>
    decidePolicyCancel([FIRST, ...versions], { version: number, reason: "a slip" }, NOW);

  it("refuses an unknown version, rules in force, and one that a later change builds on", () => {
    expect(refusalOf(() => cancel([])).code).toBe("not_found");
    expect(refusalOf(() => cancel([version(2, NOW)])).code).toBe("policy_in_force");
    expect(refusalOf(() => cancel([], 1)).code).toBe("policy_in_force");
    expect(refusalOf(() => cancel([version(2, NOW + 1), version(3, NOW + 2)])).code).toBe("policy_planned");
  });

  it("takes back what has not begun, the last one first, and once", () => {
    const cancelled = { type: "PolicyChangeCancelled", data: { version: 2, reason: "a slip" } };
    expect(cancel([version(2, NOW + 1)])).toEqual([cancelled]);
    expect(cancel([version(2, NOW + 1), version(3, NOW + 2, { isCancelled: true })])).toEqual([cancelled]);
    expect(cancel([version(2, NOW + 1, { isConfirmed: false })])).toEqual([cancelled]);
    expect(cancel([version(2, NOW + 1, { isCancelled: true })])).toEqual([]);
    expect(cancel([version(2, NOW, { isConfirmed: false })])).toEqual([]);
  });
});

it("the events of the rules add up to their versions", () => {
  const { policy } = version(2, NOW);
  const proposed = evolveVersions([FIRST], {
    type: "PolicyChanged",
    data: { policy, reason: "as agreed", needsConfirmation: true },
  });
  expect(proposed).toEqual([FIRST, { policy, isCancelled: false, isConfirmed: false }]);
  const confirmed = { type: "PolicyChangeConfirmed", data: { version: 2, confirmedBy: "obi" } } as const;
  expect(evolveVersions(proposed, confirmed)[1]).toMatchObject({ isConfirmed: true, isCancelled: false });
  const cancelled = { type: "PolicyChangeCancelled", data: { version: 2, reason: "a slip" } } as const;
  expect(evolveVersions(proposed, cancelled)[1]).toMatchObject({ isConfirmed: false, isCancelled: true });
  expect(evolveVersions(proposed, cancelled)[0]).toEqual(FIRST);
});
