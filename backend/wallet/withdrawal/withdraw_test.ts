import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { approvePayout, requestQuietPayout, someBank } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { payoutReference } from "./events.ts";
import { workMoney } from "./reactions.ts";

let test: TestWallet;
let admin: TestPerson;
let other: TestPerson;
let payouts: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  payouts = workMoney(test.world.deps, { everyMs: 3_600_000 });
  [admin, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await payouts.stop();
  await test[Symbol.asyncDispose]();
});

const BANK = { accountNumber: "0123456789", bankCode: "058", accountName: "Whoever" };
const withdraw = (who: TestPerson, amount: unknown, more: { key?: string; bankDetails?: object } = {}) =>
  test.call(who, "POST", "/api/v1/withdraw", {
    body: { amount, bankDetails: more.bankDetails ?? BANK },
    ...(more.key && { key: more.key }),
  });
const approve = (by: TestPerson, id: string) => approvePayout(test, by, id);
const reject = (by: TestPerson, id: string) => test.call(by, "POST", `/api/v1/reject-payment/${id}`);
const historyOf = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/withdrawals")).body.withdrawals;
const statusOf = async (who: TestPerson) => (await historyOf(who))[0].status;

async function requested(tokens: number, more: { balance?: number } = {}) {
  const who = await test.person({ tokens: more.balance ?? tokens });
  const bankDetails = someBank();
  const { body } = await test.longAgo(() => withdraw(who, tokens, { bankDetails }));
  return { who, bankDetails, id: String(body.withdrawalId) };
}

describe("POST /api/v1/withdraw", () => {
  it("reserves the amount and shows each step to its owner", async () => {
    const who = await test.person({ tokens: 250 });
    expect(await withdraw(who, 150.25)).toMatchObject({
      status: 201,
      body: { message: "Withdrawal request submitted successfully! Your request is being processed." },
    });
    expect(await test.moneyOf(who)).toEqual({ available: 9_975, reserved: 15_025 });
    expect((await test.call(who, "GET", "/api/v1/withdrawal-summary")).body)
      .toMatchObject({ availableBalance: 99.75, pendingWithdrawal: 150.25, canWithdraw: false });
    const [entry] = await historyOf(who);
    expect(entry).toMatchObject({ amount: 150.25, status: "pending_review", canCancel: true });
    expect(entry.bankDetails).toMatchObject({ accountNumber: "••••••6789", bankName: "Guaranty Trust Bank" });
    expect(entry.bankDetails.accountName).not.toBe("Whoever");
    expect(entry.steps).toMatchObject([{ step: "WithdrawalRequested" }]);
  });

  it("refuses with the documented texts", async () => {
    const who = await test.person({ tokens: 120 });
    const texts = async (amount: unknown) => (await withdraw(who, amount)).body.error;
    for (const amount of ["abc", 0, 100.005]) expect(await texts(amount)).toBe("Please enter a valid amount");
    expect(await texts(120.01)).toBe("Amount exceeds available balance");
    expect(await texts(99.99)).toBe("Minimum withdrawal amount is 100 tokens");
    expect((await withdraw(who, 100, { bankDetails: { bankCode: "058" } })).body.error)
      .toBe("Bank and account number are required");
    expect((await withdraw(who, 100, { bankDetails: { ...BANK, accountNumber: "0123456000" } })).body.error)
      .toBe("Failed to verify account");
    expect(await test.moneyOf(who)).toEqual({ available: 12_000, reserved: 0 });
  });

  it("takes one request at a time", async () => {
    const who = await test.person({ tokens: 300 });
    await withdraw(who, 100);
    expect(await withdraw(who, 100)).toMatchObject({ status: 409, body: { code: "withdrawal_open" } });
  });

  it("is one request when it comes again without a key", async () => {
    const who = await test.person({ tokens: 300 });
    const [first, again] = [await withdraw(who, 100, { key: "none" }), await withdraw(who, 100, { key: "none" })];
    expect(again).toMatchObject({ status: 201, body: { ...first.body, repeated: true } });
    expect(await withdraw(who, 101, { key: "none" })).toMatchObject({ body: { code: "withdrawal_open" } });
    expect(await test.moneyOf(who)).toEqual({ available: 20_000, reserved: 10_000 });
  });

  it("gives the first result for the same key also when the bank cannot be asked any more", async () => {
    const who = await test.person({ tokens: 300 });
    const key = newId();
    const first = await withdraw(who, 100, { key });
    test.pass(11 * 60_000);
    test.sandbox.faults.set({ answers: [{ fault: "500", path: "/bank/resolve", times: 100 }] });
    expect(await withdraw(who, 100, { key })).toMatchObject({ status: 201, body: first.body });
    expect(await withdraw(who, 101, { key })).toMatchObject({ status: 422, body: { code: "key_reused" } });
    expect(await withdraw(who, 100)).toMatchObject({ status: 503, body: { code: "provider_unavailable" } });
  });

  it("gives the first result for the same key, and an error for the key with another body", async () => {
    const who = await test.person({ tokens: 300 });
    const key = newId();
    const [first, again] = [await withdraw(who, 100, { key }), await withdraw(who, 100, { key })];
    expect(again.body.withdrawalId).toBe(first.body.withdrawalId);
    expect(await withdraw(who, 101, { key })).toMatchObject({ status: 422, body: { code: "key_reused" } });
    expect(await test.moneyOf(who)).toEqual({ available: 20_000, reserved: 10_000 });
  });

  it("of 50 at once for the whole balance one wins, the others get a documented error", async () => {
    const who = await test.person({ tokens: 200 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(who, 200)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ body }) => body.error))).toEqual(new Set(["Amount exceeds available balance"]));
    expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 20_000 });
    expect(await test.total()).toBe(0);
  });

  it("keeps the account's number out of the log", async () => {
    const { id } = await requested(100);
    const events = await test.world.deps.store.readStream("ledger/0", `withdrawal/${id}`);
    expect(JSON.stringify(events)).not.toContain("0123456789");
  });
});

