import { describe, expect, it } from "vitest";
import { TASTE_SONGS } from "../../contract/offline.ts";
import { refusalOf } from "../../testing/refusal.ts";
import { decideLicence, decideTaste, decideTasteRemoved, evolveTastes, type Tastes, tasteSongs } from "./state.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 24 * 3_600_000;
const facts = { now: NOW, premiumUntil: NOW + 30 * DAY_MS, last: undefined, others: [], takesTaste: false };
const kind = "premium" as const;

describe("decideLicence()", () => {
  it("lets a device of Premium play for 14 days, and never longer than Premium lasts", () => {
    expect(decideLicence(facts)).toEqual({ from: NOW, until: NOW + 14 * DAY_MS, kind, isNew: true });
    expect(decideLicence({ ...facts, premiumUntil: NOW + DAY_MS })).toMatchObject({ until: NOW + DAY_MS });
  });

  it("refuses who has no Premium, or has it no more, where the app knows of no taste", () => {
    for (const premiumUntil of [undefined, NOW - 1, NOW]) {
      expect(() => decideLicence({ ...facts, premiumUntil })).toThrow("Offline mode is part of Premium");
    }
  });

  it("gives the same licence again within an hour, and a new one after it", () => {
    const last = { from: NOW - 3_599_999, until: NOW - 3_599_999 + 14 * DAY_MS, kind };
    expect(decideLicence({ ...facts, last })).toEqual({ ...last, isNew: false });
    const older = { from: NOW - 3_600_000, until: NOW - 3_600_000 + 14 * DAY_MS, kind };
    expect(decideLicence({ ...facts, last: older })).toMatchObject({ from: NOW, isNew: true });
  });

  it("gives a shorter one when Premium ends sooner than the last one says", () => {
    const last = { from: NOW - 1_000, until: NOW - 1_000 + 14 * DAY_MS, kind };
    const premiumUntil = NOW + 2 * DAY_MS;
    const shorter = { from: NOW, until: premiumUntil, kind, isNew: true };
    expect(decideLicence({ ...facts, premiumUntil, last })).toEqual(shorter);
  });

  it("gives a taste without Premium, on three devices at a time, and Premium's own as soon as it is there", () => {
    const free = { ...facts, premiumUntil: NOW, takesTaste: true };
    const taste = { from: NOW, until: NOW + 14 * DAY_MS, kind: "taste" as const };
    expect(decideLicence(free)).toEqual({ ...taste, isNew: true });
    const old = { from: NOW - 20 * DAY_MS, until: NOW - 6 * DAY_MS, kind: "taste" as const };
    expect(decideLicence({ ...free, others: [taste, taste, old] })).toMatchObject({ kind: "taste" });
    expect(refusalOf(() => decideLicence({ ...free, others: [taste, taste, taste] })).code).toBe("taste_devices");
    expect(decideLicence({ ...facts, last: taste })).toMatchObject({ kind: "premium", isNew: true });
  });
});

describe("the songs that are saved without Premium", () => {
  const change = (tastes: Tastes, decide: typeof decideTaste, trackId: string, now: number) =>
    decide(tastes, { userId: "ada", trackId, now }).reduce(evolveTastes, tastes);
  const save = (tastes: Tastes, trackId: string, now = NOW) => change(tastes, decideTaste, trackId, now);
  const remove = (tastes: Tastes, trackId: string, now = NOW) => change(tastes, decideTasteRemoved, trackId, now);
  const full = Array.from({ length: TASTE_SONGS }, (_, index) => `song ${index}`)
    .reduce((tastes, trackId) => save(tastes, trackId), new Map() as Tastes);

  it("are five, each saved once; the sixth is refused with words", () => {
    expect(tasteSongs(full, NOW)).toHaveLength(5);
    expect(save(full, "song 0")).toBe(full);
    expect(refusalOf(() => save(full, "sixth"))).toEqual({
      code: "taste_full",
      message: "Without Premium you can save 5 songs. Remove one to make room.",
    });
  });

  it("keep their place for 7 days when they are removed, so that five are never endless", () => {
    const left = remove(full, "song 0", NOW + 1_000);
    expect(remove(left, "song 0")).toBe(left);
    expect(refusalOf(() => save(left, "sixth", NOW + 7 * DAY_MS - 1)).message)
      .toBe("Without Premium you can save 5 songs. You can save another one from 8 June on.");
    const swapped = save(left, "sixth", NOW + 7 * DAY_MS);
    expect(tasteSongs(swapped, NOW + 7 * DAY_MS).map(({ trackId }) => trackId)).not.toContain("song 0");
    // The same song may come back into its own place, which does not free it sooner.
    const back = remove(save(left, "song 0", NOW + DAY_MS), "song 0", NOW + 2 * DAY_MS);
    expect(refusalOf(() => save(back, "sixth", NOW + 8 * DAY_MS - 1)).code).toBe("taste_full");
  });
});
