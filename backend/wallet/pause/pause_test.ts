import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paymentReference } from "../../contract/payment_reference.ts";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { FilesUnavailable } from "../../adapters/files/types.ts";
import { inviteAdmin, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { approvePayout, foldWithdrawal, OPENED, requestPayout, TEST_BANK } from "../../testing/payouts.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { NO_PAYMENTS } from "../../testing/world.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";
import { eventually } from "../../testing/wait.ts";
import { keepNotice } from "../../payments/notice.ts";
import { workMoney } from "../withdrawal/reactions.ts";
import { sweepPayouts } from "../withdrawal/payout.ts";
import { readEpoch, writeEpoch } from "./epoch.ts";
import { readPause } from "./pause.ts";
import { RestoreWatch } from "./restore_watch.ts";
import { beginWatch, checkEpoch, checkProvider } from "./watch.ts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
let said: string[];
let deps: Deps;
beforeEach(async () => {
  test = await openTestWallet({ faults: { webhooksLost: true, settleAfterMs: 0 } });
  ada = await test.person({ isAdmin: true });
  bola = await test.person({ isAdmin: true });
  said = [];
  deps = { ...test.world.deps, log: (line) => void said.push(line) };
});
afterEach(() => test[Symbol.asyncDispose]());

const admin = (who: TestPerson, what: string, body?: object) =>
  test.call(who, body || what !== "pause" ? "POST" : "GET", `/api/v1/admin/payouts/${what}`, { body });
const approve = (id: string) => approvePayout(test, ada, id);
const isPaused = async () => (await readPause(deps.store.sql)).paused !== undefined;
const transfers = () => test.sandbox.state().transfers;

/** A session of the back office is over after 8 hours. */
async function again(person: TestPerson): Promise<TestPerson> {
  return { ...person, token: await tokenOf(deps, { userId: person.userId, isAdmin: true }) };
}

/** A payout that the log does not know, as after a restore. */
async function payUnknown(installation = TEST_INSTALLATION, bank = TEST_BANK): Promise<string> {
  const { recipientCode } = await deps.payments.createRecipient({ ...bank, accountName: "ADA OBI" });
  const reference = paymentReference("orin", { installation, id: newId() });
  await deps.payments.startPayout({ reference, recipientCode, amountKobo: 10_000, reason: "lost" });
  return reference;
}

const RESUME = { kind: "payout_resume", subject: "payouts" };
const by = (who: TestPerson) => (method: string, path: string, body?: object) => test.call(who, method, path, { body });
const seen = (who: TestPerson, about: typeof RESUME) => proposalSeen(by(who), about);
const confirm = (who: TestPerson, about: typeof RESUME) => answerProposal(by(who), about, "confirm");

async function resumeByTwo(): Promise<void> {
  const proposed = await admin(ada, "resume", { reason: "We looked at each" });
  expect(proposed.status).toBe(200);
  expect(await confirm(ada, RESUME)).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
  expect(await confirm(bola, RESUME)).toMatchObject({ status: 200, body: { state: "done" } });
  expect((await admin(bola, "pause")).body.status).toBe("running");
}

describe("a pause by hand", () => {
  it("is immediate, stops approvals and attempts, and takes two admins to end", async () => {
    const waiting = await requestPayout(test);
    expect(await admin(ada, "pause", { reason: "Odd payments" })).toMatchObject({
      status: 200,
      body: { status: "paused" },
    });
    expect(await approve(waiting.id)).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    expect(await foldWithdrawal(test, waiting.id)).toMatchObject({ status: "pending_review", approvals: [] });
    expect(transfers()).toEqual([]);
    await resumeByTwo();
    expect(await approve(waiting.id)).toMatchObject({ status: 200, body: { status: "completed" } });
    const { body } = await admin(bola, "pause");
    expect(body.history.map(({ text }: { text: string }) => text)).toEqual([
      "Resumed payouts",
      "Paused payouts",
    ]);
    expect(body.history[0]).toMatchObject({ by: "Ada Obi and Ada Obi", reason: "We looked at each" });
  });

  it("goes on where the proposal to end it is withdrawn", async () => {
    await admin(ada, "pause", { reason: "Odd payments" });
    await admin(ada, "resume", { reason: "We looked at each" });
    expect(await admin(bola, "resume", { reason: "Me, too" })).toMatchObject({ body: { code: "already_decided" } });
    expect(await answerProposal(by(bola), RESUME, "withdraw")).toMatchObject({ status: 200 });
    expect((await admin(bola, "pause")).body.pause.isProposed).toBe(false);
    await resumeByTwo();
  });

  it("is not ended by one admin and somebody whom they invited", async () => {
    const puppet = await inviteAdmin(deps, { by: ada, confirmedBy: bola });
    test.pass(73 * 3_600_000);
    [ada, bola] = [await again(ada), await again(bola)];
    await admin(ada, "pause", { reason: "Odd payments" });
    await admin(ada, "resume", { reason: "We looked at each" });
    expect(await confirm(await again(puppet), RESUME)).toMatchObject({
      status: 409,
      body: { code: "not_independent" },
    });
    expect(await isPaused()).toBe(true);
    expect((await confirm(bola, RESUME)).status).toBe(200);
  });

  it("only looks up what is under way, and gives no one-time code to the provider", async () => {
    test.sandbox.faults.set({ settleAfterMs: null, otp: true });
    const { id, reference } = await requestPayout(test);
    expect(await approve(id)).toMatchObject({ status: 202, body: { status: "needs_otp" } });
    await admin(ada, "pause", { reason: "Odd payments" });
    const otp = await test.call(ada, "POST", `/api/v1/admin/payments/${id}/otp`, { body: { otp: "123456" } });
    expect(otp).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    test.sandbox.settle(reference, "failed");
    await sweepPayouts(deps);
    expect(await foldWithdrawal(test, id)).toMatchObject({ status: "failed" });
  });

  it("holds what was approved and not yet sent", async () => {
    const { id } = await requestPayout(test);
    // The process that should have paid is gone right after the approval.
    test.sandbox.faults.clear();
    const gone = { ...deps, payments: NO_PAYMENTS };
    const { approve: approveOn } = await import("../withdrawal/review.ts");
    await approveOn(gone, { withdrawalId: id, adminId: ada.userId, caseSeen: OPENED, metadata: { actor: "user:ada" } });
    expect(await foldWithdrawal(test, id)).toMatchObject({ status: "processing", attempts: 0 });
    await admin(ada, "pause", { reason: "Odd payments" });
    await sweepPayouts(deps);
    expect(transfers()).toEqual([]);
    await resumeByTwo();
    await sweepPayouts(deps);
    expect(transfers()).toHaveLength(1);
  });
});

describe("a payout at the provider that the log does not know", () => {
  it("pauses payouts until it was reconciled and two admins agree", async () => {
    const { id } = await requestPayout(test);
    const reference = await payUnknown(TEST_INSTALLATION, { ...TEST_BANK, accountNumber: "0123456780" });
    await checkProvider(deps);
    await checkProvider(deps);
    expect(said.filter((line) => line.includes("PAYOUTS ARE PAUSED"))).toHaveLength(1);
    const { body } = await admin(bola, "pause");
    expect(body).toMatchObject({
      status: "paused",
      pause: { by: null, findings: [{ amount: 100 }], reconciliation: null },
    });
    expect(body.pause.findings[0].text).toContain(reference);
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    expect(await admin(ada, "resume", { reason: "All is well" })).toMatchObject({
      body: { code: "reconciliation_needed" },
    });
    const reconciled = await admin(ada, "reconcile");
    expect(reconciled.body.pause.reconciliation).toMatchObject({
      payouts: 1,
      differences: [`Payout unknown: ${reference} (Orin: nothing, Paystack: ₦100.00)`],
    });
    await resumeByTwo();
    await checkProvider(deps);
    expect(await isPaused()).toBe(false);
    expect(await approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
  });

  it("that is found after a proposal to resume takes it off the table", async () => {
    await payUnknown();
    await checkProvider(deps);
    await admin(ada, "reconcile");
    expect((await admin(ada, "resume", { reason: "We looked at each" })).body.pause.isProposed).toBe(true);
    const first = await seen(bola, RESUME);
    expect(first?.lines).toContainEqual(expect.stringContaining("has a payout that Orin does not know"));
    await payUnknown();
    await checkProvider(deps);
    expect((await admin(bola, "pause")).body.pause).toMatchObject({ isProposed: false, reconciliation: null });
    expect(await seen(bola, RESUME)).toBeUndefined();
    const path = `/api/v1/admin/proposals/${first?.proposalId}/confirm`;
    const late = await test.call(bola, "POST", path, { body: { shown: first?.shown } });
    expect(late.body).toMatchObject({ state: "decided_before" });
    expect(await isPaused()).toBe(true);
    await admin(bola, "reconcile");
    await resumeByTwo();
    expect(await isPaused()).toBe(false);
  });

  it("is not paid again to the same bank account before two sides have settled it", async () => {
    const { id } = await requestPayout(test, 100, TEST_BANK);
    const reference = await payUnknown();
    await checkProvider(deps);
    await admin(ada, "reconcile");
    await resumeByTwo();
    const refused = await approve(id);
    expect(refused).toMatchObject({ status: 409, body: { code: "payment_failed" } });
    expect(refused.body.message).toContain("log has lost");
    expect(transfers()).toHaveLength(1);
    const proposed = await admin(ada, "lost", { reference, reason: "The person owes us nothing" });
    expect(proposed).toMatchObject({
      status: 200,
      body: { lostPayouts: [{ reference, isProposed: true }] },
    });
    expect(await approve(id)).toMatchObject({ status: 409 });
    const again = await admin(bola, "lost", { reference, reason: "Me, too" });
    expect(again).toMatchObject({ status: 409, body: { code: "already_decided" } });
    const lost = { kind: "lost_payout", subject: reference };
    expect((await seen(bola, lost))?.lines).toContain("The reason given: The person owes us nothing");
    expect(await confirm(ada, lost)).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    const puppet = await inviteAdmin(deps, { by: ada, confirmedBy: bola });
    expect(await confirm(puppet, lost)).toMatchObject({ status: 409, body: { code: "not_independent" } });
    expect(await confirm(bola, lost)).toMatchObject({ status: 200 });
    expect((await admin(ada, "pause")).body.lostPayouts).toEqual([]);
    expect(await approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
  });

  it("is found as soon as the provider tells of it", async () => {
    const money = workMoney(deps);
    const reference = await payUnknown();
    await keepNotice(deps, { key: "n1", event: "transfer.success", kind: "payout", reference, status: "success" });
    await eventually("payouts to be paused", isPaused).toBe(true);
    await money.stop();
  });

  it("of another installation is none of ours", async () => {
    await payUnknown("other");
    await checkProvider(deps);
    expect(await isPaused()).toBe(false);
  });

  it("or a charge that it does not know, pauses too", async () => {
    const who = await test.person();
    const reference = paymentReference("premium", { installation: TEST_INSTALLATION, id: newId() });
    const { email } = who;
    await deps.payments.startCharge({
      reference,
      email,
      amountKobo: 100_000,
      callbackUrl: "http://localhost/back",
      metadata: {},
    });
    test.sandbox.checkout(reference, "pay");
    await checkProvider(deps);
    expect((await admin(ada, "pause")).body.pause.findings).toMatchObject([{ amount: 1_000 }]);
  });
});

describe("a start", () => {
  it("lets no payout begin before the provider has answered, and says so", async () => {
    const { id } = await requestPayout(test);
    await beginWatch(deps);
    await checkProvider({ ...deps, payments: NO_PAYMENTS });
    await checkProvider({ ...deps, payments: NO_PAYMENTS });
    expect(said.filter((line) => line.includes("Payouts wait"))).toHaveLength(1);
    expect((await admin(ada, "pause")).body.status).toBe("waiting");
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    await checkProvider(deps);
    expect(said.at(-1)).toBe("Paystack has answered");
    expect(await approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
  });

  it("goes on without the files store, and says so once", async () => {
    const away = () => Promise.reject(new FilesUnavailable("read", new Error("no route")));
    const without = { ...deps, files: { ...deps.files, get: away, put: away, stat: away } };
    await beginWatch(without);
    await checkEpoch(without);
    expect(said.filter((line) => line.includes("files store is away"))).toHaveLength(1);
    await checkEpoch(deps);
    expect(said.at(-1)).toBe("The files store is back");
    expect(await isPaused()).toBe(false);
  });

  it("on an empty log begins a new epoch, whatever lies in the files store", async () => {
    await writeEpoch({ ...deps, installation: "older" }, {
      epoch: 4,
      heads: [{ log: "social", position: 9, eventId: "e" }],
    });
    await using empty = await openTestWallet();
    const fresh = { ...empty.world.deps, files: deps.files, installation: "fresh", log: deps.log };
    await beginWatch(fresh);
    expect(said).toEqual([expect.stringContaining("(older): this one begins anew")]);
    expect(fresh.restore.isWaiting).toBe(false);
    expect(await readEpoch(fresh)).toMatchObject({ epoch: 1, heads: [] });
  });

  it("on a log with events, in the files store of another database, pauses", async () => {
    await writeEpoch({ ...deps, installation: "older" }, { epoch: 1, heads: [] });
    await deps.files.delete(`epochs/${TEST_INSTALLATION}.json`);
    await beginWatch(deps);
    expect((await readPause(deps.store.sql)).paused?.lost).toEqual([{ kind: "other_installation", subject: "older" }]);
  });
});

describe("the epoch in the files store", () => {
  it("follows the heads, and pauses payouts on a log that is behind it; what was found stays there", async () => {
    await checkEpoch(deps);
    const kept = await readEpoch(deps);
    expect(kept?.heads.find(({ log }) => log === "social")?.position).toBeGreaterThan(0);
    const ahead = { epoch: 1, heads: [{ log: "ledger/0", position: 1_000_000, eventId: newId() }] };
    await writeEpoch(deps, ahead);
    await checkEpoch({ ...deps, restore: new RestoreWatch() });
    expect((await admin(ada, "pause")).body.pause.findings[0].text).toContain("The log ledger/0 ends at event");
    await checkEpoch(deps);
    expect(await readEpoch(deps)).toMatchObject(ahead);
    await admin(ada, "reconcile");
    await resumeByTwo();
    await checkEpoch(deps);
    expect(await readEpoch(deps)).toMatchObject({ epoch: 2 });
    expect(await isPaused()).toBe(false);
  });

  it("is written by two processes side by side without a false alarm", async () => {
    const other = { ...test.world.another().deps, log: deps.log };
    await Promise.all(Array.from({ length: 20 }, async (_, index) => {
      await test.person();
      await checkEpoch(index % 2 ? other : deps);
    }));
    expect(await isPaused()).toBe(false);
  });

  it("is kept after each payout by itself", async () => {
    const { id } = await requestPayout(test);
    await approve(id);
    await test.world.settle();
    const events = await deps.store.readStream("ledger/0", `withdrawal/${id}`);
    const completed = events.find(({ type }) => type === "PayoutCompleted");
    const ledger = (await readEpoch(deps))?.heads.find(({ log }) => log === "ledger/0");
    expect(ledger?.position).toBeGreaterThanOrEqual(completed?.position ?? Infinity);
  });
});
