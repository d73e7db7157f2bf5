import { expect, it } from "vitest";
import { isSlipOf } from "./slip.ts";

it.each([
  ["brihgt", "bright", true],
  ["adukle", "aduke", true],
  ["ada", "aduke", true],
  ["duor", "duro", true],
  ["eko", "oke", false],
  ["lagos", "lasgidi", false],
  ["owanb", "owambe", true],
])("%s typed for %s is a slip: %s", (typed, word, isSlip) => expect(isSlipOf(typed, word)).toBe(isSlip));
