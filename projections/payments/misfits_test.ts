import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { MisfitEvent } from "../../backend/payments/misfits/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findMisfit, misfits, openMisfits } from "./misfits.ts";

const test = await openTestProjection(misfits);
afterAll(() => test[Symbol.asyncDispose]());

const [paymentId, other] = [newId(), newId()];
const found = (id = paymentId): MisfitEvent => ({
  type: "PaymentMisfitFound",
  data: {
    paymentId: id,
    reference: `premium-${id}`,
    expectedKobo: 900,
    paidKobo: 90,
    currency: "USD",
    said: "success",
  },
});
const asked: MisfitEvent = {
  type: "MisfitRefundAsked",
  data: { paymentId, adminId: newId(), refundReference: "misfit_refund-1" },
};
const cleared: MisfitEvent = { type: "MisfitCleared", data: { paymentId, because: "refunded" } };

it.each<[string, MisfitEvent[], object]>([
  ["found", [found()], { askedAt: undefined, clearedAt: undefined }],
  ["asked back", [found(), asked], { askedAt: 1, clearedAt: undefined }],
  ["cleared", [found(), asked, cleared], { askedAt: 1, clearedAt: 2 }],
  ["cleared without being asked back", [found(), cleared], { askedAt: undefined, clearedAt: 1 }],
])("keeps a payment that does not fit and was %s", async (_how, events, times) => {
  expect(await test.given(events, (tx) => findMisfit(tx, paymentId))).toEqual({
    ...{ paymentId, reference: `premium-${paymentId}`, expectedKobo: 900, paidKobo: 90, currency: "USD" },
    ...{ said: "success", foundAt: 0, ...times },
  });
});

it("lists what nobody has cleared, what waits longest first, and nothing of payments that it does not know", async () => {
  const list = async (events: MisfitEvent[], limit = 5) =>
    (await test.given(events, (tx) => openMisfits(tx, { limit }))).map((row) => row.paymentId);
  expect(await list([found(other), found()])).toEqual([other, paymentId]);
  expect(await list([found(other), found()], 1)).toEqual([other]);
  const next = (unasked: boolean) =>
    test.given([found(other), found(), asked], async (tx) => {
      const [first] = await openMisfits(tx, { limit: 1 });
      const after = first && { at: first.foundAt, id: first.paymentId };
      return (await openMisfits(tx, { limit: 5, after, unasked })).map((row) => row.paymentId);
    });
  expect([await next(false), await next(true)]).toEqual([[paymentId], []]);
  expect(await list([found(other), found(), asked, cleared])).toEqual([other]);
  expect(await list([asked, cleared])).toEqual([]);
});

it("refuses the same payment a second time: nobody finds it twice", async () => {
  await expect(test.given([found(), found()], () => Promise.resolve())).rejects.toThrow("misfits_pkey");
});
