import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newReference, openTestPayments, type TestPayments } from "./test_sandbox.ts";

let test: TestPayments;
beforeAll(async () => void (test = await openTestPayments()));
afterAll(() => test[Symbol.asyncDispose]());

const monthly = (reference: string) => ({
  reference,
  email: "listener@orin.example",
  amountKobo: 100_000,
  callbackUrl: "http://localhost:8000/subscriptions",
  metadata: { intent: "premium" },
});

describe("charges", () => {
  it("startCharge() gives the address of a checkout page that can be opened", async () => {
    const reference = newReference();
    const started = await test.payments.startCharge(monthly(reference));
    expect(started.reference).toBe(reference);
    expect(started.authorizationUrl).toBe(`${test.sandbox.url}/checkout/${started.accessCode}`);
    const page = await fetch(started.authorizationUrl);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("₦1,000.00")]);
  });

  it("startCharge() refuses a reference that was used, even by an attempt that was left", async () => {
    const reference = newReference();
    await test.payments.startCharge(monthly(reference));
    test.sandbox.checkout(reference, "leave");
    await expect(test.payments.startCharge(monthly(reference))).rejects.toMatchObject({
      name: "PaymentsRefused",
      code: "duplicate_reference",
    });
  });

  it.each([
    [{ email: "" }, "invalid_email"],
    [{ email: "ada@orin.local" }, "invalid_email"],
    [{ amountKobo: 100.5 }, "invalid_amount"],
    [{ amountKobo: 0 }, "invalid_amount"],
    [{ reference: "Upper-case-reference" }, "invalid_reference"],
    [{ reference: "with_underscore_1234" }, "invalid_reference"],
    [{ callbackUrl: "javascript:alert(1)" }, "invalid_request"],
  ])("startCharge() with %o is refused as %s", async (change, code) => {
    const request = { ...monthly(newReference()), ...change };
    await expect(test.payments.startCharge(request)).rejects.toMatchObject({ name: "PaymentsRefused", code });
  });

  it("confirmCharge() follows a charge from not found over abandoned and declined to paid", async () => {
    const reference = newReference();
    expect(await test.payments.confirmCharge(reference)).toEqual({ status: "not_found", reference });
    await test.payments.startCharge(monthly(reference));
    expect(await test.payments.confirmCharge(reference)).toMatchObject({ status: "abandoned", amountKobo: 100_000 });
    test.sandbox.checkout(reference, "decline");
    expect(await test.payments.confirmCharge(reference)).toMatchObject({ status: "failed" });
    test.sandbox.checkout(reference, "pay");
    expect(await test.payments.confirmCharge(reference)).toEqual({
      status: "success",
      reference,
      cardSignature: expect.stringMatching(/^SIG_[0-9a-f]+$/),
      chargeId: expect.stringMatching(/^4\d{9}$/),
      amountKobo: 100_000,
      requestedKobo: 100_000,
      currency: "NGN",
      metadata: { intent: "premium" },
      feesKobo: 1_500,
      channel: "card",
      paidAt: expect.any(Date),
    });
  });

  it("confirmCharge() tells what was asked for from what was paid where the payer bears the fee", async () => {
    const reference = newReference();
    await test.payments.startCharge({ ...monthly(reference), amountKobo: 1_000_000 });
    test.sandbox.faults.set({ payerBearsFee: true });
    test.sandbox.checkout(reference, "pay");
    test.sandbox.faults.clear();
    // 1.5 % of 10,253.81 naira and 100 naira are 253.81.
    expect(await test.payments.confirmCharge(reference)).toMatchObject({
      requestedKobo: 1_000_000,
      amountKobo: 1_025_381,
      feesKobo: 25_381,
    });
  });
});

