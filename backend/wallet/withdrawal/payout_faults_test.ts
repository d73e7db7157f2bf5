import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { foldWithdrawal, OPENED, passUnclear, requestPayout, type TestRequest } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { ANSWER_FAULTS, type AnswerFaultName } from "../../adapters/payments/sandbox/faults.ts";
import { sweepPayouts } from "./payout.ts";
import { approve } from "./review.ts";
import { workMoney } from "./reactions.ts";
import type { UserWithdrawal } from "../../contract/wallet.ts";
import type { Deps } from "../../deps.ts";
import { findWithdrawal } from "../../../projections/wallet/withdrawals.ts";

let test: TestWallet;
let admin: TestPerson;
let payouts: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet();
  // Notices are worked on; the sweeper is called by hand.
  payouts = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
beforeEach(async () => void (admin = await test.person({ isAdmin: true })));
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await payouts.stop();
  await test[Symbol.asyncDispose]();
});

const review = (deps: Deps, { id }: TestRequest) =>
  approve(deps, {
    withdrawalId: id,
    adminId: admin.userId,
    caseSeen: OPENED,
    metadata: { actor: `user:${admin.userId}` },
  });
const statusOf = async ({ id }: TestRequest) => (await foldWithdrawal(test, id))?.status;
/** The words of a withdrawal's steps, as its owner reads them. */
const toldTo = async ({ id, who }: TestRequest) => {
  const { withdrawals }: { withdrawals: UserWithdrawal[] } = (await test.call(who, "GET", "/api/v1/withdrawals")).body;
  return withdrawals.find(({ _id }) => _id === id)?.steps.map(({ text }) => text);
};
const transfersOf = ({ reference }: TestRequest) =>
  test.sandbox.state().transfers.filter(({ key }) => key === reference);

async function sweepUntilKnown(request: TestRequest) {
  await eventually("the provider to know the payout", async () => {
    await sweepPayouts(test.world.deps);
    if (transfersOf(request).length === 0) passUnclear(test);
    return (await foldWithdrawal(test, request.id))?.underway;
  }).toBe("pending");
}

describe("the provider breaks its answer", () => {
  const CALLS = ["/transferrecipient", "/transfer", "/transfer/verify/*"] as const;

  it.each(ANSWER_FAULTS.flatMap((fault) => CALLS.map((path) => [fault, path] as const)))(
    "%s at %s: the person is paid exactly once",
    async (fault: AnswerFaultName, path) => {
      const isHeld = fault.includes("timeout") || fault === "late-commit";
      const deps = isHeld ? { ...test.world.deps, payments: test.hurried } : test.world.deps;
      const request = await requestPayout(test);
      test.sandbox.faults.set({ answers: [{ fault, path }] });
      await review(deps, request);
      await sweepUntilKnown(request);
      test.sandbox.settle(request.reference, "success");
      await eventually("the payout to be completed", () => statusOf(request)).toBe("completed");
      expect(transfersOf(request)).toHaveLength(1);
      expect(await test.moneyOf(request.who)).toEqual({ available: 0, reserved: 0 });
      expect(await test.total()).toBe(0);
    },
  );

  it("late: nobody asks again to pay while the first call may still arrive", async () => {
    const deps = { ...test.world.deps, payments: test.hurried };
    const request = await requestPayout(test);
    test.sandbox.faults.set({ answers: [{ fault: "late-commit", path: "/transfer", delayMs: 5_000 }] });
    await review(deps, request);
    await sweepPayouts(test.world.deps);
    expect(await foldWithdrawal(test, request.id)).toMatchObject({ attempts: 1, isUnclear: true });
    await eventually("the late transfer", () => transfersOf(request)).toHaveLength(1);
    await sweepPayouts(test.world.deps);
    expect(await foldWithdrawal(test, request.id)).toMatchObject({ attempts: 1, isUnclear: false });
  });
});

