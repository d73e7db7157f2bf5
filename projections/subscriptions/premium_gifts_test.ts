import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { PremiumGiftEvent } from "../../backend/subscriptions/gift/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { premiumGifts, seatsBoughtBy, seatsOf } from "./premium_gifts.ts";

const test = await openTestProjection(premiumGifts);
afterAll(() => test[Symbol.asyncDispose]());

const reference = "premium-1";
const [giverId, userId] = [newId(), newId()];
const sealed = { name: "a name", email: "an address" };
const started: PremiumGiftEvent = {
  type: "PremiumGiftStarted",
  data: { reference, giverId, months: 3, seats: [{ seat: 1, ...sealed }, { seat: 2, ...sealed }] },
};
const sentAgain: PremiumGiftEvent = { type: "PremiumGiftSentAgain", data: { reference, seat: 1, giverId } };
const claimed: PremiumGiftEvent = { type: "PremiumGiftClaimed", data: { reference, seat: 2, giverId, userId } };

it("shows whom a seat is for after a correction, which counts as sending again", async () => {
  const corrected = { name: "other name", email: "other address" };
  const readdressed: PremiumGiftEvent = {
    type: "PremiumGiftReaddressed",
    data: { reference, seat: 1, giverId, ...corrected },
  };
  expect(await test.given([started, sentAgain, readdressed], (tx) => seatsOf(tx, reference))).toMatchObject([
    { seat: 1, ...corrected, sentAgain: 2, edition: 1 },
    { seat: 2, ...sealed, sentAgain: 0, edition: 0 },
  ]);
});

it("says how each seat stands, to who bought it, and not who took it", async () => {
  const events = [started, sentAgain, sentAgain, claimed];
  const rows = await test.given(events, (tx) => seatsBoughtBy(tx, giverId, 10));
  expect(rows).toMatchObject([
    { seat: 1, months: 3, ...sealed, sentAgain: 2, claimedAt: undefined },
    { seat: 2, sentAgain: 0, claimedAt: expect.any(Number) },
  ]);
  expect(await test.given(events, (tx) => seatsOf(tx, reference))).toEqual(rows);
  expect(JSON.stringify(rows)).not.toContain(userId);
  expect(await test.given(events, (tx) => seatsBoughtBy(tx, userId, 10))).toEqual([]);
  expect(await test.given(events, (tx) => seatsOf(tx, "premium-2"))).toEqual([]);
});
