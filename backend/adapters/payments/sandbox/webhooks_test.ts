import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BadSignature } from "../types.ts";
import { newReference, openTestPayments, type TestPayments } from "../test_sandbox.ts";
import { eventually } from "../../../testing/wait.ts";

let test: TestPayments;
let recipientCode: string;
beforeEach(async () => {
  test = await openTestPayments();
  const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE BABATUNDE" };
  ({ recipientCode } = await test.payments.createRecipient(account));
});
afterEach(() => test[Symbol.asyncDispose]());

async function payout(): Promise<string> {
  const reference = newReference();
  await test.payments.startPayout({ reference, amountKobo: 100_000, recipientCode, reason: "r" });
  return reference;
}

async function paidCharge(): Promise<string> {
  const reference = newReference();
  const callbackUrl = "http://localhost:8000/";
  await test.payments.startCharge({ reference, email: "a@orin.example", amountKobo: 5_000, callbackUrl, metadata: {} });
  test.sandbox.checkout(reference, "pay");
  return reference;
}

const eventsOf = () => test.inbox.notices(test.payments).map(({ event, reference }) => [event, reference]);
const states = () => test.sandbox.state().deliveries.map(({ state }) => state).reverse();

describe("notices", () => {
  it("tell of charges, refunds, disputes and transfers, and the adapter takes their signature", async () => {
    const charge = await paidCharge();
    await test.inbox.until(1);
    const refund = await test.payments.refundCharge({ reference: charge, refundReference: newReference("refund") });
    await test.inbox.until(2);
    test.sandbox.settleRefund(refund.refundId, "processed");
    await test.inbox.until(3);
    test.sandbox.dispute(charge, "create");
    await test.inbox.until(4);
    const transfer = await payout();
    test.sandbox.settle(transfer, "success");
    await test.inbox.until(5);
    test.sandbox.settle(transfer, "reversed");
    await test.inbox.until(6);
    expect(test.inbox.notices(test.payments)).toMatchObject([
      { event: "charge.success", kind: "charge", reference: charge, status: "success" },
      { event: "refund.pending", kind: "refund", reference: charge, status: "pending" },
      { event: "refund.processed", kind: "refund", reference: charge, status: "processed" },
      { event: "charge.dispute.create", kind: "dispute", reference: charge, status: "open" },
      { event: "transfer.success", kind: "payout", reference: transfer, status: "success" },
      { event: "transfer.reversed", kind: "payout", reference: transfer, status: "reversed" },
    ]);
  });

  it("are sent again until the answer is 200, and no more after the last try", async () => {
    test.inbox.answers.push(500, 302, 401);
    await paidCharge();
    await test.inbox.until(4);
    expect(new Set(test.inbox.notices(test.payments).map(({ key }) => key)).size).toBe(1);
    await eventually("the notice to be delivered", states).toEqual(["delivered"]);
    test.inbox.answers.push(201, 404, 500, 500, 500);
    await paidCharge();
    await eventually("the second notice to be given up", states).toEqual(["delivered", "given up"]);
    expect(test.inbox.received).toHaveLength(9);
  });

  it("of a transfer that failed have their times under other names", async () => {
    const [one, other] = [await payout(), await payout()];
    test.sandbox.settle(one, "success");
    await test.inbox.until(1);
    test.sandbox.settle(other, "failed");
    await test.inbox.until(2);
    const [success, failed] = test.inbox.received.map(({ rawBody }) =>
      JSON.parse(new TextDecoder().decode(rawBody)).data
    );
    expect(Object.keys(success)).toContain("createdAt");
    expect(Object.keys(failed)).toContain("created_at");
    expect(success.integration).toMatchObject({ business_name: "Orin" });
  });
});

describe("faults of notices", () => {
  it("doubled: each comes twice with the same key", async () => {
    test.sandbox.faults.set({ webhooksDoubled: true });
    await paidCharge();
    await test.inbox.until(2);
    const [first, second] = test.inbox.notices(test.payments);
    expect(first).toEqual(second);
  });

  it("reordered: the later one comes first", async () => {
    test.sandbox.faults.set({ webhooksReordered: true });
    const transfer = await payout();
    test.sandbox.settle(transfer, "success");
    test.sandbox.settle(transfer, "reversed");
    await test.inbox.until(2);
    expect(eventsOf()).toEqual([["transfer.reversed", transfer], ["transfer.success", transfer]]);
  });

  it("badly signed: the adapter refuses them, and takes them once they are signed well", async () => {
    test.sandbox.faults.set({ webhooksBadlySigned: true });
    test.inbox.answers.push(401);
    await paidCharge();
    await test.inbox.until(1);
    const [forged] = test.inbox.received;
    expect(() => test.payments.readWebhook(forged?.rawBody ?? new Uint8Array(), forged?.signature)).toThrow(
      BadSignature,
    );
    test.sandbox.faults.clear();
    test.sandbox.faults.set({ webhooksBadlySigned: false });
    const later = (await test.inbox.until(2)).at(-1);
    expect(later?.rawBody).toEqual(forged?.rawBody);
  });

  it("lost: nothing comes, and the look-up knows all the same", async () => {
    test.sandbox.faults.set({ webhooksLost: true });
    const reference = await paidCharge();
    test.sandbox.faults.set({ webhooksLost: false });
    const other = await paidCharge();
    await test.inbox.until(1);
    expect(eventsOf()).toEqual([["charge.success", other]]);
    expect(await test.payments.confirmCharge(reference)).toMatchObject({ status: "success" });
  });

  it("late: others come before it", async () => {
    test.sandbox.faults.set({ webhookDelayMs: 3_600_000 });
    const before = Date.now();
    await paidCharge();
    test.sandbox.faults.set({ webhookDelayMs: 0 });
    const prompt = await paidCharge();
    await test.inbox.until(1);
    expect(eventsOf()).toEqual([["charge.success", prompt]]);
    expect(test.sandbox.state().deliveries.at(-1)?.due).toBeGreaterThanOrEqual(before + 3_600_000);
  });

  it("amounts as text in notices of refunds", async () => {
    const reference = await paidCharge();
    test.sandbox.faults.set({ textAmounts: true });
    await test.payments.refundCharge({ reference, refundReference: newReference("refund") });
    const [, refund] = await test.inbox.until(2);
    expect(JSON.parse(new TextDecoder().decode(refund?.rawBody)).data.amount).toBe("5000");
  });
});

describe("transfers that go on by themselves", () => {
  it("settle after a while as the switch says, with a notice", async () => {
    test.sandbox.faults.set({ settleAfterMs: 30, settleAs: "failed" });
    const reference = await payout();
    await test.inbox.until(1);
    expect(eventsOf()).toEqual([["transfer.failed", reference]]);
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "failed" });
  });

  it("wait for the merchant's approval first, where that is switched on", async () => {
    test.sandbox.faults.set({ received: true });
    const reference = await payout();
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "received" });
    test.sandbox.settle(reference, "rejected");
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "rejected" });
  });

  it("carry stamp duty from 10,000 naira on, where that is switched on", async () => {
    test.sandbox.faults.set({ stampDuty: true });
    const reference = newReference();
    await test.payments.startPayout({ reference, amountKobo: 1_000_000, recipientCode, reason: "r" });
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ feeKobo: 2_500 + 5_000 });
  });
});
