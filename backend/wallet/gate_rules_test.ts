import { describe, expect, it } from "vitest";
import { FIRST_POLICY } from "../contract/policy_rules.ts";
import { refusalOf } from "../testing/refusal.ts";
import { type Gate, letLeave } from "./gate.ts";

const userId = "ada";
const PROVEN = { level: 1, phone: "proven", accountAgeMs: FIRST_POLICY.payoutAccountAgeMs } as const;
const NEW = { level: 0, phone: "missing", accountAgeMs: 0 } as const;
const DOORS = ["withdrawal", "gift", "extra_play"] as const;

interface Met {
  readonly owes?: number;
  readonly isUncertain?: boolean;
  readonly isHeld?: boolean;
  readonly bought?: number;
  readonly isNew?: boolean;
}

/** A person with 1,000 units who wants to let 996 of them go. */
function leave(door: typeof DOORS[number], { owes = 0, isUncertain, isHeld, bought = 0, isNew }: Met): string {
  const hold = { because: "password", since: 0, until: 1_000 };
  const gate = {
    facts: { holds: new Map(isHeld ? [[userId, hold]] : []), policy: FIRST_POLICY },
    debts: { debts: { of: () => ({ gifts: owes, payouts: 0 }) } },
    uncertain: new Set(isUncertain ? [userId] : []),
    balances: { of: () => 1_000 },
    bought: new Map([[userId, bought]]),
  } as unknown as Gate;
  const leaving = { shard: 0, userId, units: 996, proven: isNew ? NEW : PROVEN };
  try {
    letLeave(gate, door, leaving);
    return "leaves";
  } catch {
    return refusalOf(() => letLeave(gate, door, leaving)).code;
  }
}

describe("the gate", () => {
  it.each<[what: string, met: Met, withdrawal: string, gift: string, extraPlay: string]>([
    ["nothing", {}, "leaves", "leaves", "leaves"],
    ["a debt that the rest covers", { owes: 4 }, "money_owed", "leaves", "leaves"],
    ["a debt that it does not cover", { owes: 5 }, "money_owed", "money_owed", "money_owed"],
    ["an uncertain payout", { isUncertain: true }, "payment_uncertain", "payment_uncertain", "leaves"],
    ["nothing proven", { isNew: true }, "leaves", "identity_needed", "leaves"],
    ["a hold", { isHeld: true }, "leaves", "account_held", "leaves"],
    [
      "a hold and a day's plays",
      { isHeld: true, bought: FIRST_POLICY.dailyFreePlays },
      "leaves",
      "account_held",
      "account_held",
    ],
  ])("meets %s", (_what, met, ...expected) => {
    expect(DOORS.map((door) => leave(door, met))).toEqual(expected);
  });

  it("takes no gift of whom it was not told what they have proven", () => {
    const gate = {
      debts: { debts: { of: () => ({ gifts: 0, payouts: 0 }) } },
      uncertain: new Set(),
    } as unknown as Gate;
    expect(() => letLeave(gate, "gift", { shard: 0, userId, units: 1 })).toThrow("was not told");
  });
});
