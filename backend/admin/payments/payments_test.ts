import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { approvePayout, fillPayments, requestPayout, requestQuietPayout } from "../../testing/payouts.ts";
import { payoutReference } from "../../wallet/withdrawal/events.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
let payouts: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  payouts = workMoney(test.world.deps, { everyMs: 3_600_000 });
  [ada, bola] = [await test.person({ isAdmin: true, firstName: "Ada" }), await test.person({ isAdmin: true })];
});
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await payouts.stop();
  await test[Symbol.asyncDispose]();
});

const LARGE = 60_000;
const post = (by: TestPerson, path: string, body?: object) => test.call(by, "POST", path, body ? { body } : {});
const approve = (by: TestPerson, id: string, body?: object) =>
  post(by, `/api/v1/approve-payment-automatic/${id}`, body);
/** With the case file opened. */
const approveRead = (by: TestPerson, id: string) => approvePayout(test, by, id);
const openCase = async (by: TestPerson, id: string) =>
  (await test.call(by, "GET", `/api/v1/admin/payments/${id}/case`)).body;
const list = async (query: string) => (await test.call(ada, "GET", `/api/v1/admin/payments?${query}`)).body;
const idsIn = (page: { payments: { _id: string }[] }) => page.payments.map((one) => one._id);
/** Of whichever shard has it. */
const eventsOf = async (stream: string) => {
  const { store } = test.world.deps;
  return (await Promise.all(store.shards.all.map((shard) => store.readStream(`ledger/${shard}`, stream)))).flat();
};
const lastOf = async (id: string) => (await eventsOf(`withdrawal/${id}`)).at(-1);
/** The provider says something that Orin does not understand. */
async function uncertain() {
  const request = await requestPayout(test);
  test.sandbox.faults.set({ settleAfterMs: null });
  await approveRead(ada, request.id);
  test.sandbox.settle(request.reference, "on_holiday");
  await post(ada, `/api/v1/admin/payments/${request.id}/retry`);
  // Who ends it looks at the case first.
  await openCase(ada, request.id);
  return request;
}

