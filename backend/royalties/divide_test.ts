import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divide, REST } from "./divide.ts";

const parts = (...weights: number[]) => weights.map((weight, index) => ({ key: `t${index}`, weight }));
const sumOf = (kobo: ReadonlyMap<string, number>) => [...kobo.values()].reduce((sum, one) => sum + one, 0);

describe("divide()", () => {
  it("gives the kobo that are left to the largest remainders, and of equal ones to the first key", () => {
    expect([...divide(100, parts(1, 1, 1)).values()]).toEqual([34, 33, 33]);
    expect([...divide(10, parts(5, 3, 2, 2)).values()]).toEqual([4, 2, 2, 2]);
    expect([...divide(1, [{ key: "b", weight: 1 }, { key: "a", weight: 1 }])]).toEqual([["b", 0], ["a", 1]]);
    expect(divide(1, [{ key: REST, weight: 1 }, { key: "ffffffff", weight: 1 }]).get(REST)).toBe(0);
  });

  it("gives nothing where nothing weighs anything", () => {
    expect([...divide(500, parts(0, 0)).values()]).toEqual([0, 0]);
    expect(divide(500, []).size).toBe(0);
  });

  it("divides exactly, fairly to less than a kobo, and the same in any order", () => {
    const weight = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3e12 }));
    fc.assert(fc.property(fc.nat(1e9), fc.array(weight, { minLength: 1, maxLength: 30 }), (kobo, weights) => {
      const all = weights.reduce((sum, one) => sum + BigInt(one), 0n);
      const found = divide(kobo, parts(...weights));
      expect(sumOf(found)).toBe(all === 0n ? 0 : kobo);
      for (const { key, weight } of parts(...weights)) {
        const exact = BigInt(kobo) * BigInt(weight);
        const got = BigInt(found.get(key) ?? 0) * all;
        if (all > 0n) expect(got - exact < all && exact - got < all).toBe(true);
      }
      expect(new Map([...divide(kobo, parts(...weights).toReversed())].sort())).toEqual(new Map([...found].sort()));
    }));
  });
});
