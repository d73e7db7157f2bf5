import { expect, it } from "vitest";
import { lengthFor } from "./length.ts";

const HOUR = 3_600_000;
/** Noon in Lagos. */
const noon = Date.UTC(2026, 5, 10, 11);

it("a play earns as much as the recording that it began as, and on the day of the change the shortest up to then", () => {
  const longer = { durationMs: 240_000, earlierLengths: [{ until: noon, durationMs: 180_000 }] };
  expect([noon - 1, noon, noon + 12 * HOUR - 1, noon + 12 * HOUR].map((at) => lengthFor(longer, at))).toEqual([
    ...[180_000, 180_000, 180_000, 240_000],
  ]);
  const shorter = { durationMs: 120_000, earlierLengths: [{ until: noon, durationMs: 240_000 }] };
  expect([noon - 30 * HOUR, noon - 1, noon].map((at) => lengthFor(shorter, at))).toEqual([240_000, 240_000, 120_000]);
  // Who changes it again and again within a day gains nothing.
  const often = {
    durationMs: 1_800_000,
    earlierLengths: [{ until: noon, durationMs: 60_000 }, { until: noon + HOUR, durationMs: 900_000 }],
  };
  expect([noon + HOUR / 2, noon + 2 * HOUR].map((at) => lengthFor(often, at))).toEqual([60_000, 60_000]);
  expect(lengthFor({ durationMs: 5_000 }, noon)).toBe(5_000);
});
