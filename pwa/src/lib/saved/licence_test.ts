import { describe, expect, it } from "vitest";
import { afterCheck, afterRefusal, afterTime, lockOf, lockText, needsCheck } from "./licence.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 5, 1, 12);
const answer = {
  licence: "signed",
  deviceId: "d",
  issuedAt: NOW,
  until: NOW + 14 * DAY_MS,
  now: NOW,
  kind: "premium" as const,
};
const kept = afterCheck("ada", answer, { wallNow: NOW });

describe("lockText()", () => {
  it("sends to the network only who has none: a check that Orin did not answer works again in a minute", () => {
    for (const lock of ["unchecked", "expired"] as const) {
      expect(lockText(lock, true)).toBe("Orin could not check your Premium just now. Try again in a minute.");
      expect(lockText(lock, false)).toContain("Go online once");
    }
    expect(lockText("clock_back", true)).toBe(lockText("clock_back", false));
    expect(lockText("premium_ended", true)).toContain("renew Premium");
  });
});

describe("lockOf()", () => {
  it("lets saved music play for 14 days without a check, and locks it then", () => {
    expect(lockOf(undefined, NOW)).toBe("unchecked");
    expect(lockOf(kept, NOW)).toBeUndefined();
    expect(lockOf(kept, NOW + 14 * DAY_MS - 1)).toBeUndefined();
    expect(lockOf(kept, NOW + 14 * DAY_MS)).toBe("expired");
  });

  it("counts by the service's clock where the device's is wrong", () => {
    const behind = afterCheck("ada", answer, { wallNow: NOW - 3 * DAY_MS });
    expect(lockOf(behind, NOW + 11 * DAY_MS - 1)).toBeUndefined();
    expect(lockOf(behind, NOW + 11 * DAY_MS)).toBe("expired");
  });

  it("locks when the device's clock is set back, so that this never gives time", () => {
    const later = afterTime(kept, NOW + 13 * DAY_MS);
    expect(lockOf(later, NOW + 13 * DAY_MS - 60_000)).toBeUndefined();
    expect(lockOf(later, NOW + DAY_MS)).toBe("clock_back");
    expect(afterTime(later, NOW)).toBe(later);
    expect(lockOf(afterTime(kept, NOW + 15 * DAY_MS), NOW + 15 * DAY_MS)).toBe("expired");
  });

  it("locks when Premium has ended, until the service agrees again", () => {
    const ended = afterRefusal("ada", kept, NOW + DAY_MS);
    expect([lockOf(ended, NOW + DAY_MS), ended.licence]).toEqual(["premium_ended", ""]);
    expect(lockOf(afterCheck("ada", answer, { wallNow: NOW }), NOW)).toBeUndefined();
  });
});

describe("needsCheck()", () => {
  it("asks every six hours, at once when locked, and rarely once Premium has ended", () => {
    expect(needsCheck(kept, NOW + 6 * 3_600_000)).toBe(false);
    expect(needsCheck(kept, NOW + 6 * 3_600_000 + 1)).toBe(true);
    expect(needsCheck(afterTime(kept, NOW + DAY_MS), NOW)).toBe(true);
    const ended = afterRefusal("ada", kept, NOW);
    expect([needsCheck(ended, NOW + 60_000), needsCheck(ended, NOW + 11 * 60_000)]).toEqual([false, true]);
  });
});
