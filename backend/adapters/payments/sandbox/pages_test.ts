import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newReference, openTestPayments, type TestPayments } from "../test_sandbox.ts";

let test: TestPayments;
beforeAll(async () => void (test = await openTestPayments()));
afterAll(() => test[Symbol.asyncDispose]());

const RETURN = "http://localhost:8000/subscriptions?from=orin";

async function started(more: object = {}): Promise<{ reference: string; address: string }> {
  const reference = newReference();
  const { authorizationUrl } = await test.payments.startCharge({
    reference,
    email: "ada+<b>@orin.example",
    amountKobo: 100_000,
    callbackUrl: RETURN,
    metadata: {},
    ...more,
  });
  return { reference, address: authorizationUrl };
}

/** Presses a button of a page. */
function press(address: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const origin = new URL(address).origin;
  const body = new URLSearchParams(fields);
  return fetch(address, { method: "POST", body, headers: { origin, ...headers }, redirect: "manual" });
}

const statusOf = async (reference: string) => (await test.payments.confirmCharge(reference)).status;

describe("the checkout page", () => {
  it("shows who pays what, says that it is pretend, and runs no scripts", async () => {
    const { reference, address } = await started();
    const page = await fetch(address);
    const text = await page.text();
    expect(text).toContain("Orin payment sandbox");
    expect(text).toContain("No money moves");
    expect(text).toContain("₦1,000.00");
    expect(text).toContain(reference);
    expect(text).toContain("ada+&lt;b&gt;@orin.example");
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    // Browsers hold the redirect after the form against this, too.
    expect(policy).toContain("form-action 'self' http://localhost:8000");
  });

  it("pays and returns to Orin with the reference", async () => {
    const { reference, address } = await started();
    const answer = await press(address, { action: "pay", channel: "ussd" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${RETURN}&trxref=${reference}&reference=${reference}`);
    expect(await test.payments.confirmCharge(reference)).toMatchObject({ status: "success", channel: "ussd" });
    const balance = await test.payments.balance();
    await press(address, { action: "pay" });
    expect(await test.payments.balance()).toBe(balance);
    expect(await (await fetch(address)).text()).toContain("Return to Orin");
  });

  it("pays without ever returning", async () => {
    const { reference, address } = await started();
    const answer = await press(address, { action: "pay-and-close" });
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect(await statusOf(reference)).toBe("success");
  });

  it("declines, and lets the payer try again", async () => {
    const { reference, address } = await started();
    expect(await (await press(address, { action: "decline" })).text()).toContain("Declined");
    expect(await statusOf(reference)).toBe("failed");
    await press(address, { action: "pay" });
    expect(await statusOf(reference)).toBe("success");
  });

  it("is left to the address for that, where there is one", async () => {
    const cancelUrl = "http://localhost:8000/subscriptions?cancelled";
    const { reference, address } = await started({ cancelUrl });
    expect((await press(address, { action: "leave" })).headers.get("location")).toBe(cancelUrl);
    expect(await statusOf(reference)).toBe("abandoned");
    const other = await started();
    expect(await (await press(other.address, { action: "leave" })).text()).toContain("You left without paying");
  });

  it("does nothing for a form of another site, for an unknown button, and for an unknown payment", async () => {
    const { reference, address } = await started();
    expect((await press(address, { action: "pay" }, { origin: "https://evil.example" })).status).toBe(403);
    await press(address, { action: "steal" });
    expect(await statusOf(reference)).toBe("abandoned");
    expect((await fetch(`${test.sandbox.url}/checkout/none`)).status).toBe(404);
    expect((await press(`${test.sandbox.url}/checkout/none`, { action: "pay" })).status).toBe(404);
  });
});

describe("the dashboard", () => {
  const at = (path: string) => `${test.sandbox.url}/__sandbox${path}`;

  it("lists charges, transfers, refunds and notices, and moves a transfer", async () => {
    const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE <i>BABATUNDE" };
    const { recipientCode } = await test.payments.createRecipient(account);
    const reference = newReference();
    const { payoutId } = await test.payments.startPayout({ reference, amountKobo: 10_000, recipientCode, reason: "r" });
    const paid = await started();
    await press(paid.address, { action: "pay" });
    await test.payments.refundCharge({ reference: paid.reference, refundReference: newReference("refund") });
    const text = await (await fetch(at(""))).text();
    for (const part of [reference, paid.reference, "EZE &lt;i&gt;BABATUNDE", "refund.pending"]) {
      expect(text).toContain(part);
    }
    const moved = await press(at(`/transfers/${payoutId}`), { status: "failed" });
    expect([moved.status, new URL(moved.headers.get("location") ?? "", moved.url).pathname]).toEqual([
      303,
      "/__sandbox",
    ]);
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "failed" });
  });

  it("takes JSON from programs, which name things by their references, and knows what it does not know", async () => {
    const post = (path: string, body: object) =>
      fetch(at(path), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        redirect: "manual",
      }).then(({ status }) => status);
    const account = { accountNumber: "1123456789", bankCode: "058", accountName: "ADA" };
    const { recipientCode } = await test.payments.createRecipient(account);
    const reference = newReference();
    await test.payments.startPayout({ reference, amountKobo: 10_000, recipientCode, reason: "r" });
    expect(await post(`/transfers/${reference}`, { status: "blocked" })).toBe(303);
    expect(await test.payments.lookUpPayout(reference)).toMatchObject({ status: "blocked" });
    const paid = await started();
    await press(paid.address, { action: "pay" });
    expect(await post(`/charges/${paid.reference}`, { step: "resolve" })).toBe(303);
    expect(await statusOf(paid.reference)).toBe("reversed");
    expect(await post(`/transfers/${newReference()}`, { status: "failed" })).toBe(404);
    expect(await post(`/transfers/${reference}`, {})).toBe(404);
    expect(await post("/topup", { naira: "much" })).toBe(400);
    expect(await post("/switches", { settleAs: "pending", webhookDelayMs: "0" })).toBe(400);
    expect(await post("/answers", { fault: "earthquake", times: "1" })).toBe(400);
  });

  it("tops the balance up, and down to nothing", async () => {
    const before = await test.payments.balance();
    await press(at("/topup"), { naira: "1000.50" });
    expect(await test.payments.balance()).toBe(before + 100_050);
    await press(at("/topup"), { naira: String(-(before + 100_050) / 100) });
    expect(await test.payments.balance()).toBe(0);
    await press(at("/topup"), { naira: "-1" });
    expect(await test.payments.balance()).toBe(0);
  });

  it("sets the switches by form", async () => {
    await press(at("/switches"), { otp: "on", settleAfterMs: "", settleAs: "failed", webhookDelayMs: "50" });
    expect(test.sandbox.faults.read()).toMatchObject({
      otp: true,
      received: false,
      settleAfterMs: null,
      settleAs: "failed",
      webhookDelayMs: 50,
    });
    await press(at("/answers"), { fault: "commit-then-500", path: "/transfer", times: "2" });
    expect(test.sandbox.faults.read().answers).toMatchObject([{
      fault: "commit-then-500",
      path: "/transfer",
      times: 2,
    }]);
    await press(at("/clear"), {});
    expect(test.sandbox.faults.read()).toMatchObject({ otp: false, answers: [] });
  });

  it("sets the switches by JSON, leaves the others, and refuses what it does not know", async () => {
    const headers = { "content-type": "application/json" };
    const post = (changes: unknown) => fetch(at("/faults"), { method: "POST", headers, body: JSON.stringify(changes) });
    expect(await (await post({ webhooksDoubled: true })).json()).toMatchObject({ webhooksDoubled: true, otp: false });
    expect(await (await post({ answers: [{ fault: "429" }] })).json())
      .toMatchObject({ webhooksDoubled: true, answers: [{ fault: "429", times: 1 }] });
    expect((await post({ webhooksTripled: true })).status).toBe(400);
    expect((await post({ settleAs: "pending" })).status).toBe(400);
    await expect(test.payments.balance()).rejects.toMatchObject({ reason: "rate_limited" });
    expect(await test.payments.balance()).toBe(0);
    expect(await (await fetch(at("/faults"), { method: "DELETE" })).json()).toMatchObject({ webhooksDoubled: false });
  });

  it("takes no form of another site", async () => {
    expect((await press(at("/topup"), { naira: "5" }, { origin: "https://evil.example" })).status).toBe(403);
  });
});
