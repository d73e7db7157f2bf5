import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { someBank } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";
import { eventually } from "../../testing/wait.ts";
import { lookForAlerts } from "../../admin/alerts/watch.ts";
import { giftCharges } from "../../gifts/give.ts";
import { settleCharge } from "../charge.ts";
import { reviewDispute } from "./review.ts";
import { sweepDisputes } from "./sweep.ts";

const PATH = "/api/v1/admin/disputes";
const NOTE = { note: "We looked at it" };
let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { webhooksLost: true } });
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterAll(() => test[Symbol.asyncDispose]());

/** A gift by card that has settled and is disputed. */
async function disputed() {
  const [giver, artist] = [await test.person(), await test.person({ role: "creator" })];
  const body = { artistId: artist.userId, amount: 1, method: "card" };
  const { giftId, data: { reference } } = (await test.call(giver, "POST", "/api/v1/gifts", { body })).body;
  test.sandbox.checkout(reference, "pay");
  await settleCharge(test.world.deps, giftCharges, reference);
  await settleGiftsOf(test.world.deps, artist.userId);
  const providerId = test.sandbox.dispute(reference, "create");
  await reviewDispute(test.world.deps, giftCharges, { reference, providerId, told: "open" });
  const { disputes } = (await test.call(ada, "GET", PATH)).body;
  const found = disputes.find((one: { reference: string }) => one.reference === reference);
  return { giver, artist, giftId, reference, providerId, found, path: `${PATH}/${found.disputeId}` };
}
const post = (who: TestPerson, path: string, body: object = NOTE) => test.call(who, "POST", path, { body });
const kind = "dispute_accept";
const by = (who: TestPerson) => (method: string, path: string, body?: object) => test.call(who, method, path, { body });
const seen = (who: TestPerson, subject: string) => proposalSeen(by(who), { kind, subject });
const confirm = (who: TestPerson, subject: string) => answerProposal(by(who), { kind, subject }, "confirm");
const resolutionOf = (id: string) => test.sandbox.state().disputes.find((one) => String(one.id) === id)?.resolution;

describe("the list and one dispute", () => {
  it("show what is known, and the log says who looked at the payer", async () => {
    const { giver, artist, found, path, reference } = await disputed();
    expect(found).toMatchObject({ amount: 1_500, status: "open", answer: null, what: "gift", reference });
    expect(found).toMatchObject({ payerId: giver.userId, artist: { userId: artist.userId } });
    const { status, body } = await test.call(ada, "GET", path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ reserved: 1_500, payer: { name: "Ada Obi", ageDays: 0 }, gift: { dollars: 1 } });
    expect(body.timeline).toMatchObject([{ by: "Orin", text: "The payer's bank asked for ₦1,500.00" }]);
    const opened = await test.world.deps.store.readStream("social", "personal_data");
    expect(JSON.stringify(opened.at(-1)?.data)).toContain(giver.userId);
    expect((await test.call(giver, "GET", path)).status).toBe(403);
  });
});

