import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProposalShown } from "../../contract/proposals.ts";
import { ALONE_MS, TOKENS_SETTLE_MS } from "../../contract/policy.ts";
import { inviteAdmin, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { settleDueGifts } from "../settlement/settle.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";

let test: TestWallet;
let money: { stop(): Promise<void> };
let artist: TestPerson;
/** Two sides, fresh for each test: what a side returned counts for a month. */
let boss: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  test = await openTestWallet();
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
beforeEach(async () => {
  artist = await test.person({ role: "creator", firstName: "Sade" });
  [boss, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

const PROPOSALS = "/api/v1/admin/proposals";
const give = (who: TestPerson, body: object) =>
  test.call(who, "POST", "/api/v1/gifts", { body: { artistId: artist.userId, ...body } });
const refund = (by: TestPerson, id: string) => test.call(by, "POST", `/api/v1/admin/gifts/${id}/refund`);
const unitsOf = async (who: TestPerson) => (await test.moneyOf(who)).available;
const listed = async (by: TestPerson, giftId: string): Promise<ProposalShown | undefined> =>
  (await test.call(by, "GET", PROPOSALS)).body.proposals
    .find(({ kind, subject }: ProposalShown) => kind === "gift_refund" && subject === giftId);

/** Decides about a refund as the list of those that wait shows it. */
async function decide(by: TestPerson, giftId: string, step: "confirm" | "withdraw") {
  const { proposalId, shown } = await listed(by, giftId) ?? {};
  return await test.call(by, "POST", `${PROPOSALS}/${proposalId}/${step}`, { body: { shown } });
}

/** A gift of 30,000 tokens: two of them are above the limit of one side. */
async function large() {
  const giver = await test.person({ tokens: 30_000 });
  const { body: { giftId } } = await give(giver, { amount: 20, method: "tokens" });
  await test.world.deps.store.settle();
  return { giver, giftId: String(giftId) };
}

async function largeByCard() {
  const giver = await test.person();
  const { body } = await give(giver, { amount: 40, method: "card" });
  test.sandbox.checkout(body.data.reference, "pay");
  await eventually("the gift to settle", () => test.settlingOf(artist)).toBeGreaterThan(0);
  return { giver, giftId: String(body.giftId), reference: String(body.data.reference) };
}

function refundsAt(reference: string): number {
  const { charges, refunds } = test.sandbox.state();
  const charge = charges.find(({ key }) => key === reference);
  return refunds.filter(({ chargeId }) => chargeId === charge?.id).length;
}

describe("a refund", () => {
  it("is for another side than who gave the gift, got it or made the giver's account", async () => {
    const { deps } = test.world;
    const puppet = await inviteAdmin(deps, { by: boss, confirmedBy: other });
    const fence = await test.person({ role: "creator" });
    const rich = await test.person({ isAdmin: true, tokens: 1_500 });
    const asListener = { ...rich, token: await tokenOf(deps, rich) };
    const { body: { giftId } } = await give(asListener, { artistId: fence.userId, amount: 1, method: "tokens" });
    await deps.store.settle();
    await give(fence, { amount: 1, method: "tokens" });
    const refused = { status: 409, body: { code: "not_independent" } };
    expect(await refund(rich, giftId)).toMatchObject(refused);
    expect(await refund(await inviteAdmin(deps, { by: rich, confirmedBy: boss }), giftId)).toMatchObject(refused);
    expect(await unitsOf(rich)).toBe(0);

    const set = { password: "Taken-over-2026!" };
    const mule = await test.person({ tokens: 1_500 });
    const given = await give(mule, { artistId: fence.userId, amount: 1, method: "tokens" });
    await deps.store.settle();
    expect((await test.call(puppet, "PUT", `/api/v1/admin/users/${mule.userId}`, { body: set })).status).toBe(200);
    expect(await refund(boss, given.body.giftId)).toMatchObject(refused);
    expect((await refund(other, given.body.giftId)).status).toBe(200);
  });
});

describe("what a side returns alone", () => {
  it("has a limit, whoever of the side presses; another side confirms the rest, once", async () => {
    const { deps } = test.world;
    // Who confirmed the puppet is no second person for it.
    const puppet = await inviteAdmin(deps, { by: boss, confirmedBy: await test.person({ isAdmin: true }) });
    const [first, second] = [await large(), await large()];
    expect(await refund(boss, first.giftId)).toMatchObject({ status: 200, body: { state: "returned" } });
    expect(await refund(puppet, second.giftId)).toMatchObject({ status: 202, body: { state: "waiting" } });
    expect(await refund(puppet, second.giftId)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect([await unitsOf(first.giver), await unitsOf(second.giver)]).toEqual([3_000_000, 0]);
    const shown = { tokens: 30_000, title: "Return a gift to an artist" };
    expect(await listed(boss, second.giftId)).toMatchObject({ ...shown, mayConfirm: false });
    expect(await listed(other, second.giftId)).toMatchObject({ ...shown, mayConfirm: true });
    expect(await decide(boss, second.giftId, "confirm")).toMatchObject({
      status: 409,
      body: { code: "not_independent" },
    });
    expect(await decide(puppet, second.giftId, "confirm")).toMatchObject({ body: { code: "not_your_approval" } });
    expect(await unitsOf(second.giver)).toBe(0);
    expect(await decide(other, second.giftId, "confirm")).toMatchObject({ status: 200, body: { state: "done" } });
    expect(await listed(other, second.giftId)).toBeUndefined();
    expect((await refund(other, second.giftId)).status).toBe(200);
    await deps.jobs.drain();
    expect([await unitsOf(second.giver), await unitsOf(artist)]).toEqual([3_000_000, 0]);
    expect(await test.total()).toBe(0);
  });

  it("is nothing where the artist has spent what Orin would have to pay", async () => {
    const { deps } = test.world;
    const { body: { giftId } } = await give(await test.person({ tokens: 1_500 }), { amount: 1, method: "tokens" });
    test.pass(TOKENS_SETTLE_MS + 1);
    await settleDueGifts(deps);
    const spender = { ...artist, token: await tokenOf(deps, artist) };
    const spent = { artistId: (await test.person({ role: "creator" })).userId, amount: 0.5, method: "tokens" };
    expect((await give(spender, spent)).status).toBe(201);
    await deps.store.settle();
    const by = { ...boss, token: await tokenOf(deps, { ...boss, isAdmin: true }) };
    expect(await refund(by, giftId)).toMatchObject({ status: 202, body: { state: "waiting" } });
    expect((await listed(by, giftId))?.lines).toContainEqual(
      expect.stringContaining("spent 750.00 tokens (₦750.00) of it"),
    );
  });

  it("adds up what is asked for at once, and begins anew after a month", async () => {
    const gifts = [await large(), await large(), await large()];
    const answers = await Promise.all(gifts.map(({ giftId }) => refund(boss, giftId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 202, 202]);
    test.pass(ALONE_MS + 1);
    const again = { ...boss, token: await tokenOf(test.world.deps, { ...boss, isAdmin: true }) };
    expect(await refund(again, (await large()).giftId)).toMatchObject({ status: 200 });
  });

  it("names the giver and the artist in the audit", async () => {
    const fan = await test.person({ tokens: 60_000, firstName: "Kemi" });
    const { giftId } = (await give(fan, { amount: 40, method: "tokens" })).body;
    expect((await refund(boss, giftId)).status).toBe(202);
    await test.world.settle();
    const { events } = (await test.call(other, "GET", "/api/v1/admin/audit?type=ProposalMade")).body;
    expect(events[0].about.map(({ name }: { name: string }) => name)).toEqual(["Kemi Obi", "Sade Obi"]);
  });

  it("can be withdrawn before it is confirmed", async () => {
    const [first, second] = [await large(), await large()];
    await refund(boss, first.giftId);
    await refund(boss, second.giftId);
    const { proposalId, shown } = await listed(other, second.giftId) ?? {};
    expect(await decide(other, second.giftId, "withdraw")).toMatchObject({ status: 200 });
    const late = `${PROPOSALS}/${proposalId}/confirm`;
    expect(await test.call(other, "POST", late, { body: { shown } })).toMatchObject({
      status: 409,
      body: { code: "already_decided" },
    });
    expect(await unitsOf(second.giver)).toBe(0);
    // The other side has returned nothing yet.
    expect(await refund(other, second.giftId)).toMatchObject({ status: 200 });
  });

  it("cannot be confirmed once who proposed it has left: it is withdrawn, and asked for anew", async () => {
    const puppet = await inviteAdmin(test.world.deps, { by: boss, confirmedBy: other });
    const [first, second] = [await large(), await large()];
    await refund(boss, first.giftId);
    expect(await refund(puppet, second.giftId)).toMatchObject({ status: 202 });
    expect((await test.call(boss, "POST", `/api/v1/admin/team/${puppet.userId}/remove`)).status).toBe(200);
    await test.world.deps.store.settle();
    expect(await listed(other, second.giftId)).toMatchObject({ mayConfirm: false, hasProposerLeft: true });
    expect(await decide(other, second.giftId, "confirm")).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("withdraw it, and propose it anew") },
    });
    expect(await decide(other, second.giftId, "withdraw")).toMatchObject({ status: 200 });
    expect(await refund(other, second.giftId)).toMatchObject({ status: 200, body: { state: "returned" } });
  });

  it("is neither confirmed nor withdrawn by who has a part in the gift", async () => {
    const accomplice = await test.person({ isAdmin: true, tokens: 60_000 });
    const asListener = { ...accomplice, token: await tokenOf(test.world.deps, accomplice) };
    const { body: { giftId } } = await give(asListener, { amount: 40, method: "tokens" });
    await test.world.deps.store.settle();
    expect(await refund(boss, giftId)).toMatchObject({ status: 202 });
    expect(await listed(accomplice, giftId)).toMatchObject({ mayConfirm: false });
    for (const step of ["confirm", "withdraw"] as const) {
      expect(await decide(accomplice, giftId, step)).toMatchObject({ body: { code: "not_independent" } });
    }
    expect(await unitsOf(accomplice)).toBe(0);
  });
});

describe("a refund whose request dies after the decision", () => {
  it("is finished by a job, once", async () => {
    const { deps } = test.world;
    const { giver, giftId } = await large();
    const execute = deps.store.execute.bind(deps.store);
    const dead = vi.spyOn(deps.store, "execute").mockImplementation((handler, ...rest) =>
      handler.name === "proposal gift_refund" ? execute(handler, ...rest) : Promise.reject(new Error("killed"))
    );
    expect((await refund(boss, giftId)).status).toBe(500);
    expect(await unitsOf(giver)).toBe(0);
    dead.mockRestore();
    await eventually("the refund", async () => {
      test.pass(60_000);
      await deps.jobs.drain();
      return await unitsOf(giver);
    }).toBe(3_000_000);
    expect([await unitsOf(artist), await test.total()]).toEqual([0, 0]);
  });
});

describe("a refund to a card", () => {
  it("asks the provider only once both sides agree, and once however often they press", async () => {
    const { giftId, reference } = await largeByCard();
    expect(await refund(boss, giftId)).toMatchObject({ status: 202, body: { state: "waiting" } });
    await test.world.deps.jobs.drain();
    expect(refundsAt(reference)).toBe(0);
    const { proposalId, shown } = await listed(other, giftId) ?? {};
    const presses = [1, 2, 3].map(() =>
      test.call(other, "POST", `${PROPOSALS}/${proposalId}/confirm`, { body: { shown } })
    );
    for (const press of presses) expect((await press).status).toBe(200);
    expect(await refund(boss, giftId)).toMatchObject({ status: 202, body: { state: "asked" } });
    await test.world.deps.jobs.drain();
    expect(refundsAt(reference)).toBe(1);
  });

  it("is asked for again where the provider was away, although nobody presses again", async () => {
    const { giftId, reference } = await largeByCard();
    await refund(boss, giftId);
    test.sandbox.faults.set({ answers: [{ fault: "500", path: "/refund" }] });
    expect((await decide(other, giftId, "confirm")).status).toBe(503);
    test.sandbox.faults.clear();
    const shown = await test.call(boss, "GET", `/api/v1/admin/people/${artist.userId}/gifts`);
    expect(shown.body.gifts[0]).toMatchObject({ giftId, refund: "decided" });
    await eventually("the request for the refund", async () => {
      test.pass(60_000);
      await test.world.deps.jobs.drain();
      return refundsAt(reference);
    }).toBe(1);
  });
});
