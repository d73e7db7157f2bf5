import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Payments } from "./types.ts";
import type { AnswerFaultName } from "./sandbox/faults.ts";
import { newReference, openTestPayments, type TestPayments } from "./test_sandbox.ts";
import { eventually } from "../../testing/wait.ts";

let test: TestPayments;
/** Gives up soon, so that a held answer is a timeout. */
let hurried: Payments;
let recipientCode: string;

beforeAll(async () => {
  test = await openTestPayments();
  hurried = test.connect({ timeoutMs: 300 });
  const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE BABATUNDE" };
  ({ recipientCode } = await test.payments.createRecipient(account));
});
afterEach(() => test.sandbox.faults.clear());
afterAll(() => test[Symbol.asyncDispose]());

const withdrawal = (reference: string) => ({ reference, amountKobo: 100_000, recipientCode, reason: "r" });
/** Whether a call times out is told by the fault alone, however slow the machine is. */
const clientFor = (fault: AnswerFaultName) => fault.includes("timeout") ? hurried : test.payments;
const breakNext = (fault: AnswerFaultName, path?: string) => test.sandbox.faults.set({ answers: [{ fault, path }] });

describe("a call whose answer is broken", () => {
  const COMMITTED = [
    ["commit-then-timeout", "timeout"],
    ["commit-then-500", "provider_error"],
    ["commit-then-html", "unreadable"],
    ["commit-then-cut", "unreadable"],
  ] as const;

  it.each(COMMITTED)(
    "%s: startPayout() says unavailable, the look-up finds it, nothing is paid twice",
    async (fault, reason) => {
      const before = await test.payments.balance();
      const reference = newReference();
      breakNext(fault, "/transfer");
      await expect(clientFor(fault).startPayout(withdrawal(reference))).rejects
        .toMatchObject({ name: "PaymentsUnavailable", reason });
      await eventually("the payout", () => test.payments.lookUpPayout(reference)).toMatchObject({ status: "pending" });
      await expect(test.payments.startPayout(withdrawal(reference))).rejects.toMatchObject({
        code: "duplicate_reference",
      });
      expect(await test.payments.balance()).toBe(before - 101_000);
    },
  );

  it.each(COMMITTED)("%s: startCharge() and refundCharge() can be found again", async (fault) => {
    const reference = newReference();
    const request = {
      reference,
      email: "ada@orin.example",
      amountKobo: 100_000,
      callbackUrl: "http://localhost:8000/",
      metadata: {},
    };
    breakNext(fault, "/transaction/initialize");
    await expect(clientFor(fault).startCharge(request)).rejects.toMatchObject({ name: "PaymentsUnavailable" });
    await eventually("the charge", () => test.payments.confirmCharge(reference)).toMatchObject({ status: "abandoned" });
    test.sandbox.checkout(reference, "pay");
    const refundReference = newReference("refund");
    breakNext(fault, "/refund");
    await expect(clientFor(fault).refundCharge({ reference, refundReference })).rejects
      .toMatchObject({ name: "PaymentsUnavailable" });
    await eventually("the refund", () => test.payments.listRefunds(reference))
      .toMatchObject([{ refundReference, amountKobo: 100_000 }]);
  });

  it.each(
    [
      ["timeout", "timeout"],
      ["500", "provider_error"],
      ["429", "rate_limited"],
      ["html", "provider_error"],
      ["redirect", "unreadable"],
      ["endless", "unreadable"],
    ] as const,
  )("%s: nothing was done, the same reference can be used", async (fault, reason) => {
    const before = await test.payments.balance();
    const reference = newReference();
    breakNext(fault, "/transfer");
    await expect(clientFor(fault).startPayout(withdrawal(reference))).rejects
      .toMatchObject({ name: "PaymentsUnavailable", reason });
    expect(await test.payments.lookUpPayout(reference)).toEqual({ status: "not_found", reference });
    expect(await test.payments.startPayout(withdrawal(reference))).toMatchObject({ status: "pending" });
    expect(await test.payments.balance()).toBe(before - 101_000);
  });

  it("late-commit: a payout that is not found after a timeout may still appear", async () => {
    const reference = newReference();
    test.sandbox.faults.set({ answers: [{ fault: "late-commit", path: "/transfer", delayMs: 2_000 }] });
    await expect(hurried.startPayout(withdrawal(reference))).rejects.toMatchObject({ reason: "timeout" });
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "not_found" });
    await eventually("the payout", () => test.payments.lookUpPayout(reference)).toMatchObject({ status: "pending" });
  });

  it("redirect: the key is not carried to another place", async () => {
    const keys: (string | null)[] = [];
    const elsewhere = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
      keys.push(request.headers.get("authorization"));
      return Response.json({ status: true, message: "m", data: [{ currency: "NGN", balance: 1 }] });
    });
    const location = `http://127.0.0.1:${elsewhere.addr.port}/`;
    const provider = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response(null, { status: 307, headers: { location } }),
    );
    const client = test.connect({ baseUrl: `http://127.0.0.1:${provider.addr.port}` });
    await expect(client.balance()).rejects.toMatchObject({ name: "PaymentsUnavailable", reason: "unreadable" });
    expect(keys).toEqual([]);
    await provider.shutdown();
    await elsewhere.shutdown();
  });

  it("a provider that is not there is a network error, and the account number is in no message", async () => {
    await using gone = await openTestPayments();
    await gone.sandbox.stop();
    const error = await gone.payments.resolveAccount({ accountNumber: "0123456789", bankCode: "058" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "PaymentsUnavailable", reason: "network" });
    expect(String(error)).not.toContain("0123456789");
  });

  it("a lookup that fails is never an answer", async () => {
    const reference = newReference();
    for (const fault of ["timeout", "500", "429", "html", "commit-then-html"] as const) {
      breakNext(fault, "/transfer/verify/*");
      const client = clientFor(fault);
      await expect(client.lookUpPayout(reference)).rejects.toMatchObject({ name: "PaymentsUnavailable" });
      breakNext(fault, "/transaction/verify/*");
      await expect(client.confirmCharge(reference)).rejects.toMatchObject({ name: "PaymentsUnavailable" });
      breakNext(fault, "/bank");
      await expect(client.listBanks()).rejects.toMatchObject({ name: "PaymentsUnavailable" });
    }
  });
});