describe("an admin's decision", () => {
  it("pays, names the reference, and leaves the list", async () => {
    const { who, id, accountNumber } = await requestQuietPayout(test, 100, 150);
    const pending = (await test.call(admin, "GET", "/api/v1/pending-payments")).body.pendingPayments;
    expect(pending.find((one: { _id: string }) => one._id === id)).toMatchObject({
      amount: 100,
      userId: { firstName: "Emeka", email: who.email },
      bankDetails: { accountNumber },
      warnings: [],
    });
    expect(await test.call(admin, "POST", `/api/v1/approve-payment-automatic/${id}`)).toMatchObject({
      status: 200,
      body: {
        message: "Payment automatically processed through Paystack",
        transactionReference: payoutReference(TEST_INSTALLATION, id),
      },
    });
    expect(await test.moneyOf(who)).toEqual({ available: 5_000, reserved: 0 });
    const completed = (await test.call(admin, "GET", "/api/v1/completed-payments")).body.completedPayments;
    expect(completed[0]).toMatchObject({ _id: id, transactionReference: payoutReference(TEST_INSTALLATION, id) });
    expect((await test.call(admin, "GET", "/api/v1/pending-payments")).body.pendingPayments
      .some((one: { _id: string }) => one._id === id)).toBe(false);
    expect(await test.total()).toBe(0);
  });

  it("is the same for the same admin again, and a conflict for another", async () => {
    const { id } = await requested(100);
    const first = await approve(admin, id);
    expect(await approve(admin, id)).toEqual(first);
    expect(await approve(other, id)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect(await reject(other, id)).toMatchObject({ status: 409 });
    expect(test.sandbox.state().transfers.filter(({ key }) => key === payoutReference(TEST_INSTALLATION, id)))
      .toHaveLength(1);
  });

  it("of two admins at once is one, and pays once", async () => {
    const { id } = await requested(100);
    const answers = await Promise.all([approve(admin, id), approve(other, id), reject(other, id)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await test.total()).toBe(0);
  });

  it("takes two different admins above the limit", async () => {
    const { who, id } = await requested(50_001);
    expect(await approve(admin, id)).toMatchObject({ status: 202, body: { status: "awaiting_second_approval" } });
    expect(await approve(admin, id)).toMatchObject({ status: 202, body: { status: "awaiting_second_approval" } });
    expect(test.sandbox.state().transfers.some(({ key }) => key === payoutReference(TEST_INSTALLATION, id))).toBe(
      false,
    );
    expect(await approve(other, id)).toMatchObject({ status: 200 });
    expect(await statusOf(who)).toBe("completed");
  });

  it("rejects with the documented words, and the tokens are back", async () => {
    const { who, id } = await requested(100);
    expect(await reject(admin, id)).toMatchObject({
      status: 200,
      body: { message: "Payment request rejected and funds returned to user." },
    });
    expect(await test.moneyOf(who)).toEqual({ available: 10_000, reserved: 0 });
    expect((await historyOf(who))[0]).toMatchObject({ status: "rejected", notes: "Rejected by admin" });
  });

  it("is never about the admin's own money, and needs an admin with a fresh password", async () => {
    const rich = await test.person({ tokens: 100, isAdmin: true });
    const { body } = await test.call(rich, "POST", "/api/v1/withdraw", { body: { amount: 100, bankDetails: BANK } });
    expect(await approve(rich, body.withdrawalId)).toMatchObject({ status: 403, body: { code: "own_withdrawal" } });
    const user = await test.person();
    expect((await approve(user, body.withdrawalId)).status).toBe(403);
    expect((await test.call(undefined, "GET", "/api/v1/pending-payments")).status).toBe(401);
    const tired = await test.person({ isAdmin: true });
    test.pass(16 * 60_000);
    expect(await approve(tired, body.withdrawalId)).toMatchObject({ status: 403, body: { code: "password_needed" } });
    [admin, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  });

  it("gives the provider the one-time code that it asks for", async () => {
    test.sandbox.faults.set({ otp: true, settleAfterMs: null });
    const { who, id } = await requested(100);
    const confirm = (otp: string) => test.call(admin, "POST", `/api/v1/admin/payments/${id}/otp`, { body: { otp } });
    expect(await approve(admin, id)).toMatchObject({ status: 202, body: { status: "needs_otp" } });
    expect(await confirm("000000")).toMatchObject({ status: 400, body: { code: "bad_code" } });
    expect(await confirm("123456")).toMatchObject({ status: 202, body: { status: "processing" } });
    expect((await confirm("123456")).status).toBe(409);
    test.sandbox.settle(payoutReference(TEST_INSTALLATION, id), "success");
    await eventually("the payout to be completed", () => statusOf(who)).toBe("completed");
  });

  it("gives one of several right one-time codes at once to the provider", async () => {
    test.sandbox.faults.set({ otp: true, settleAfterMs: null });
    const { id } = await requested(100);
    await approve(admin, id);
    const finalize = vi.spyOn(test.world.deps.payments, "finalizePayout");
    const codes = Array.from(
      // More than the connections for reads: who waits for a turn must not keep one that the others need.
      { length: 12 },
      (_, index) =>
        test.call(index % 2 === 1 ? other : admin, "POST", `/api/v1/admin/payments/${id}/otp`, {
          body: { otp: "123456" },
        }),
    );
    expect((await Promise.all(codes)).map(({ status, body }) => [status, body.status]))
      .toEqual(Array(12).fill([202, "processing"]));
    expect(finalize).toHaveBeenCalledTimes(1);
    finalize.mockRestore();
    const events = await test.world.deps.store.readStream("ledger/0", `withdrawal/${id}`);
    expect(events.filter(({ type }) => type === "PayoutCodeGiven")).toHaveLength(1);
    test.sandbox.settle(payoutReference(TEST_INSTALLATION, id), "success");
  });

  it("gets the documented balance notice when the provider's balance is short, and can decide again", async () => {
    const { who, id } = await requested(49_000);
    const balance = test.sandbox.state().balanceKobo;
    test.sandbox.topUp(-balance);
    const short = await approve(admin, id);
    expect(short).toMatchObject({ status: 409, body: { code: "provider_balance" } });
    expect(short.body.message).toMatch(/^Payment processing failed: Insufficient Paystack balance/);
    expect(await statusOf(who)).toBe("pending_review");
    expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 4_900_000 });
    test.sandbox.topUp(balance);
    expect(await approve(admin, id)).toMatchObject({
      status: 200,
      body: { transactionReference: payoutReference(TEST_INSTALLATION, id) },
    });
  });
});

describe("a repeated request", () => {
  it("is answered as it stands today", async () => {
    const [who, key] = [await test.person({ tokens: 100 }), newId()];
    const body = { amount: 100, bankDetails: BANK };
    const again = () => test.call(who, "POST", "/api/v1/withdraw", { body, key });
    const first = await again();
    expect(await again()).toEqual(first);
    await test.call(who, "POST", `/api/v1/withdrawals/${first.body.withdrawalId}/cancel`);
    expect(await again()).toMatchObject({
      status: 201,
      body: {
        ...{ withdrawalId: first.body.withdrawalId, status: "cancelled" },
        message: "You made this request before. It is cancelled, and your tokens are back.",
      },
    });
  });
});

describe("POST /api/v1/withdrawals/:id/cancel", () => {
  it("gives the tokens back while the request waits, and not to others", async () => {
    const { who, id } = await requested(100);
    const stranger = await test.person();
    const cancel = (by: TestPerson) => test.call(by, "POST", `/api/v1/withdrawals/${id}/cancel`);
    expect((await cancel(stranger)).status).toBe(404);
    expect((await cancel(who)).status).toBe(200);
    expect((await cancel(who)).status).toBe(200);
    expect(await test.moneyOf(who)).toEqual({ available: 10_000, reserved: 0 });
    expect((await approve(admin, id)).status).toBe(409);
    expect((await withdraw(who, 100)).status).toBe(201);
  });

  it("comes too late when it was paid", async () => {
    const { who, id } = await requested(100);
    await approve(admin, id);
    expect((await test.call(who, "POST", `/api/v1/withdrawals/${id}/cancel`)).status).toBe(409);
  });
});