describe("a decision", () => {
  it("names the reason and the hash of the case file that the admin was shown", async () => {
    const { id } = await requestPayout(test, LARGE);
    const { hash } = await openCase(ada, id);
    await approve(ada, id, { caseHash: hash, reason: "Known since 2024" });
    const approved = await lastOf(id);
    expect(approved).toMatchObject({
      type: "WithdrawalApproved",
      data: { adminId: ada.userId, caseHash: hash, reason: "Known since 2024" },
      metadata: { actor: `user:${ada.userId}` },
    });
    const [shown] = await eventsOf(`case/${id}`);
    expect(shown).toMatchObject({ type: "CaseFileShown", data: { hash, adminId: ada.userId, because: "opened" } });
  });

  it("without a body is made on the case file that this admin opened last", async () => {
    const { id } = await requestPayout(test, LARGE);
    await openCase(ada, id);
    const { hash } = await openCase(ada, id);
    await approve(ada, id);
    expect((await lastOf(id))?.data).toMatchObject({ caseHash: hash, reason: "" });
    expect((await eventsOf(`case/${id}`)).map(({ type }) => type)).toEqual(["CaseFileShown", "CaseFileShown"]);
  });

  it("without having opened the case file is said to be so, in the log and in the history", async () => {
    const { id } = await requestQuietPayout(test, LARGE);
    expect(await approve(ada, id)).toMatchObject({ status: 202, body: { status: "awaiting_second_approval" } });
    const [closed, ...others] = await eventsOf(`case/${id}`);
    expect(closed).toMatchObject({ type: "CaseFileLeftClosed", data: { adminId: ada.userId } });
    expect(others).toEqual([]);
    expect((await lastOf(id))?.data).toMatchObject({ caseHash: Reflect.get(Object(closed?.data), "hash"), reason: "" });
    await test.world.settle();
    const { caseFile } = await openCase(bola, id);
    expect(caseFile.risk.reasons).toEqual([]);
    expect(caseFile.reviews).toMatchObject([{ decision: "approved", isLeftClosed: true }]);
    await approve(bola, id);
    await test.world.settle();
    expect((await openCase(ada, id)).caseFile.reviews.map((one: object) => Reflect.get(one, "isLeftClosed")))
      .toEqual([true, false]);
  });

  it("at low risk is not stopped by one weak sign, and the list names what stops", async () => {
    const { who, id, accountNumber } = await requestQuietPayout(test);
    await post(ada, `/api/v1/reject-payment/${id}`);
    const body = { amount: 100, bankDetails: { accountNumber, bankCode: "058" } };
    const again = await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() });
    const warned = await requestPayout(test);
    await test.world.settle();
    const { payments } = await list("status=pending");
    const [weak, strong] = [again.body.withdrawalId, warned.id].map((one) =>
      payments.find(({ _id }: { _id: string }) => _id === one)
    );
    expect(weak).toMatchObject({ warnings: [], risk: { score: 10, level: "low", warnings: 0, isOpened: false } });
    expect(strong.risk.warnings).toBeGreaterThan(0);
    expect(strong.warnings.length).toBeGreaterThanOrEqual(strong.risk.warnings);
    const { body: { pendingPayments } } = await test.call(ada, "GET", "/api/v1/pending-payments");
    expect(pendingPayments.find(({ _id }: { _id: string }) => _id === warned.id).warnings).toEqual(strong.warnings);
    expect(await approve(ada, weak._id)).toMatchObject({ status: 200, body: { status: "completed" } });
    const refused = await approve(ada, warned.id);
    expect(refused).toMatchObject({ status: 409, body: { code: "case_file_needed" } });
    await openCase(ada, warned.id);
    await test.world.settle();
    const seen = (await list("status=pending")).payments.find(({ _id }: { _id: string }) => _id === warned.id);
    expect(seen.risk.isOpened).toBe(true);
    await approve(ada, warned.id);
  });

  it("against a warning sign, or as the second approval, needs the case file that this admin opened", async () => {
    const [warned, quiet] = [await requestPayout(test), await requestQuietPayout(test, LARGE)];
    await openCase(bola, warned.id);
    const refused = await approve(ada, warned.id);
    expect(refused).toMatchObject({ status: 409, body: { code: "case_file_needed" } });
    expect(refused.body.message).toMatch(
      /^Open the case file before you approve this payment\. It shows \d warning signs/,
    );
    await openCase(ada, warned.id);
    expect(await approve(ada, warned.id)).toMatchObject({ status: 200, body: { status: "completed" } });

    expect((await approve(ada, quiet.id)).status).toBe(202);
    expect(await approve(bola, quiet.id)).toMatchObject({ status: 409, body: { code: "case_file_needed" } });
    expect(await test.moneyOf(quiet.who)).toEqual({ available: 0, reserved: LARGE * 100 });
    // Nothing was decided, so nothing is kept.
    expect((await eventsOf(`case/${quiet.id}`)).map(({ data }) => Reflect.get(Object(data), "adminId")))
      .toEqual([ada.userId]);
    await openCase(bola, quiet.id);
    expect(await approve(bola, quiet.id)).toMatchObject({ status: 200, body: { status: "completed" } });
  });

  it("to reject needs no case file, and says where it was left closed", async () => {
    const { id } = await requestPayout(test);
    expect((await post(ada, `/api/v1/reject-payment/${id}`)).status).toBe(200);
    expect((await eventsOf(`case/${id}`)).map(({ type }) => type)).toEqual(["CaseFileLeftClosed"]);
  });

  it("on a case file that somebody else was shown is refused", async () => {
    const { id } = await requestPayout(test, LARGE);
    const { hash } = await openCase(bola, id);
    expect(await approve(ada, id, { caseHash: hash })).toMatchObject({ status: 409, body: { code: "case_unknown" } });
    expect((await approve(bola, id, { caseHash: hash })).status).toBe(202);
  });

  it("can be looked at again later, as it was shown, and no name or account stands in the log", async () => {
    const { id, accountNumber } = await requestPayout(test);
    const { caseFile, hash } = await openCase(ada, id);
    await post(ada, `/api/v1/reject-payment/${id}`, { caseHash: hash, reason: "Not the owner" });
    const path = `/api/v1/admin/payments/${id}/case/${hash}`;
    expect((await test.call(bola, "GET", path)).body).toEqual({ caseFile, hash, names: {} });
    expect(caseFile).toMatchObject({
      bank: { accountNumber },
      status: "pending_review",
      trust: { findings: [] },
    });
    expect(JSON.stringify(await eventsOf(`case/${id}`))).not.toContain(accountNumber);
    expect((await eventsOf(`case/${id}`)).map(({ data }) => Reflect.get(Object(data), "because")))
      .toEqual(["opened", "looked_up"]);
    await test.world.settle();
    expect((await test.call(bola, "GET", `/api/v1/admin/payments/${id}`)).body.decidedOn).toBe(hash);
    const again = await openCase(bola, id);
    expect(again.caseFile.reviews).toMatchObject([{ decision: "rejected", reason: "Not the owner", caseHash: hash }]);
    expect((await test.call(bola, "GET", path.replace(hash, "0".repeat(64)))).status).toBe(404);
  });
});

describe("an approval that is withdrawn", () => {
  it("does not count any more", async () => {
    const { id } = await requestPayout(test, LARGE);
    const takeBack = (by: TestPerson) => post(by, `/api/v1/admin/payments/${id}/withdraw-approval`, { reason: "Wait" });
    await approveRead(ada, id);
    expect((await takeBack(bola)).status).toBe(200);
    expect((await list("status=second_approval")).payments[0]).toMatchObject({ approvals: [ada.userId] });
    expect(await takeBack(ada)).toMatchObject({ status: 200, body: { status: "pending_review" } });
    expect(idsIn(await list("status=pending"))).toContain(id);
    expect(await approveRead(bola, id)).toMatchObject({ status: 202, body: { status: "awaiting_second_approval" } });
    expect(await approveRead(ada, id)).toMatchObject({ status: 200, body: { status: "completed" } });
    expect((await takeBack(ada)).status).toBe(409);
  });
});