describe("what the provider says about a payout", () => {
  async function underway(): Promise<TestRequest> {
    const request = await requestPayout(test);
    await review(test.world.deps, request);
    return request;
  }

  it.each(["failed", "abandoned", "blocked", "rejected", "reversed"])("%s: the tokens are back", async (status) => {
    const request = await underway();
    test.sandbox.settle(request.reference, status);
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("failed");
    expect(await test.moneyOf(request.who)).toEqual({ available: 10_000, reserved: 0 });
    expect((await test.call(request.who, "GET", "/api/v1/withdrawal-summary")).body.canWithdraw).toBe(true);
  });

  it("success, and then reversed: the tokens come back with a transfer of their own", async () => {
    const request = await underway();
    test.sandbox.settle(request.reference, "success");
    await eventually("the payout to be completed", () => statusOf(request)).toBe("completed");
    test.sandbox.settle(request.reference, "reversed");
    await eventually("the payout to be reversed", () => statusOf(request)).toBe("reversed");
    expect(await test.moneyOf(request.who)).toEqual({ available: 10_000, reserved: 0 });
    expect(await test.total()).toBe(0);
  });

  it("success after the tokens were returned: uncertain, booked as a claim, and each step says so", async () => {
    const request = await underway();
    const note = async () => (await findWithdrawal(test.world.deps.store.sql, request.id))?.notes;
    test.sandbox.settle(request.reference, "failed");
    await eventually("the payout to fail", () => statusOf(request)).toBe("failed");
    expect(await note()).toBe("The payment provider did not pay: failed");
    // Meanwhile the person asks again: what is uncertain must not stand in the way.
    const body = { amount: 100, bankDetails: { accountNumber: "0123456789", bankCode: "058" } };
    expect((await test.call(request.who, "POST", "/api/v1/withdraw", { body })).status).toBe(201);
    test.sandbox.settle(request.reference, "success");
    await eventually("the payout to be uncertain", () => statusOf(request)).toBe("uncertain");
    expect(await foldWithdrawal(test, request.id)).toMatchObject({ funds: "owed" });
    expect(await note()).toBe("The bank paid after the tokens went back: the user owes Orin the amount");
    expect(await test.total()).toBe(0);
    test.sandbox.settle(request.reference, "reversed");
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("reversed");
    expect(await note()).toBe("The bank paid late, then sent the money back: the user owes Orin nothing");
    expect(await toldTo(request)).toEqual([
      "Requested. Your tokens are reserved",
      "Approved",
      "On its way to your bank",
      "The payment provider is sending it",
      "Not paid. Your tokens are back",
      "Your bank got the money late. We are checking it",
      "Your bank sent the money back. Your tokens are back",
    ]);
    expect(await test.moneyOf(request.who)).toEqual({ available: 0, reserved: 10_000 });
    expect(await test.total()).toBe(0);
  });

  it("a word that nobody knows: held for a human, released only by a word that is known", async () => {
    const request = await underway();
    test.sandbox.settle(request.reference, "on-the-moon");
    await sweepPayouts(test.world.deps);
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("uncertain");
    expect(await test.moneyOf(request.who)).toEqual({ available: 0, reserved: 10_000 });
    test.sandbox.settle(request.reference, "success");
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("completed");
  });

  it("otp: the admin is told, and nobody pays a second time", async () => {
    test.sandbox.faults.set({ otp: true });
    const request = await underway();
    expect(await statusOf(request)).toBe("needs_otp");
    test.sandbox.settle(request.reference, "pending");
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("processing");
    expect(transfersOf(request)).toHaveLength(1);
  });

  it("received: under way until it is said otherwise", async () => {
    test.sandbox.faults.set({ received: true });
    const request = await underway();
    expect(await statusOf(request)).toBe("processing");
    test.sandbox.settle(request.reference, "rejected");
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("failed");
  });
});

describe("notices", () => {
  it.each(["webhooksDoubled", "webhooksReordered"] as const)("%s: the payout ends once", async (fault) => {
    const request = await requestPayout(test);
    await review(test.world.deps, request);
    test.sandbox.faults.set({ [fault]: true });
    test.sandbox.settle(request.reference, "success");
    test.sandbox.settle(request.reference, "reversed");
    await eventually("the payout to end", () => statusOf(request)).toMatch(/^(reversed|failed)$/);
    expect(await test.moneyOf(request.who)).toEqual({ available: 10_000, reserved: 0 });
    expect(await test.total()).toBe(0);
  });

  it("badly signed: refused, and the payout waits for the sweeper", async () => {
    const request = await requestPayout(test);
    await review(test.world.deps, request);
    await test.world.settle();
    test.sandbox.faults.set({ webhooksBadlySigned: true });
    test.sandbox.settle(request.reference, "success");
    await eventually("the notice to be refused", () => test.sandbox.state().deliveries[0]?.attempts.at(-1)).toBe("401");
    expect(await statusOf(request)).toBe("processing");
    await sweepPayouts(test.world.deps);
    expect(await statusOf(request)).toBe("completed");
  });

  it("forged ones move nothing, true ones sent again change nothing", async () => {
    const request = await requestPayout(test);
    await review(test.world.deps, request);
    await test.world.settle();
    const forged = JSON.stringify({ event: "transfer.success", data: { reference: request.reference, id: 1 } });
    for (const signature of [undefined, "0".repeat(128), "nonsense"]) {
      const headers = signature === undefined ? {} : { "x-paystack-signature": signature };
      const response = await fetch(`${test.url}/api/v1/paystack/webhook`, { method: "POST", body: forged, headers });
      expect(response.status).toBe(401);
      await response.body?.cancel();
    }
    expect(await statusOf(request)).toBe("processing");
    test.sandbox.faults.set({ webhooksDoubled: true });
    test.sandbox.settle(request.reference, "success");
    await eventually("the payout to be completed", () => statusOf(request)).toBe("completed");
    await test.world.deps.jobs.drain();
    const events = await test.world.deps.store.readStream("ledger/0", `withdrawal/${request.id}`);
    expect(events.filter(({ type }) => type === "PayoutCompleted")).toHaveLength(1);
  });
});
