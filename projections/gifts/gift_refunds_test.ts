import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { giftRefunds, refundsOf } from "./gift_refunds.ts";

it("knows what is to be returned", async () => {
  await using test = await openTestProjection(giftRefunds);
  const [decided, other] = [newId(), newId()];
  const event = { type: "GiftRefundDecided" as const, data: { giftId: decided, units: 100, adminId: newId() } };
  const found = await test.given([event, event], (tx) => refundsOf(tx, [decided, other]));
  expect(found).toEqual(new Set([decided]));
});
