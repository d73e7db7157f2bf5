import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OPENED, requestPayout, someBank, type TestRequest } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { lagosDay } from "../../contract/policy.ts";
import { newId } from "../../contract/ids.ts";
import { sweepPayouts } from "../withdrawal/payout.ts";
import { reconcile, reconcileYesterday } from "./reconcile.ts";
import { approve } from "../withdrawal/review.ts";
import { decideDifferences } from "./state.ts";

let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => void (test = await openTestWallet({ faults: { webhooksLost: true } })));
beforeEach(async () => void (admin = await test.person({ isAdmin: true })));
afterAll(() => test[Symbol.asyncDispose]());

async function underway(): Promise<TestRequest> {
  const request = await requestPayout(test);
  const review = {
    withdrawalId: request.id,
    adminId: admin.userId,
    caseSeen: OPENED,
    metadata: { actor: "user:admin" },
  };
  await approve(test.world.deps, review);
  return request;
}
const today = () => lagosDay(test.world.deps.now());
const run = () => reconcile({ ...test.world.deps, log: () => {} }, today());

describe("reconcile()", () => {
  it("finds nothing where everything agrees, whatever the payouts went through", async () => {
    const [paid, failed, back] = [await underway(), await underway(), await underway()];
    await underway();
    await requestPayout(test);
    test.sandbox.settle(paid.reference, "success");
    test.sandbox.settle(failed.reference, "failed");
    test.sandbox.settle(back.reference, "success");
    await sweepPayouts(test.world.deps);
    // Not heard of yet: it is settled on the way, and no difference.
    test.sandbox.settle(back.reference, "reversed");
    expect(await run()).toEqual([]);
    expect(await test.moneyOf(back.who)).toEqual({ available: 10_000, reserved: 0 });
  });

  it("looks up what came to its end after the days of the provider's list, before it is called missing", async () => {
    const { reference, id } = await requestPayout(test);
    const recipient = { ...someBank(), accountName: "ADA OBI" };
    const begun = test.world.deps.now() - 20 * 24 * 3_600_000;
    test.sandbox.remember({ reference, amountKobo: 10_000, recipient, statuses: ["otp"], at: begun });
    await approve(test.world.deps, {
      withdrawalId: id,
      adminId: admin.userId,
      caseSeen: OPENED,
      metadata: { actor: "user:admin" },
    });
    const call = (what: string, body: object) =>
      test.call(admin, "POST", `/api/v1/admin/payments/${id}/${what}`, { body });
    expect(await call("otp", { otp: "123456" })).toMatchObject({ status: 202 });
    test.sandbox.settle(reference, "success");
    await sweepPayouts(test.world.deps);
    expect((await test.call(admin, "GET", `/api/v1/admin/payments/${id}`)).body).toMatchObject({ status: "completed" });
    expect(await run()).toEqual([]);
  });

  it("names a payout that nobody here asked for", async () => {
    const { payments } = test.world.deps;
    const bank = { accountNumber: "0123456789", bankCode: "058", accountName: "X" };
    const { recipientCode } = await payments.createRecipient(bank);
    const reference = `orin-${newId()}`;
    await payments.startPayout({ reference, recipientCode, amountKobo: 10_000, reason: "stolen" });
    expect(await run()).toEqual([{ kind: "payout_unknown", subject: reference, ours: "", theirs: 10_000 }]);
  });

  it("is done once a night, and its result is an event", async () => {
    const deps = { ...test.world.deps, log: () => {} };
    await reconcileYesterday(deps);
    await reconcileYesterday(deps);
    const day = lagosDay(deps.now() - 24 * 3_600_000);
    const events = await deps.store.readStream("social", `reconciliation/${day}`);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: "BooksReconciled", data: { day, payouts: 6 } });
    await test.world.settle();
    const { body } = await test.call(admin, "GET", "/api/v1/admin/reconciliations");
    expect(body.reconciliations.some((one: { day: string }) => one.day === day)).toBe(true);
  });
});

describe("decideDifferences()", () => {
  const own = { reference: "orin-a", units: 100, status: "completed", fundsReserved: false, feeKobo: 10 };
  const theirs = { reference: "orin-a", payoutId: "1", amountKobo: 100, status: "success", feeKobo: 10 };
  const sums = { throughProvider: 110, reserved: 0 };
  const books = { own: [own], provider: [theirs], moved: new Map([["1", -110]]), ledger: sums, withdrawals: sums };
  const kinds = (changes: object) => decideDifferences({ ...books, ...changes }).map(({ kind }) => kind);

  it("names each difference", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ provider: [] })).toEqual(["payout_missing"]);
    expect(kinds({ own: [] })).toEqual(["payout_unknown"]);
    expect(kinds({ own: [{ ...own, units: 90 }] })).toEqual(["amount_differs"]);
    expect(kinds({ own: [{ ...own, feeKobo: 0 }] })).toEqual(["fee_differs"]);
    expect(kinds({ own: [{ ...own, status: "failed" }] })).toEqual(["status_differs"]);
    expect(kinds({ own: [{ ...own, status: "cancelled" }] })).toEqual(["status_differs"]);
    expect(kinds({ moved: new Map([["1", -220]]) })).toEqual(["provider_ledger_differs"]);
    const held = {
      own: [{ ...own, status: "uncertain", fundsReserved: true }],
      provider: [{ ...theirs, status: "?" }],
    };
    expect(kinds(held)).toEqual([]);
    expect(kinds({ ...held, moved: new Map() })).toEqual([]);
    expect(kinds({ ledger: { ...sums, throughProvider: 0 } })).toEqual(["ledger_differs"]);
    expect(kinds({ ledger: { ...sums, reserved: 1 } })).toEqual(["reserved_differs"]);
  });
});
