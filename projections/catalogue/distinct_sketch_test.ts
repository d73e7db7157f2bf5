import { describe, expect, it } from "vitest";
import {
  countOf,
  countWithout,
  EXACT,
  hashOf,
  packed,
  type Sketch,
  sketchOf,
  unionOf,
  unpacked,
} from "./distinct_sketch.ts";

/** People whose ids end like random ones, the same in every run. */
function people(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => {
    const seed = from + index + 1;
    const part = (salt: number) => (Math.imul(seed, salt) >>> 0).toString(16).padStart(8, "0");
    return `01900000-0000-7000-8${part(0x9e3779b1).slice(0, 3)}-${part(0x85ebca77)}${part(0xc2b2ae3d).slice(0, 4)}`;
  });
}

const bytesOf = (sketch: Sketch) => packed(sketch);

describe("a sketch of people", () => {
  it("is exact up to 1,024 of them, however often each comes", () => {
    const some = people(0, EXACT);
    expect(countOf(sketchOf([...some, ...some]))).toEqual({ value: EXACT, error: 0 });
    expect(countOf(unionOf([sketchOf(some.slice(0, 700)), sketchOf(some.slice(500))]))).toEqual({
      value: EXACT,
      error: 0,
    });
    expect(countOf(unionOf([]))).toEqual({ value: 0, error: 0 });
    expect(countOf(sketchOf(people(0, EXACT + 1))).error).toBeGreaterThan(0);
  });

  it("tells larger numbers within the error that it says, from 1,025 to 100,000", () => {
    const sizes = [1_025, 2_000, 5_000, 10_000, 20_000, 60_000, 100_000];
    const misses = sizes.flatMap((size) =>
      [0, 1, 2].map((run) => {
        const { value, error } = countOf(sketchOf(people(run * 400_000, run * 400_000 + size)));
        expect(error / value).toBeCloseTo(0.032, 2);
        return Math.abs(value - size) > error;
      })
    ).filter(Boolean);
    expect(misses.length).toBeLessThanOrEqual(2);
  });

  it("is the same whatever came first, in days, in one, or in any order", () => {
    const all = people(0, 5_000);
    const parts = [all.slice(0, 900), all.slice(800, 3_000), all.slice(2_900, 2_950), all.slice(2_000)];
    const once = bytesOf(sketchOf(all));
    expect(bytesOf(unionOf(parts.map(sketchOf)))).toEqual(once);
    expect(bytesOf(unionOf(parts.toReversed().map(sketchOf)))).toEqual(once);
    expect(bytesOf(unionOf([unionOf(parts.slice(0, 2).map(sketchOf)), unionOf(parts.slice(2).map(sketchOf))]))).toEqual(
      once,
    );
  });

  it("tells who is new: exactly while both are small, and else within its error", () => {
    const [week, before] = [people(500, 1_000), people(0, 900)];
    expect(countWithout(sketchOf(week), sketchOf(before))).toEqual({ value: 100, error: 0 });
    expect(countWithout(sketchOf(before), sketchOf([]))).toEqual({ value: 900, error: 0 });
    for (const fresh of [2_000, 20_000]) {
      const { value, error } = countWithout(
        sketchOf(people(30_000 - 4_000, 30_000 + fresh)),
        sketchOf(people(0, 30_000)),
      );
      expect(Math.abs(value - fresh)).toBeLessThanOrEqual(error * 1.5);
      expect(error).toBeLessThan(fresh * 0.6);
    }
    // No one is new, but the sample cannot exclude a few.
    const { value, error } = countWithout(sketchOf(people(0, 5_000)), sketchOf(people(0, 20_000)));
    expect([value, error > 0]).toEqual([0, true]);
  });

  it("comes back from a table as it went, also from bytes that begin anywhere", () => {
    for (const size of [0, 3, 2_000]) {
      const sketch = sketchOf(people(0, size));
      const { hashes, registers } = packed(sketch);
      const shifted = Buffer.concat([Buffer.from([1]), Buffer.from(hashes, "hex")]).subarray(1);
      const back = unpacked(shifted, registers === undefined ? undefined : Buffer.from(registers, "hex"));
      expect([countOf(back), bytesOf(back)]).toEqual([countOf(sketch), bytesOf(sketch)]);
    }
  });

  it("hashes ids apart that differ in one place, over the whole span", () => {
    const some = people(0, 20_000).map(hashOf);
    expect(new Set(some).size).toBe(20_000);
    const halves = some.filter((hash) => hash < 2 ** 51).length;
    expect(Math.abs(halves - 10_000)).toBeLessThan(300);
    const near = Array.from(
      { length: 256 },
      (_, end) => hashOf(`01900000-0000-7000-8000-0000000000${end.toString(16).padStart(2, "0")}`),
    );
    expect(new Set(near).size).toBe(256);
    expect(Math.max(...near) - Math.min(...near)).toBeGreaterThan(2 ** 51);
  });
});
