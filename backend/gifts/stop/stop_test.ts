import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StoppedGifts } from "../../contract/gift_refunds.ts";
import { newId } from "../../contract/ids.ts";
import { STOPPED_FOR_MS, TOKENS_SETTLE_MS } from "../../contract/policy.ts";
import { callerOf } from "../../testing/call.ts";
import { type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { answerProposal } from "../../testing/waiting_proposals.ts";
import { GIFT_LET_GO } from "../settlement/events.ts";
import { settleDueGifts } from "../settlement/settle.ts";

const GIFT = 150_000;
const MINUTE_MS = 60_000;
let test: TestWallet;
let [giver, artist, admin] = [] as unknown as [TestPerson, TestPerson, TestPerson];

beforeAll(async () => void (test = await openTestWallet()));
beforeEach(async () => {
  giver = await test.person({ tokens: 1_500 });
  artist = await test.person({ role: "creator" });
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

async function give(by = giver, method: "tokens" | "card" = "tokens"): Promise<string> {
  const body = { artistId: artist.userId, amount: 1, method };
  const answer = await test.call(by, "POST", "/api/v1/gifts", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await test.world.deps.store.settle();
  return String(answer.body.giftId);
}

/** In a new session: others end while these tests let time pass. */
const fresh = async ({ userId, ...who }: TestPerson, isAdmin = false): Promise<TestPerson> => {
  return { ...who, userId, token: await tokenOf(test.world.deps, { userId, isAdmin }) };
};
const stop = (by: TestPerson, id: string) => test.call(by, "POST", `/api/v1/gifts/${id}/stop`);
const stopAsAdmin = (id: string, by = admin) => test.call(by, "POST", `/api/v1/admin/gifts/${id}/stop`);
const letGo = (id: string, by = admin) => test.call(by, "POST", `/api/v1/admin/gifts/${id}/let-go`);
const stopped = async (): Promise<StoppedGifts["gifts"]> => {
  await test.world.deps.store.settle();
  return (await test.call(await fresh(admin, true), "GET", "/api/v1/admin/gifts/stopped")).body.gifts;
};
const listed = async (id: string) => (await stopped()).find(({ giftId }) => giftId === id);
const sent = async (id: string) => {
  const { gifts } = (await test.call(await fresh(giver), "GET", "/api/v1/gifts/sent")).body;
  return gifts.find((gift: { id: string }) => gift.id === id);
};
/** Units: what the artist has that settles, and that they can spend. */
const artistHas = async () => [await test.settlingOf(artist), (await test.moneyOf(artist)).available];

/** Lets time pass, and everything settle that is due by then. */
async function wait(ms: number): Promise<void> {
  test.pass(ms);
  await settleDueGifts(test.world.deps);
}

describe("a gift of tokens that settles", () => {
  it("is stopped by its giver once, and settles after 72 hours where no admin decides", async () => {
    const id = await give();
    test.pass(TOKENS_SETTLE_MS - MINUTE_MS);
    giver = await fresh(giver);
    const now = test.world.deps.now();
    expect(await stop(giver, id)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining("within 72 hours") },
    });
    expect(await stop(giver, id)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect(await stopAsAdmin(id, await fresh(admin, true))).toMatchObject({ body: { code: "already_decided" } });
    const endsAt = now + STOPPED_FOR_MS;
    const shown = await sent(id);
    expect(shown).toMatchObject({ status: "sent", isStopped: true });
    expect(Math.abs(Date.parse(shown.settlesAt) - endsAt)).toBeLessThan(MINUTE_MS);
    const row = await listed(id);
    const parties = { giverId: giver.userId, artist: { userId: artist.userId } };
    expect(row).toMatchObject({ giftId: id, tokens: 1_500, stoppedBy: "giver", endsAt: shown.settlesAt, ...parties });

    await wait(STOPPED_FOR_MS - MINUTE_MS);
    expect(await artistHas()).toEqual([GIFT, 0]);
    await wait(2 * MINUTE_MS);
    expect(await artistHas()).toEqual([0, GIFT]);
    expect([await listed(id), (await sent(id)).isStopped]).toEqual([undefined, undefined]);
    expect(await stop(await fresh(giver), id)).toMatchObject({ status: 409, body: { code: "gift_settled" } });
    expect(await test.total()).toBe(0);
  });

  it("is stopped once, whoever presses in whatever process at the same time", async () => {
    const id = await give();
    const processes = [callerOf(test.world.app), callerOf(test.world.another().app)];
    const presses = Array.from({ length: 8 }, (_, index) => {
      const [path, { token }] = index % 4 < 2
        ? ["/api/v1/gifts", giver] as const
        : ["/api/v1/admin/gifts", admin] as const;
      return processes[index % 2]?.("POST", `${path}/${id}/stop`, { token, headers: { "idempotency-key": newId() } });
    });
    const answers = await Promise.all(presses);
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const endsAt = Date.parse((await listed(id))?.endsAt ?? "");
    expect(Math.abs(endsAt - test.world.deps.now() - STOPPED_FOR_MS)).toBeLessThan(MINUTE_MS);
  });

  it("is stopped by nobody else, and neither is one by card", async () => {
    const id = await give();
    const notFound = { status: 404, body: { error: "Gift not found" } };
    for (const other of [artist, await test.person()]) expect(await stop(other, id)).toMatchObject(notFound);
    expect((await stopAsAdmin(id, giver)).status).toBe(403);
    expect((await letGo(id, giver)).status).toBe(403);
    expect(await stop(giver, newId())).toMatchObject(notFound);
    const byCard = await give(giver, "card");
    expect(await stop(giver, byCard)).toMatchObject(notFound);
    expect(await stopAsAdmin(byCard)).toMatchObject(notFound);
    expect(await sent(id)).not.toHaveProperty("isStopped");
    await wait(TOKENS_SETTLE_MS + MINUTE_MS);
    expect(await artistHas()).toEqual([0, GIFT]);
  });
});

describe("an admin", () => {
  it("stops a gift, and gives it back by a refund", async () => {
    const id = await give();
    expect((await stopAsAdmin(id)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ stoppedBy: "admin" });
    expect(await stop(giver, id)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect((await test.call(admin, "POST", `/api/v1/admin/gifts/${id}/refund`)).status).toBe(200);
    await test.world.deps.jobs.drain();
    expect([(await test.moneyOf(giver)).available, await artistHas()]).toEqual([GIFT, [0, 0]]);
    expect(await listed(id)).toBeUndefined();
    expect(await letGo(id)).toMatchObject({ status: 409, body: { code: "gift_settled" } });
    expect(await stopAsAdmin(id)).toMatchObject({ status: 409, body: { code: "gift_settled" } });
    await wait(2 * STOPPED_FOR_MS);
    expect([await artistHas(), await test.total()]).toEqual([[0, 0], 0]);
  });

  it("lets a stopped gift go, and only a stopped one", async () => {
    const id = await give();
    expect(await letGo(id)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    await stop(giver, id);
    expect(await letGo(id)).toMatchObject({ status: 200, body: { message: "The artist has the gift within minutes" } });
    await wait(0);
    expect(await artistHas()).toEqual([0, GIFT]);
    expect(await listed(id)).toBeUndefined();
    expect(await letGo(id)).toMatchObject({ status: 409, body: { code: "gift_settled" } });
    expect(await stop(giver, id)).toMatchObject({ status: 409, body: { code: "gift_settled" } });
  });

  it("lets no gift go in which they have a part, or without a fresh password", async () => {
    const rich = await test.person({ isAdmin: true, tokens: 1_500 });
    const id = await give(await fresh(rich));
    expect((await stopAsAdmin(id)).status).toBe(200);
    expect(await letGo(id, rich)).toMatchObject({ status: 409, body: { code: "not_independent" } });
    test.pass(16 * MINUTE_MS);
    expect(await letGo(id)).toMatchObject({ status: 403, body: { code: "password_needed" } });
    expect(await artistHas()).toEqual([GIFT, 0]);
  });

  it("ends no giver's time alone that their own side has begun, nor of more than one side may", async () => {
    const other = await test.person({ isAdmin: true });
    const small = await give();
    expect((await stopAsAdmin(small)).status).toBe(200);
    expect(await letGo(small)).toMatchObject({ status: 202, body: { state: "waiting" } });
    expect(await listed(small)).toMatchObject({ isWaiting: true });
    await wait(0);
    expect(await artistHas()).toEqual([GIFT, 0]);
    const asOther = (method: string, path: string, body?: object) => test.call(other, method, path, { body });
    expect(await answerProposal(asOther, { kind: GIFT_LET_GO, subject: small }, "confirm")).toMatchObject({
      status: 200,
      body: { state: "done" },
    });
    await wait(0);
    expect(await artistHas()).toEqual([0, GIFT]);

    const rich = await test.person({ tokens: 60_000 });
    const body = { artistId: artist.userId, amount: 40, method: "tokens" };
    const large = String((await test.call(rich, "POST", "/api/v1/gifts", { body })).body.giftId);
    expect((await stop(rich, large)).status).toBe(200);
    expect((await letGo(large)).status).toBe(202);
    expect((await letGo(large, other)).body).toMatchObject({ code: "already_decided" });
    // Without a second side it settles when its case ends, and the proposal is gone.
    await wait(STOPPED_FOR_MS + MINUTE_MS);
    expect(await artistHas()).toEqual([0, GIFT + 6_000_000]);
    expect(await letGo(large, await fresh(other, true))).toMatchObject({ body: { code: "gift_settled" } });
    expect(await test.total()).toBe(0);
  });
});
