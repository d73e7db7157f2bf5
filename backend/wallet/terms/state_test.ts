import { describe, expect, it } from "vitest";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { monthLeft, notYetProven, type Proven, secondFor } from "./state.ts";

const DAY = 86_400_000;
const TOKEN = 100;

describe("notYetProven()", () => {
  const why = (person: Partial<Proven>) =>
    notYetProven({ level: 1, phone: "proven", accountAgeMs: 7 * DAY, ...person }, FIRST_POLICY)?.message;

  it("lets go with a proven phone and seven days, or a proven identity, whatever was heard", () => {
    expect([why({}), why({ level: 0 }), why({ phone: "left_out" })]).toEqual([undefined, undefined, undefined]);
    expect(why({ level: 2, phone: "missing", accountAgeMs: 0 })).toBeUndefined();
    expect(why({ level: 2, phone: "closed", accountAgeMs: 0 })).toBeUndefined();
  });

  it("says what is missing, and until when it is", () => {
    expect(why({ phone: "missing" })).toContain("Prove your phone number in Settings first, or your identity");
    expect(why({ phone: "closed" })).toContain("cannot be proven at the moment. Prove your identity");
    expect(why({ accountAgeMs: 7 * DAY - 1 })).toContain("in 1 day,");
    expect(why({ accountAgeMs: 0, phone: "left_out" })).toContain("in 7 days,");
  });
});

describe("monthLeft()", () => {
  const left = (personUnits: number, bankAccountUnits: number, level: 0 | 1 | 2 = 1) =>
    monthLeft({ level, personUnits, bankAccountUnits }, FIRST_POLICY);

  it("is what the person and all people of the bank account below level 2 have not had: a family of six fits", () => {
    const monthOfOne = 30 * FIRST_POLICY.dailyUnitsLevel1;
    expect(left(0, 5 * monthOfOne)).toBeGreaterThanOrEqual(monthOfOne);
    expect([left(1_000, 4_000), left(0, 500_000), left(600_000, 0)]).toEqual([496_000, 0, 0]);
    expect(left(600_000, 600_000, 2)).toBeUndefined();
  });

  it("never pays a bank account more than its month, however many people share it", () => {
    for (let seed = 1; seed <= 200; seed++) {
      let account = 0;
      for (let person = 0; person < 50; person++) {
        const own = person * seed * 7_919 % 300_000;
        const asked = (person + seed) * 104_729 % 200_000;
        if (asked <= (left(own, account) ?? 0)) account += asked;
      }
      expect(account).toBeLessThanOrEqual(FIRST_POLICY.monthlyBankAccountUnits);
    }
  });
});

describe("secondFor()", () => {
  it("asks for a second side above the month's gifts of unproven givers", () => {
    const rule = (units: number) => secondFor({ unprovenGiftUnits: units }, FIRST_POLICY);
    expect([rule(0), rule(5_000 * TOKEN), rule(5_000 * TOKEN + 1)]).toEqual([undefined, undefined, "givers"]);
  });
});