describe("asking again about a payout", () => {
  it("that was completed a moment before answers how it stands, and asks nobody", async () => {
    const { id } = await requestPayout(test);
    await approveRead(ada, id);
    const before = (await eventsOf(`withdrawal/${id}`)).length;
    const retried = await post(bola, `/api/v1/admin/payments/${id}/retry`);
    expect(retried).toMatchObject({
      status: 200,
      body: { message: "Payment automatically processed through Paystack", status: "completed" },
    });
    expect(await eventsOf(`withdrawal/${id}`)).toHaveLength(before);
  });

  it("that nobody has approved is refused", async () => {
    const { id } = await requestPayout(test);
    expect((await post(ada, `/api/v1/admin/payments/${id}/retry`)).status).toBe(409);
  });
});

describe("a payout that is uncertain", () => {
  const resolve = (by: TestPerson, id: string, body: object) => post(by, `/api/v1/admin/payments/${id}/resolve`, body);

  it("is marked as paid by a human who says why", async () => {
    const { who, id } = await uncertain();
    expect(idsIn(await list("status=uncertain"))).toContain(id);
    expect((await resolve(ada, id, { outcome: "paid" })).status).toBe(400);
    expect(await resolve(ada, id, { outcome: "paid", reason: "The bank confirmed it" }))
      .toMatchObject({ status: 200, body: { status: "completed" } });
    expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
    expect(await test.total()).toBe(0);
  });

  it("is given back by a human, once", async () => {
    const { who, id } = await uncertain();
    const body = { outcome: "returned", reason: "The bank has refused it" };
    expect(await resolve(ada, id, body)).toMatchObject({ status: 200, body: { status: "failed" } });
    expect(await test.moneyOf(who)).toEqual({ available: 10_000, reserved: 0 });
    expect((await resolve(bola, id, body)).status).toBe(409);
    expect(await test.total()).toBe(0);
  });

  it("is decided by the provider, where it has an answer by then", async () => {
    const { who, id, reference } = await uncertain();
    test.sandbox.settle(reference, "success");
    expect(await resolve(ada, id, { outcome: "returned", reason: "I think it was refused" }))
      .toMatchObject({ status: 200, body: { message: "Paystack has just answered: the payment is completed." } });
    expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
  });

  it("stays as it is while the provider does not answer", async () => {
    const { id, reference } = await uncertain();
    test.sandbox.faults.set({ answers: [{ fault: "500", path: `/transfer/verify/${reference}`, times: 9 }] });
    expect(await resolve(ada, id, { outcome: "returned", reason: "I think it was refused" }))
      .toMatchObject({ status: 503, body: { code: "provider_unavailable" } });
    expect(idsIn(await list("status=uncertain"))).toContain(id);
  });
});

describe("GET /api/v1/admin/payments", () => {
  it("searches names, addresses, accounts and references, page by page", async () => {
    const zainab = await test.person({ tokens: 100, firstName: "Zainab", lastName: "Yusuf" });
    const bankDetails = { accountNumber: "0987654321", bankCode: "058" };
    const asked = { body: { amount: 100, bankDetails }, key: newId() };
    const { body } = await test.longAgo(() => test.call(zainab, "POST", "/api/v1/withdraw", asked));
    for (const word of ["zainab", "YUSUF", zainab.email.slice(0, 20), "09876"]) {
      expect(idsIn(await list(`status=pending&search=${word}`))).toEqual([body.withdrawalId]);
    }
    expect(await list("status=pending&search=nobody-of-that-name")).toMatchObject({ payments: [], nextCursor: null });
    await approveRead(ada, body.withdrawalId);
    expect(idsIn(await list(`status=completed&search=${payoutReference(TEST_INSTALLATION, body.withdrawalId)}`)))
      .toEqual([body.withdrawalId]);
    expect((await list("status=completed")).counts.completed).toBeGreaterThan(0);
    expect((await test.call(ada, "GET", "/api/v1/admin/payments?status=all")).status).toBe(400);
    expect((await test.call(zainab, "GET", "/api/v1/admin/payments")).status).toBe(403);
  });

  it("goes on page by page without missing or repeating one", async () => {
    const ids = await fillPayments(test, 55);
    const seen: { _id: string; createdAt: string }[] = [];
    let cursor = "";
    do {
      const page = await list(`status=pending${cursor && `&cursor=${cursor}`}`);
      expect(page.payments.length).toBeLessThanOrEqual(50);
      seen.push(...page.payments);
      cursor = page.nextCursor ?? "";
    } while (cursor !== "");
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(seen.length);
    expect(seen.map(({ _id }) => _id)).toEqual(expect.arrayContaining(ids));
    expect((await list("status=pending")).counts.pending).toBe(seen.length);
    for (const wrong of ["x", `999999999999999_${newId()}`, `1_${"-".repeat(36)}`]) {
      expect((await test.call(ada, "GET", `/api/v1/admin/payments?cursor=${wrong}`)).status, wrong).toBe(400);
    }
  });
});
