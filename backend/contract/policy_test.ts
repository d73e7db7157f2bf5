import { describe, expect, it } from "vitest";
import { FIRST_POLICY, withLaterRules } from "./policy_rules.ts";
import { countedPlayMs, freePlaysUsed, STREAM_AHEAD_MS, wholeSongMs } from "./policy.ts";

describe("freePlaysUsed()", () => {
  const day = (taken: number, counted = 0, short = 0) => ({ taken, counted, short });
  const tens = (count: number) => Array.from({ length: count }, () => day(1, 0, 1));

  it("counts plays that were reported, and whole songs without a report", () => {
    expect(freePlaysUsed([])).toBe(0);
    expect(freePlaysUsed([day(0, 1), day(1, 1), day(1, 2), day(1)])).toBe(5);
    expect(freePlaysUsed([day(3, 1)])).toBe(3);
  });

  it("believes ten whole songs that were reported shorter, and no more", () => {
    expect(freePlaysUsed(tens(10))).toBe(0);
    expect(freePlaysUsed(tens(13))).toBe(3);
    expect(freePlaysUsed([day(13, 0, 13)])).toBe(3);
  });

  it("takes one report for one song, and short reports alone for nothing", () => {
    expect(freePlaysUsed([day(2, 0, 1)])).toBe(1);
    expect(freePlaysUsed([day(0, 0, 50)])).toBe(0);
    expect(freePlaysUsed([day(1, 1, 1)])).toBe(1);
  });
});

describe("withLaterRules()", () => {
  it("gives an older policy the first value of each rule that came after it, and leaves it the rest", () => {
    const { dailyFreePlays, ...older } = { ...FIRST_POLICY, version: 3, dailyPoolUnits: 7 };
    expect(withLaterRules(older)).toEqual({ ...older, dailyFreePlays });
  });
});

describe("wholeSongMs()", () => {
  it("is more than a player has of a song that is skipped before it counts", () => {
    for (const seconds of [26, 30, 34, 37, 60, 180, 3_600]) {
      const duration = seconds * 1_000;
      const mostAhead = Math.min(STREAM_AHEAD_MS, duration / 3);
      expect(wholeSongMs(duration)).toBeGreaterThan(Math.min(15_000, countedPlayMs(duration) - 1_000) + mostAhead);
    }
  });

  it("leaves nobody much of a song for nothing", () => {
    expect(wholeSongMs(37_000)).toBe(32_500);
    expect(wholeSongMs(20_000)).toBe(18_000);
    expect(wholeSongMs(180_000)).toBe(44_000);
  });
});
