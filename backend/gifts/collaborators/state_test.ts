import fc from "fast-check";
import { expect, it } from "vitest";
import { WHOLE } from "../../contract/splits.ts";
import { apportion, divideGift } from "./state.ts";

const around = { ownerId: "owner", giverId: "giver", idOf: (id: string) => `share of ${id}` };
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

it("divides to the kobo, and what does not divide is the owner's", () => {
  const parts = ["ada", "bola"].map((creatorId) => ({ creatorId, basisPoints: 3_333 }));
  const divided = divideGift({ cents: 100, units: 150_001 }, parts, around);
  expect(divided?.own).toEqual({ cents: 34, units: 50_011 });
  expect(divided?.shares.map(({ cents, units }) => [cents, units])).toEqual([[33, 49_995], [33, 49_995]]);
});

it("gives nobody a share of their own gift, and leaves out what is less than a kobo", () => {
  const parts = [
    { creatorId: "owner", basisPoints: 5_000 },
    { creatorId: "giver", basisPoints: 3_000 },
    { creatorId: "dispute", basisPoints: 1_000, heldFor: "giver" },
    { creatorId: "ada", basisPoints: 1 },
  ];
  expect(divideGift({ cents: 1, units: 9_999 }, parts, around)).toBeUndefined();
  expect(divideGift({ cents: 100, units: 10_000 }, parts, around)?.shares.map(({ giftId }) => giftId))
    .toEqual(["share of ada"]);
});

it("divides every gift without a rest, for whatever shares", () => {
  const shares = fc.array(fc.integer({ min: 1, max: 480 }), { maxLength: 20 });
  fc.assert(fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), shares, (units, points) => {
    const parts = points.map((basisPoints, index) => ({ creatorId: `artist ${index}`, basisPoints }));
    const divided = divideGift({ cents: 100, units }, parts, around);
    expect(divided === undefined).toBe(points.every((one) => units * one < WHOLE));
    if (!divided) return;
    expect(divided.own.units + sum(divided.shares.map((one) => one.units))).toBe(units);
    expect(divided.own.cents + sum(divided.shares.map((one) => one.cents))).toBe(100);
    for (const { units: part, basisPoints } of divided.shares) {
      expect(part).toBeLessThanOrEqual(units * basisPoints / WHOLE);
      expect(part).toBeGreaterThan(units * basisPoints / WHOLE - 1);
    }
  }));
});

it("takes back what is asked to the kobo, of nobody more than there is; what goes beyond falls on the first", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 21 });
  fc.assert(fc.property(fc.integer({ min: 0, max: 3_000_000_000 }), weights, (asked, there) => {
    const taken = apportion(asked, there);
    expect(sum(taken)).toBe(asked);
    const beyond = Math.max(0, asked - sum(there));
    taken.forEach((part, index) => {
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual((there[index] ?? 0) + (index === 0 ? beyond : 0));
    });
  }));
});