describe("accepting", () => {
  it("takes two sides, tells the provider once, and gives the gift back", async () => {
    const { path, providerId, artist, found: { disputeId, dueAt } } = await disputed();
    expect(await post(ada, `${path}/accept`)).toMatchObject({ status: 202, body: { answer: "accept_proposed" } });
    expect(await post(bola, `${path}/accept`)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect((await test.call(ada, "GET", PATH)).body.disputes).toContainEqual(
      expect.objectContaining({ disputeId, answer: "accept_proposed" }),
    );
    expect(await confirm(ada, disputeId)).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    expect(resolutionOf(providerId)).toBeNull();
    const proposal = await seen(bola, disputeId);
    expect(proposal).toMatchObject({ mayConfirm: true, title: "Accept a dispute of ₦1,500.00", lapsesAt: dueAt });
    expect(proposal?.lines).toContain(`The reason given: ${NOTE.note}`);
    expect(await confirm(bola, disputeId)).toMatchObject({ status: 200, body: { state: "done" } });
    expect((await test.call(ada, "GET", path)).body).toMatchObject({ status: "lost", lost: 1_500 });
    expect(resolutionOf(providerId)).toBe("merchant-accepted");
    expect(await test.moneyOf(artist)).toEqual({ available: 0, reserved: 0 });
    expect((await post(bola, `${path}/accept`)).status).toBe(409);
    expect(await test.total()).toBe(0);
  });

  it("that was proposed before the dispute was won is proposed anew when the bank asks again", async () => {
    const { path, providerId, reference, found: { disputeId } } = await disputed();
    const { deps } = test.world;
    await post(ada, `${path}/accept`);
    const first = await seen(bola, disputeId);
    test.sandbox.dispute(reference, "decline");
    await reviewDispute(deps, giftCharges, { reference, providerId, told: "resolved" });
    expect(await seen(bola, disputeId)).toBeUndefined();
    const anew = { amountKobo: 150_000, category: "fraud", dueAt: undefined, isReminder: false };
    await giftCharges.dispute(deps, reference, { disputeId, providerId, status: "open", ...anew });
    expect(await seen(bola, disputeId)).toBeUndefined();
    expect(await post(bola, `${path}/accept`)).toMatchObject({ status: 202 });
    const late = `/api/v1/admin/proposals/${first?.proposalId}/confirm`;
    expect((await post(bola, late, { shown: first?.shown ?? "" })).body).toMatchObject({ state: "decided_before" });
    expect(await seen(ada, disputeId)).toMatchObject({ mayConfirm: true });
  });

  it("is told by itself later where the provider did not answer", async () => {
    const { path, providerId, found } = await disputed();
    await post(ada, `${path}/accept`);
    vi.spyOn(test.world.deps, "log").mockImplementation(() => {});
    test.sandbox.faults.set({ answers: [{ fault: "500", path: `/dispute/${providerId}/resolve` }] });
    expect((await confirm(bola, found.disputeId)).status).toBe(503);
    expect(resolutionOf(providerId)).toBeNull();
    await sweepDisputes(test.world.deps, new Map());
    expect(resolutionOf(providerId)).toBe("merchant-accepted");
    expect((await test.call(ada, "GET", path)).body).toMatchObject({ status: "lost" });
    vi.restoreAllMocks();
  });

  it("that reached the provider although the answer did not is not told twice", async () => {
    const { path, providerId, found } = await disputed();
    await post(ada, `${path}/accept`);
    vi.spyOn(test.world.deps, "log").mockImplementation(() => {});
    test.sandbox.faults.set({ answers: [{ fault: "commit-then-cut", path: `/dispute/${providerId}/resolve` }] });
    expect((await confirm(bola, found.disputeId)).status).toBe(503);
    await Promise.all([
      sweepDisputes(test.world.deps, new Map()),
      sweepDisputes(test.world.another().deps, new Map()),
    ]);
    expect((await test.call(ada, "GET", path)).body).toMatchObject({ status: "lost", lost: 1_500 });
    expect(await test.total()).toBe(0);
    vi.restoreAllMocks();
  });
});

it("contesting is noted with words, and the money waits on", async () => {
  const { path, artist } = await disputed();
  expect((await post(ada, `${path}/contested`, { note: "" })).status).toBe(400);
  expect(await post(ada, `${path}/contested`)).toMatchObject({
    status: 200,
    body: { answer: "contested", reserved: 1_500 },
  });
  expect(await test.moneyOf(artist)).toEqual({ available: 0, reserved: 0 });
});

it("the case file of an artist whose gift is disputed says so", async () => {
  const { artist } = await disputed();
  const giver = await test.person({ tokens: 3_500 });
  await test.call(giver, "POST", "/api/v1/gifts", { body: { artistId: artist.userId, amount: 1, method: "tokens" } });
  await settleGiftsOf(test.world.deps, artist.userId);
  const asked = { body: { amount: 100, bankDetails: someBank() } };
  const { body: { withdrawalId } } = await test.call(artist, "POST", "/api/v1/withdraw", asked);
  const { body } = await test.call(ada, "GET", `/api/v1/admin/payments/${withdrawalId}/case`);
  const file = body.caseFile;
  expect(file.disputes).toEqual({ count: 1, tokens: 1_500 });
  expect(file.risk.reasons).toContainEqual({
    ...{ code: "gift_disputed", points: 30 },
    text: "Banks dispute 1 gift to this artist: 1,500.00 tokens (₦1,500.00)",
  });
});

it("admins are told when one opens, and again 48 hours before it is due, unless it is contested", async () => {
  const [one, answered] = [await disputed(), await disputed()];
  await test.world.deps.store.settle();
  const queued = async (kind: string) => {
    const rows = await test.world.deps.store.sql`select key from jobs where key like ${`alert/${kind}/%`}`;
    return rows.map(({ key }) => String(key));
  };
  await eventually("the alerts of both disputes", async () => (await queued("dispute_opened")).length)
    .toBeGreaterThanOrEqual(2);
  await post(ada, `${answered.path}/contested`);
  await lookForAlerts(test.world.deps);
  expect(await queued("dispute_due")).toEqual([]);
  const later = { ...test.world.deps, now: () => test.world.deps.now() + 25 * 3_600_000 };
  await lookForAlerts(later);
  await lookForAlerts(later);
  const due = await queued("dispute_due");
  expect(due.filter((key) => key.includes(one.found.disputeId))).toHaveLength(1);
  expect(due.filter((key) => key.includes(answered.found.disputeId))).toEqual([]);
});
