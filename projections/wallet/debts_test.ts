import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { EventKind } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import type { Sql } from "../../backend/store/sql.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { owedBy, possibleDebtors, readDebts, repayments } from "./debts.ts";
import { disputes } from "../payments/disputes.ts";
import { gifts } from "../gifts/gifts.ts";
import { lostPayouts } from "./lost_payouts.ts";
import { takenRoyalties } from "../royalties/taken_royalties.ts";
import { withdrawals } from "./withdrawals.ts";

const test = await openTestProjection(
  repayments as Projection,
  [disputes, gifts, lostPayouts, takenRoyalties, withdrawals] as readonly Projection[],
);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, ben] = [newId(), newId()];
const repaid = (gifts: number, payouts: number): EventKind => (
  { type: "DebtRepaid", data: { userId: ada, gifts, payouts, transferId: newId() } }
);
/** A gift that went back, of which the artist no longer had so much. */
function ofGift(owedUnits: number): EventKind[] {
  const terms = {
    ...{ giftId: newId(), giverId: ben, artistId: ada, cents: 1, units: 900, koboPerDollar: 100, policyVersion: 1 },
    ...{ message: "", isNamed: false },
  };
  return [
    { type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } },
    { type: "GiftRefunded", data: { giftId: terms.giftId, takenUnits: 900 - owedUnits, owedUnits } },
  ];
}
const ofDispute = (owedUnits: number): EventKind => ({
  type: "DisputeOpened",
  data: {
    ...{ disputeId: newId(), paymentId: newId(), providerId: "7", reference: "gift-1", purpose: "gift", payerId: ben },
    ...{ artistId: ada, amountKobo: 900, units: 900, reservedUnits: 900 - owedUnits, owedUnits, category: "fraud" },
  },
});
const ofLostPayout = (owedUnits: number): EventKind => ({
  type: "LostPayoutBooked",
  data: {
    reference: newId(),
    userId: ada,
    units: 900,
    takenUnits: 900 - owedUnits,
    owedUnits,
    feeKobo: 0,
    transferId: newId(),
  },
});
/** A payout that the bank paid after its tokens had gone back. */
function ofPayout(units: number): EventKind[] {
  const withdrawalId = newId();
  const stream = `withdrawal/${withdrawalId}`;
  const bank = { bankDetails: "", accountHash: "", warnings: [], approvalsNeeded: 1, policyVersion: 1 };
  const events: EventKind[] = [
    { type: "WithdrawalRequested", data: { withdrawalId, userId: ada, units, ...bank } },
    {
      type: "WithdrawalApproved",
      data: { withdrawalId, adminId: ben, reason: "", caseHash: "", isLast: true, secondFor: "" },
    },
    { type: "PayoutStarted", data: { withdrawalId, reference: "orin-1" } },
    { type: "PayoutAttempted", data: { withdrawalId, attempt: 1, at: 5 } },
    { type: "PayoutFailed", data: { withdrawalId, status: "failed" } },
    { type: "PayoutPaidLate", data: { withdrawalId, transferCode: "TRF_1", feeKobo: 0 } },
  ];
  return events.map((event) => ({ ...event, stream }));
}

it.each<[string, EventKind[], { gifts: number; payouts: number } | undefined]>([
  ["nothing", [], undefined],
  ["for a gift that went back", ofGift(100), { gifts: 100, payouts: 0 }],
  ["for a disputed gift", [ofDispute(200)], { gifts: 200, payouts: 0 }],
  ["for a lost payout", [ofLostPayout(300)], { gifts: 0, payouts: 300 }],
  ["for a payout that came twice", ofPayout(400), { gifts: 0, payouts: 400 }],
  ["for all of it", [...ofGift(100), ofDispute(200), ofLostPayout(300), ...ofPayout(400)], {
    gifts: 300,
    payouts: 700,
  }],
  ["less what was repaid", [...ofGift(100), ofLostPayout(300), repaid(60, 100), repaid(0, 50)], {
    gifts: 40,
    payouts: 150,
  }],
  ["nothing any more", [...ofGift(100), repaid(100, 0)], { gifts: 0, payouts: 0 }],
  ["less than nothing, where they paid too much", [...ofGift(100), repaid(100, 20)], { gifts: 0, payouts: -20 }],
])("says what someone owes: %s", async (_what, events, debt) => {
  const found = await test.given(events, (tx) => readDebts(tx, 0, [ada, ada, ben]));
  expect(found).toEqual(new Map(debt === undefined ? [] : [[ada, debt]]));
  const { gifts = 0, payouts = 0 } = debt ?? {};
  expect(await test.given(events, (tx) => owedBy(tx, { shard: 0, userId: ada }))).toBe(Math.max(0, gifts + payouts));
  // In another shard the person has none.
  expect(await test.given(events, (tx) => readDebts(tx, 1, [ada]))).toEqual(new Map());
});

it.each<[string, EventKind[], boolean]>([
  ["who owes for a gift", ofGift(100), true],
  ["who owes for a payout", [ofLostPayout(1)], true],
  ["who paid too much for a payout that did not come after all", [repaid(0, 10)], true],
  ["who paid for gifts alone, and is among those who owe for gifts", [repaid(10, 0)], false],
  ["nobody who had everything", [...ofGift(0), ofDispute(0), ofLostPayout(0)], false],
])("finds %s", async (_who, events, isFound) => {
  expect((await test.given(events, (tx) => possibleDebtors(tx as Sql))).includes(ada)).toBe(isFound);
});
