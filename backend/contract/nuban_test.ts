import { expect, it } from "vitest";
import { nubanFits } from "./nuban.ts";

it("knows the check digits of the central bank's paper and of common banks", () => {
  for (const [bank, number] of [["011", "0000014579"], ["011", "0000000220"], ["044", "0123456784"]] as const) {
    expect(nubanFits(bank, number)).toBe(true);
    expect(nubanFits(bank, number.slice(0, 9) + (Number(number[9]) + 1) % 10)).toBe(false);
  }
  expect(nubanFits("057", "0123456788")).toBe(true);
  expect(nubanFits("058", "0123456785")).toBe(true);
  expect(nubanFits("033", "0123456784")).toBe(true);
});

it("says no to what has another form", () => {
  expect(nubanFits("011", "000001457")).toBe(false);
  expect(nubanFits("035A", "0123456784")).toBe(false);
});
