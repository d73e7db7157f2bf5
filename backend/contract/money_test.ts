import { expect, it } from "vitest";
import { formatDollars, formatNaira, formatTokens, koboOf } from "./money.ts";

it("amounts for people have two decimals and grouped thousands, whatever they are of", () => {
  expect(formatTokens(123_450)).toBe("1,234.50");
  expect([0, 1_999, 18_750_000, -105].map(formatNaira)).toEqual(["₦0.00", "₦19.99", "₦187,500.00", "-₦1.05"]);
  expect([0.5, 1_250].map(formatDollars)).toEqual(["$0.50", "$1,250.00"]);
});

it("naira are whole kobo, although their decimals are no exact numbers", () => {
  expect([1_000, 19.99, 0.29, 1.005].map(koboOf)).toEqual([100_000, 1_999, 29, 100]);
});
