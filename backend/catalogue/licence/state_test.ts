import { describe, expect, it } from "vitest";
import { decideLicence } from "./state.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 24 * 3_600_000;
const facts = { now: NOW, premiumUntil: NOW + 30 * DAY_MS, last: undefined };

describe("decideLicence()", () => {
  it("lets a device of Premium play for 14 days, and never longer than Premium lasts", () => {
    expect(decideLicence(facts)).toEqual({ from: NOW, until: NOW + 14 * DAY_MS, isNew: true });
    expect(decideLicence({ ...facts, premiumUntil: NOW + DAY_MS })).toMatchObject({ until: NOW + DAY_MS });
  });

  it("refuses who has no Premium, or has it no more", () => {
    for (const premiumUntil of [undefined, NOW - 1, NOW]) {
      expect(() => decideLicence({ ...facts, premiumUntil })).toThrow("Offline mode is part of Premium");
    }
  });

  it("gives the same licence again within an hour, and a new one after it", () => {
    const last = { from: NOW - 3_599_999, until: NOW - 3_599_999 + 14 * DAY_MS };
    expect(decideLicence({ ...facts, last })).toEqual({ ...last, isNew: false });
    const older = { from: NOW - 3_600_000, until: NOW - 3_600_000 + 14 * DAY_MS };
    expect(decideLicence({ ...facts, last: older })).toMatchObject({ from: NOW, isNew: true });
  });

  it("gives a shorter one when Premium ends sooner than the last one says", () => {
    const last = { from: NOW - 1_000, until: NOW - 1_000 + 14 * DAY_MS };
    const premiumUntil = NOW + 2 * DAY_MS;
    expect(decideLicence({ now: NOW, premiumUntil, last })).toEqual({ from: NOW, until: premiumUntil, isNew: true });
  });
});
