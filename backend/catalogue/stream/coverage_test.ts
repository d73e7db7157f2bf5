import { describe, expect, it } from "vitest";
import { Coverage } from "./coverage.ts";

const covered = (...stretches: [number, number][]) => {
  const coverage = new Coverage();
  for (const [from, to] of stretches) coverage.add(from, to);
  return coverage;
};

describe("Coverage", () => {
  it("counts what was sent twice once, in any order", () => {
    expect(covered([0, 10], [20, 30], [5, 25]).ms).toBe(30);
    expect(covered([20, 30], [0, 10], [0, 10], [10, 20]).ms).toBe(30);
    expect(covered([0, 10], [50, 60]).ms).toBe(20);
  });

  it("tells what was sent right before a moment, and nothing where the moment itself was sent", () => {
    const coverage = covered([0, 8_000], [30_000, 40_000]);
    expect(coverage.before(8_000)).toBe(8_000);
    // A browser asks for a little that it has.
    expect(coverage.before(7_000)).toBe(7_000);
    expect(coverage.before(40_000)).toBe(10_000);
    expect([0, 4_000, 8_001, 20_000].map((moment) => coverage.before(moment))).toEqual([0, 0, 0, 0]);
  });

  it("stays small whatever is asked for: the stretches that are nearest become one", () => {
    const coverage = new Coverage();
    for (let at = 0; at < 1_000; at++) coverage.add(at * 100, at * 100 + 1);
    expect(coverage.ms).toBeGreaterThan(90_000);
    expect(coverage.ms).toBeLessThanOrEqual(100_000);
  });
});
