import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PayoutStatus } from "./types.ts";
import { newReference, openTestPayments, type TestPayments } from "./test_sandbox.ts";
import { eventually } from "../../testing/wait.ts";

let test: TestPayments;
let recipientCode: string;
beforeAll(async () => {
  test = await openTestPayments();
  const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE BABATUNDE" };
  ({ recipientCode } = await test.payments.createRecipient(account));
});
afterAll(() => test[Symbol.asyncDispose]());

const withdrawal = (reference: string, amountKobo = 100_000) => ({
  reference,
  amountKobo,
  recipientCode,
  reason: "Orin withdrawal",
});

describe("startPayout()", () => {
  it("takes amount and fee from the balance", async () => {
    const before = await test.payments.balance();
    const reference = newReference();
    const payout = await test.payments.startPayout(withdrawal(reference, 600_000));
    expect(payout).toMatchObject({ status: "pending", reference, amountKobo: 600_000, currency: "NGN" });
    expect(await test.payments.balance()).toBe(before - 600_000 - 2_500);
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({
      status: "pending",
      payoutId: payout.payoutId,
      transferCode: payout.transferCode,
      recipientCode,
      feeKobo: 2_500,
      createdAt: expect.any(Date),
    });
  });

  it("refuses a reference that was used, and pays nothing for it", async () => {
    const reference = newReference();
    await test.payments.startPayout(withdrawal(reference));
    const before = await test.payments.balance();
    await expect(test.payments.startPayout(withdrawal(reference))).rejects
      .toMatchObject({ code: "duplicate_reference" });
    expect(await test.payments.balance()).toBe(before);
  });

  it("refuses an amount that the balance covers without the fee only, and creates nothing", async () => {
    const reference = newReference();
    const balance = await test.payments.balance();
    await expect(test.payments.startPayout(withdrawal(reference, balance))).rejects
      .toMatchObject({ name: "PaymentsRefused", code: "insufficient_balance" });
    expect(await test.payments.lookUpPayout(reference)).toEqual({ status: "not_found", reference });
    expect(await test.payments.balance()).toBe(balance);
  });

  it.each([
    [{ recipientCode: "RCP_nobody" }, "invalid_recipient"],
    [{ amountKobo: 9_999 }, "invalid_amount"],
    [{ amountKobo: -1 }, "invalid_amount"],
    [{ amountKobo: 100_000.5 }, "invalid_amount"],
    [{ reference: "too-short" }, "invalid_reference"],
    // Good enough for a transfer, but no charge may be called so.
    [{ reference: "with_underscore_1234" }, "invalid_reference"],
  ])("refuses %o as %s", async (change, code) => {
    await expect(test.payments.startPayout({ ...withdrawal(newReference()), ...change })).rejects
      .toMatchObject({ name: "PaymentsRefused", code });
  });

  it("lets one of many calls with the same reference through", async () => {
    const reference = newReference();
    const before = await test.payments.balance();
    const calls = Array.from({ length: 10 }, () => test.payments.startPayout(withdrawal(reference)));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await test.payments.balance()).toBe(before - 101_000);
  });
});

describe("lookUpPayout()", () => {
  it.each(
    ["received", "success", "failed", "reversed", "abandoned", "blocked", "rejected"] satisfies PayoutStatus[],
  )("tells the status %s, and the balance agrees with it", async (status) => {
    const before = await test.payments.balance();
    const reference = newReference();
    await test.payments.startPayout(withdrawal(reference));
    test.sandbox.settle(reference, status);
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status });
    const gone = status === "received" || status === "success";
    expect(await test.payments.balance()).toBe(gone ? before - 101_000 : before);
  });

  it("tells a status nobody documented as unknown, with the word", async () => {
    const reference = newReference();
    await test.payments.startPayout(withdrawal(reference));
    test.sandbox.settle(reference, "parked");
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "unknown", said: "parked" });
  });

  it("follows a reversal after success", async () => {
    const before = await test.payments.balance();
    const reference = newReference();
    test.sandbox.faults.set({ settleAfterMs: 0, reversedAfterSuccess: true });
    expect(await test.payments.startPayout(withdrawal(reference))).toMatchObject({ status: "success" });
    test.sandbox.faults.clear();
    await eventually("the reversal", () => test.payments.lookUpPayout(reference)).toMatchObject({ status: "reversed" });
    expect(await test.payments.balance()).toBe(before);
  });
});

describe("finalizePayout()", () => {
  it("releases a payout that waits for its code, and takes the money only then", async () => {
    const before = await test.payments.balance();
    const reference = newReference();
    test.sandbox.faults.set({ otp: true });
    const { status, transferCode } = await test.payments.startPayout(withdrawal(reference));
    test.sandbox.faults.clear();
    expect([status, await test.payments.balance()]).toEqual(["otp", before]);
    await expect(test.payments.finalizePayout({ transferCode, otp: "000000" })).rejects
      .toMatchObject({ code: "invalid_otp" });
    expect(await test.payments.finalizePayout({ transferCode, otp: "123456" }))
      .toMatchObject({ status: "pending", reference });
    expect(await test.payments.balance()).toBe(before - 101_000);
    await expect(test.payments.finalizePayout({ transferCode, otp: "123456" })).rejects
      .toMatchObject({ code: "invalid_request" });
  });

  it("refuses a code of no payout", async () => {
    await expect(test.payments.finalizePayout({ transferCode: "TRF_none", otp: "123456" })).rejects
      .toMatchObject({ code: "not_found" });
  });
});

describe("reconciliation", () => {
  it("listPayouts() and balanceLedger() give everything once over many pages, and it adds up", async () => {
    await using own = await openTestPayments({ openingBalanceKobo: 100_000_000 });
    const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE BABATUNDE" };
    const { recipientCode } = await own.payments.createRecipient(account);
    const references = Array.from({ length: 230 }, () => newReference());
    for (const reference of references) {
      await own.payments.startPayout({ reference, amountKobo: 20_000, recipientCode, reason: "r" });
    }
    own.sandbox.settle(references[0] ?? "", "failed");
    const span = { fromMs: Date.now() - 600_000, toMs: Date.now() };
    const payouts = await Array.fromAsync(own.payments.listPayouts(span));
    expect(payouts.map(({ reference }) => reference)).toEqual(references.toReversed());
    const entries = await Array.fromAsync(own.payments.balanceLedger(span));
    expect(entries).toHaveLength(1 + 230 + 1);
    expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(232);
    const sum = entries.reduce((total, { differenceKobo }) => total + differenceKobo, 0);
    expect(sum).toBe(await own.payments.balance());
    const first = payouts.at(-1);
    expect(entries[0]).toMatchObject({ of: "payout", ofId: first?.payoutId, differenceKobo: 21_000 });
    expect(entries.at(-1)).toMatchObject({ of: "other", differenceKobo: 100_000_000, balanceKobo: 100_000_000 });
    const none = await Array.fromAsync(own.payments.listPayouts({ fromMs: 0, toMs: 1_000 }));
    expect(none).toEqual([]);
  });
});
