import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { GiftEvent, GiftTerms } from "../../backend/gifts/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { cardGiftSum, findGiftPayment, gifts, giftsTo, giftsToMany, openGiftPayments } from "./gifts.ts";

const test = await openTestProjection(gifts);
afterAll(() => test[Symbol.asyncDispose]());

const [giftId, artistId] = [newId(), newId()];
const terms: GiftTerms = {
  giftId,
  giverId: newId(),
  artistId,
  cents: 100,
  units: 150_000,
  koboPerDollar: 150_000,
  policyVersion: 1,
  message: "sealed",
  isNamed: true,
};
const started: GiftEvent = { type: "GiftPaymentStarted", data: { ...terms, reference: "gift-1" } };
const paid: GiftEvent = { type: "GiftSent", data: { ...terms, method: "card", reference: "gift-1", feesKobo: 2_000 } };
const byTokens: GiftEvent = { type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } };
const refunded: GiftEvent = { type: "GiftRefunded", data: { giftId, takenUnits: 150_000, owedUnits: 0 } };
const thanked: GiftEvent = { type: "GiftThanked", data: { giftId, artistId, message: "thanks, sealed" } };

it.each<[string, GiftEvent[], object[], number]>([
  ["begun by card", [started], [], 0],
  ["paid by card", [started, paid], [{ method: "card", status: "sent", feesKobo: 2_000 }], 148_000],
  ["given in tokens", [byTokens], [{ method: "tokens", status: "sent", reference: undefined }], 0],
  ["refunded", [started, paid, refunded], [{ status: "refunded" }], -2_000],
  ["thanked for", [byTokens, thanked], [{ thanks: "thanks, sealed", status: "sent" }], 0],
])("shows the artist a gift that was %s", async (_how, events, received, sum) => {
  const rows = await test.given(events, (tx) => giftsTo(tx, artistId, 10));
  expect(rows).toHaveLength(received.length);
  expect(rows).toMatchObject(received);
  expect(await test.given(events, cardGiftSum)).toBe(sum);
});

it("answers the newest gifts of each of many artists", async () => {
  const [other, none] = [newId(), newId()];
  const sent = [
    ...[1, 2, 3].map((units) => ({ ...byTokens, data: { ...byTokens.data, giftId: newId(), units } })),
    { ...byTokens, data: { ...byTokens.data, giftId: newId(), artistId: other, units: 4 } },
    { ...started, data: { ...started.data, giftId: newId(), artistId: none } },
  ].map((event, index) => ({ ...event, at: 1_000 + index }));
  const found = await test.given(sent, (tx) => giftsToMany(tx, [artistId, other, none], 2));
  expect([artistId, other, none].map((id) => found.get(id)?.map(({ units }) => units)))
    .toEqual([[3, 2], [4], undefined]);
});

it("finds a payment by its reference, and as open until it has an end", async () => {
  const open = (tx: Parameters<typeof openGiftPayments>[0]) => openGiftPayments(tx, { from: 0, to: 1_000 });
  expect(await test.given([started], (tx) => findGiftPayment(tx, "gift-1"))).toMatchObject({
    giftId,
    status: "started",
  });
  expect(await test.given([started], open)).toMatchObject([{ giftId }]);
  expect(await test.given([started, paid], open)).toEqual([]);
});
