import fc from "fast-check";
import { expect, it } from "vitest";
import { availableAccount, GIFT_CLAIMS, PAYOUT_CLAIMS } from "../../ledger/chart.ts";
import { type Debt, decideRepayment, entriesOf, evolve, NO_DEBT } from "./state.ts";

const debt = (gifts: number, payouts: number): Debt => ({ gifts, payouts });

it.each<[string, Debt, number, Debt | undefined]>([
  ["nothing where nothing is owed", NO_DEBT, 500, undefined],
  ["nothing where nothing is there", debt(100, 50), 0, undefined],
  ["nothing of a balance below zero", debt(100, 50), -70, undefined],
  ["all where there is enough", debt(100, 50), 500, debt(100, 50)],
  ["gifts first where there is less", debt(100, 50), 120, debt(100, 20)],
  ["a part of the gifts where there is little", debt(100, 50), 30, debt(30, 0)],
  ["back what was paid too much", debt(0, -40), 0, debt(0, -40)],
  ["gifts out of what comes back of payouts", debt(100, -40), 0, debt(40, -40)],
  ["payouts out of what comes back of gifts, and the rest of what is available", debt(-40, 100), 10, debt(-40, 50)],
])("decideRepayment() pays %s", (_what, owed, available, repaid) => {
  expect(decideRepayment(owed, available)).toEqual(repaid);
});

it("entriesOf() raises the claims by what leaves the person, and names no account that does not move", () => {
  const [available, gifts, payouts] = [availableAccount("ada"), GIFT_CLAIMS, PAYOUT_CLAIMS];
  expect(entriesOf("ada", debt(30, 20))).toEqual([
    ...[{ account: available, amount: -50 }, { account: gifts, amount: 30 }, { account: payouts, amount: 20 }],
  ]);
  expect(entriesOf("ada", debt(0, -20))).toEqual([
    ...[{ account: available, amount: 20 }, { account: payouts, amount: -20 }],
  ]);
  // One claim pays the other: the person has no part in it.
  expect(entriesOf("ada", debt(40, -40))).toEqual([
    ...[{ account: gifts, amount: 40 }, { account: payouts, amount: -40 }],
  ]);
});

it("never takes more than there is or is owed, leaves nothing while any is owed, and pays nothing a second time", () => {
  const sum = fc.integer({ min: -300, max: 300 });
  fc.assert(fc.property(sum, sum, sum, (gifts, payouts, available) => {
    const repaid = decideRepayment(debt(gifts, payouts), available);
    if (repaid === undefined) return;
    const entries = entriesOf("ada", repaid);
    expect(entries.reduce((all, { amount }) => all + amount, 0)).toBe(0);
    const out = entries.find(({ account }) => account === availableAccount("ada"))?.amount ?? 0;
    expect(-out).toBeLessThanOrEqual(Math.max(0, available));
    const after = evolve(debt(gifts, payouts), {
      type: "DebtRepaid",
      data: { userId: "ada", ...repaid, transferId: "transfer" },
    });
    expect(Math.min(after.gifts, after.payouts)).toBeGreaterThanOrEqual(0);
    const left = Math.max(0, available) + out;
    expect(Math.min(left, after.gifts + after.payouts)).toBe(0);
    expect(decideRepayment(after, left)).toBeUndefined();
  }));
});
