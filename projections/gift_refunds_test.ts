import { expect, it } from "vitest";
import { newId } from "../backend/contract/ids.ts";
import { openTestProjection } from "../backend/testing/projection.ts";
import { giftRefunds, refundedAlone, refundsOf, waitingRefunds } from "./gift_refunds.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const [ada, ben] = [newId(), newId()];
const [waiting, withdrawn, confirmed, alone, old] = [newId(), newId(), newId(), newId(), newId()];
const proposalId = newId();
const proposed = (giftId: string, at = NOON) => ({
  type: "GiftRefundProposed" as const,
  data: { giftId, units: 700, adminId: ada, proposalId },
  at,
});
const decided = (giftId: string, at: number, more: object = {}) => ({
  type: "GiftRefundDecided" as const,
  data: { giftId, units: 100, adminId: ada, ...more },
  at,
});

it("knows what waits, what is decided, and what a side returned alone", async () => {
  await using test = await openTestProjection(giftRefunds);
  const events = [
    proposed(waiting),
    proposed(withdrawn),
    { type: "GiftRefundWithdrawn" as const, data: { giftId: withdrawn, proposalId, adminId: ben }, at: NOON },
    proposed(confirmed, NOON - 1),
    decided(confirmed, NOON, { units: 700, confirmedBy: ben }),
    decided(alone, NOON),
    decided(old, NOON - 1_000),
    decided(newId(), NOON, { adminId: ben }),
  ];
  const found = await test.given(events, async (tx) => ({
    waiting: await waitingRefunds(tx, 10),
    states: await refundsOf(tx, [waiting, withdrawn, confirmed, alone]),
    alone: [
      await refundedAlone(tx, [ada], NOON),
      await refundedAlone(tx, [ada, ben], 0),
      await refundedAlone(tx, [], 0),
    ],
  }));
  expect(found).toEqual({
    waiting: [{ giftId: waiting, units: 700, adminId: ada, proposalId, proposedAt: NOON }],
    states: new Map([[waiting, "waiting"], [confirmed, "decided"], [alone, "decided"]]),
    alone: [100, 300, 0],
  });
});
