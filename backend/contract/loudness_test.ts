import { expect, it } from "vitest";
import { missingGainTenths, renditionGainDb } from "./loudness.ts";

it("a recording is brought to the common loudness, unless its peaks would be crushed", () => {
  expect(renditionGainDb({ integratedLufs: -20, peakDbfs: -10 })).toBe(6);
  expect(renditionGainDb({ integratedLufs: -8, peakDbfs: 0 })).toBe(-6);
  // It would need 10 dB, and its peaks have room for 3.3.
  expect(renditionGainDb({ integratedLufs: -24, peakDbfs: 0 })).toBeCloseTo(3.3, 6);
});

it("what a rendition still lacks is told in tenths of a dB, and never wildly much", () => {
  expect([-14, -14.04, -15.26, -13.2].map(missingGainTenths)).toEqual([0, 0, 13, -8]);
  expect([-70, 5].map(missingGainTenths)).toEqual([120, -120]);
});