describe("refunds", () => {
  async function paidCharge(): Promise<string> {
    const reference = newReference();
    await test.payments.startCharge(monthly(reference));
    test.sandbox.checkout(reference, "pay");
    return reference;
  }

  it("refundCharge() gives all of it back, once, and the charge is reversed", async () => {
    const reference = await paidCharge();
    const refundReference = newReference("refund");
    const refund = await test.payments.refundCharge({ reference, refundReference });
    expect(refund).toMatchObject({ status: "pending", amountKobo: 100_000, refundReference });
    expect(await test.payments.confirmCharge(reference)).toMatchObject({ status: "reversed" });
    await expect(test.payments.refundCharge({ reference, refundReference: newReference("refund") })).rejects
      .toMatchObject({ code: "already_refunded" });
  });

  it("listRefunds() finds the refunds of this charge alone by their own references, newest first", async () => {
    const [reference, other] = [await paidCharge(), await paidCharge()];
    const [first, second] = [newReference("refund"), newReference("refund")];
    await test.payments.refundCharge({ reference, refundReference: first, amountKobo: 30_000 });
    await test.payments.refundCharge({ reference: other, refundReference: newReference("refund") });
    const refund = await test.payments.refundCharge({ reference, refundReference: second, amountKobo: 20_000 });
    test.sandbox.settleRefund(refund.refundId, "needs-attention");
    expect(await test.payments.listRefunds(reference)).toMatchObject([
      { refundReference: second, amountKobo: 20_000, status: "needs_attention" },
      { refundReference: first, amountKobo: 30_000, status: "pending" },
    ]);
    expect(await test.payments.listRefunds(newReference())).toEqual([]);
  });

  it("refundCharge() refuses more than was paid, and what was not paid", async () => {
    const reference = await paidCharge();
    const refundReference = newReference("refund");
    await expect(test.payments.refundCharge({ reference, refundReference, amountKobo: 100_001 })).rejects
      .toMatchObject({ code: "invalid_amount" });
    const unpaid = newReference();
    await test.payments.startCharge(monthly(unpaid));
    await expect(test.payments.refundCharge({ reference: unpaid, refundReference })).rejects
      .toMatchObject({ name: "PaymentsRefused" });
    await expect(test.payments.refundCharge({ reference: newReference(), refundReference })).rejects
      .toMatchObject({ code: "not_found" });
  });
});

describe("banks and accounts", () => {
  it("listBanks() gives each bank that takes transfers once, by name", async () => {
    const banks = await test.payments.listBanks();
    expect(banks.length).toBeGreaterThan(30);
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
    expect(banks.map(({ name }) => name)).toEqual(banks.map(({ name }) => name).sort((a, b) => a.localeCompare(b)));
    expect(banks).toContainEqual({ code: "044", name: "Access Bank", slug: "access-bank" });
    const codes = banks.map(({ code }) => code);
    expect(codes).not.toContain("030");
    expect(codes).not.toContain("559");
    expect(codes).not.toContain("001");
  });

  it("resolveAccount() gives the same name for a number each time", async () => {
    const account = { accountNumber: "0123456789", bankCode: "044" };
    const { accountName } = await test.payments.resolveAccount(account);
    expect(accountName).toMatch(/^[A-Z]+ [A-Z]+ [A-Z]+$/);
    expect(await test.payments.resolveAccount(account)).toEqual({ accountName });
    expect(await test.payments.resolveAccount({ accountNumber: "0123456000", bankCode: "001" }))
      .toEqual({ accountName: "TEST ACCOUNT 0123456000" });
  });

  it.each([
    [{ accountNumber: "0123456000", bankCode: "044" }, "invalid_account"],
    [{ accountNumber: "0123456789", bankCode: "059" }, "invalid_bank"],
    [{ accountNumber: "012345678", bankCode: "044" }, "invalid_account"],
    [{ accountNumber: "0123456789", bankCode: "../" }, "invalid_bank"],
  ])("resolveAccount() and createRecipient() refuse %o as %s", async (account, code) => {
    const refused = { name: "PaymentsRefused", code };
    await expect(test.payments.resolveAccount(account)).rejects.toMatchObject(refused);
    await expect(test.payments.createRecipient({ ...account, accountName: "ADA" })).rejects.toMatchObject(refused);
  });

  it("createRecipient() gives the same account the same recipient", async () => {
    const account = { accountNumber: "2234567891", bankCode: "50211", accountName: "BELLO ADAEZE" };
    const first = await test.payments.createRecipient(account);
    expect(first.recipientCode).toMatch(/^RCP_/);
    expect(await test.payments.createRecipient({ ...account, accountName: "B. A." })).toEqual(first);
    expect(await test.payments.createRecipient({ ...account, bankCode: "044" })).not.toEqual(first);
  });
});

describe("the key", () => {
  it("a wrong one is refused on every call", async () => {
    const stranger = test.connect({ secretKey: "sk_test_of_somebody_else" });
    const refused = { name: "PaymentsRefused", code: "invalid_key" };
    await expect(stranger.balance()).rejects.toMatchObject(refused);
    await expect(stranger.confirmCharge(newReference())).rejects.toMatchObject(refused);
    await expect(stranger.startCharge(monthly(newReference()))).rejects.toMatchObject(refused);
  });
});
