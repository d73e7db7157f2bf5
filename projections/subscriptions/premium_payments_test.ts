import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { PremiumPaymentEvent } from "../../backend/subscriptions/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findPremiumPayment, openPremiumPayments, premiumPayments, premiumPaymentSum } from "./premium_payments.ts";

const test = await openTestProjection(premiumPayments);
afterAll(() => test[Symbol.asyncDispose]());

const about = { reference: "premium-1", userId: newId() };
const started: PremiumPaymentEvent = {
  type: "PremiumPaymentStarted",
  data: { ...about, amountKobo: 100_000, months: 1, policyVersion: 1 },
};
const paid: PremiumPaymentEvent = { type: "PremiumPaid", data: { ...about, amountKobo: 100_000, feesKobo: 1_500 } };
const disputed: PremiumPaymentEvent = { type: "PremiumDisputed", data: { ...about, takenMs: 0 } };
const cleared: PremiumPaymentEvent = { type: "PremiumCleared", data: about };
const reversed: PremiumPaymentEvent = { type: "PremiumReversed", data: { ...about, amountKobo: 100_000 } };

it.each<[string, PremiumPaymentEvent[], string, number]>([
  ["started", [started], "started", 0],
  ["paid, less its fee", [started, paid], "paid", 98_500],
  ["disputed", [started, paid, disputed], "disputed", 98_500],
  ["cleared again", [started, paid, disputed, cleared], "paid", 98_500],
  ["reversed, which leaves the fee to us", [started, paid, reversed], "reversed", -1_500],
])("says what a payment is that was %s", async (_how, events, status, sum) => {
  expect(await test.given(events, (tx) => findPremiumPayment(tx, "premium-1")))
    .toMatchObject({ ...about, amountKobo: 100_000, status });
  expect(await test.given(events, premiumPaymentSum)).toBe(sum);
  const open = await test.given(events, (tx) => openPremiumPayments(tx, { from: 0, to: 1_000 }));
  expect(open).toHaveLength(status === "started" ? 1 : 0);
});
