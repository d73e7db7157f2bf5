import { FIRST_POLICY } from "@contract/policy_rules.ts";
import { expect, it } from "vitest";
import { newAccountWords } from "./new_account_words.ts";

it("the promise to visitors has the limits in force and as many steps as the rule", () => {
  expect(newAccountWords(FIRST_POLICY)).toBe("A new account earns up to ₦2 a day, and ₦24 after 5 steps.");
  const other = { ...FIRST_POLICY, dailyUnitsLevel0: 150, dailyUnitsLevel1: 3_000 };
  expect(newAccountWords(other)).toBe("A new account earns up to ₦1.50 a day, and ₦30 after 5 steps.");
});
