import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeAccount } from "../accounts/closing/close.ts";
import { ANSWER_FAULTS } from "../adapters/payments/sandbox/faults.ts";
import { giftTier, type ReceivedGift, type SentGift } from "../contract/gifts.ts";
import { newId } from "../contract/ids.ts";
import { addUpload, type TestPerson } from "../testing/people_fixtures.ts";
import { settleGiftsOf } from "../testing/settling.ts";
import { callerOf } from "../testing/call.ts";
import { answerProposal } from "../testing/waiting_proposals.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { eventually } from "../testing/wait.ts";
import { workMoney } from "../wallet/withdrawal/reactions.ts";
import { settleCharge, sweepCharges } from "../payments/charge.ts";
import { giftCharges } from "./give.ts";

let test: TestWallet;
let artist: TestPerson;
let money: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet();
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
  artist = await test.person({ role: "creator", firstName: "Sade" });
});
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

const give = (who: TestPerson, body: object, key?: string) =>
  test.call(who, "POST", "/api/v1/gifts", { body: { artistId: artist.userId, ...body }, ...(key && { key }) });
const received = async (who = artist) => (await test.call(who, "GET", "/api/v1/gifts/received")).body;
const sentBy = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/gifts/sent")).body.gifts;
const unitsOf = async (who: TestPerson) => (await test.moneyOf(who)).available;

it("has the documented tiers", () => {
  expect([99.99, 100, 249.99, 250, 500, 999, 1_000].map(giftTier))
    .toEqual(["Bronze", "Silver", "Silver", "Gold", "Platinum", "Platinum", "Diamond"]);
});

describe("a gift of tokens", () => {
  it("moves them at the dated rate, and the artist reads what was given and why", async () => {
    const [giver, before] = [await test.person({ tokens: 4_000, firstName: "Tunde" }), await test.settlingOf(artist)];
    const answer = await give(giver, { amount: 2, message: "More of this!", method: "tokens" });
    expect(answer).toMatchObject({ status: 201, body: { newBalance: 1_000 } });
    await test.world.deps.store.settle();
    expect(await test.settlingOf(artist) - before).toBe(300_000);
    const { gifts, stats } = await received();
    expect(gifts[0]).toMatchObject({
      ...{ amount: 2, naira: 3_000, message: "More of this!", tier: "Bronze", method: "tokens" },
      sender: { name: "Anonymous" },
    });
    expect(stats).toMatchObject({
      directGifts: 1,
      trackGifts: 0,
      directAmount: 2,
      naira: { total: 3_000, direct: 3_000, track: 0 },
    });
    expect(await test.total()).toBe(0);
  });

  it("names the giver by the first name only where they chose so, gift by gift, and as long as they are here", async () => {
    const [star, giver] = [
      await test.person({ role: "creator", firstName: "Uche" }),
      await test.person({ tokens: 6_000, firstName: "Tunde" }),
    ];
    const gift = { artistId: star.userId, amount: 1, method: "tokens" };
    const shown = async () =>
      (await received(star)).gifts.map(({ sender, message }: ReceivedGift) => [sender.name, message]);
    // The choice for artists in general is another one.
    await test.call(giver, "PUT", "/api/v1/settings", { body: { isNamed: true } });
    const key = newId();
    await give(giver, { ...gift, message: "From a friend" }, key);
    expect(await give(giver, { ...gift, message: "From a friend", isNamed: true }, key)).toMatchObject({ status: 422 });
    await give(giver, { ...gift, message: "From me", isNamed: true });
    expect(await shown()).toEqual([["Tunde", "From me"], ["Anonymous", "From a friend"]]);
    expect(JSON.stringify((await received(star)).gifts)).not.toMatch(new RegExp(`Obi|${giver.userId}`));
    expect((await sentBy(giver)).map(({ isNamed }: SentGift) => isNamed)).toEqual([true, false]);
    await closeAccount(test.world.deps, { userId: giver.userId, by: "owner", metadata: { actor: "system:test" } });
    expect(await shown()).toEqual([["Anonymous", ""], ["Anonymous", ""]]);
    expect((await give(giver, { ...gift, isNamed: "yes" })).status).not.toBe(201);
  });

  it("is answered as at first to the same key, although the artist has left since the answer was lost", async () => {
    const leaving = await test.person({ role: "creator", firstName: "Uche" });
    const giver = await test.person({ tokens: 4_000 });
    const [key, gift] = [newId(), { artistId: leaving.userId, amount: 1, method: "tokens" }];
    const first = await give(giver, gift, key);
    const metadata = { actor: "system:test" };
    await closeAccount(test.world.deps, { userId: leaving.userId, by: "owner", metadata });
    expect(first.status).toBe(201);
    expect(await give(giver, gift, key)).toMatchObject({ status: 201, body: first.body });
    expect(await give(giver, { ...gift, amount: 2 }, key)).toMatchObject({ status: 422, body: { code: "key_reused" } });
    expect(await give(giver, gift)).toMatchObject({ status: 404 });
    expect(await unitsOf(giver)).toBe(250_000);
  });

  it("is given once when it comes forty times without a key, to two processes at the same time", async () => {
    const [giver, star] = [await test.person({ tokens: 6_000 }), await test.person({ role: "creator" })];
    const { world } = test;
    const apps = [world.app, world.another().app].map(callerOf);
    const body = { artistId: star.userId, amount: 1, method: "tokens" };
    const answers = await Promise.all(
      Array.from(
        { length: 40 },
        (_, index) => apps[index % 2]?.("POST", "/api/v1/gifts", { body, token: giver.token }),
      ),
    );
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer?.body.giftId)).size).toBe(1);
    expect(answers.filter((answer) => answer?.body.repeated === true)).toHaveLength(39);
    expect(await unitsOf(giver)).toBe(450_000);
    expect((await give(giver, body)).body).not.toHaveProperty("repeated");
    expect(await unitsOf(giver)).toBe(300_000);
  });

  it("is given once for a key, and never without enough tokens, to oneself or to nobody", async () => {
    const giver = await test.person({ tokens: 3_000 });
    const key = newId();
    const gift = { amount: 1, method: "tokens" };
    const [first, again] = [await give(giver, gift, key), await give(giver, gift, key)];
    expect(again.body.giftId).toBe(first.body.giftId);
    expect(await unitsOf(giver)).toBe(150_000);
    expect(await give(giver, { ...gift, amount: 2 }, key)).toMatchObject({ status: 422 });
    expect(await give(giver, { ...gift, amount: 5 })).toMatchObject({
      status: 409,
      body: { code: "insufficient_funds" },
    });
    expect(await give(artist, gift)).toMatchObject({ status: 409, body: { code: "gift_to_oneself" } });
    expect((await give(giver, { ...gift, artistId: giver.userId })).status).not.toBe(201);
    const listener = await test.person();
    expect((await give(giver, { ...gift, artistId: listener.userId })).status).toBe(404);
    expect((await give(giver, { ...gift, amount: 0.001 })).status).toBe(400);
  });

  it("is for artists: a track that an admin has put up for somebody who is not here gets none", async () => {
    const [admin, giver] = [await test.person(), await test.person({ tokens: 3_000 })];
    const { trackId } = await addUpload(test.world.deps, { ownerId: admin.userId });
    const answer = await give(giver, { artistId: undefined, trackId, amount: 1, method: "tokens" });
    expect(answer).toMatchObject({ status: 409, body: { code: "gifts_paused" } });
    expect(await give(giver, { trackId, amount: 1, method: "tokens" })).toMatchObject({ status: 404 });
    expect([await unitsOf(giver), await unitsOf(admin)]).toEqual([300_000, 0]);
  });

  it("can be given back by an admin, once", async () => {
    const [giver, admin] = [await test.person({ tokens: 1_500 }), await test.person({ isAdmin: true })];
    const { body } = await give(giver, { amount: 1, method: "tokens" });
    await test.world.deps.store.settle();
    const before = await test.settlingOf(artist);
    for (let time = 0; time < 2; time++) {
      expect((await test.call(admin, "POST", `/api/v1/admin/gifts/${body.giftId}/refund`)).status).toBe(200);
    }
    expect(await unitsOf(giver)).toBe(150_000);
    expect(before - await test.settlingOf(artist)).toBe(150_000);
    expect(await test.total()).toBe(0);
  });
});

describe("a gift by card", () => {
  async function checkout(amount = 100) {
    const giver = await test.person();
    const { status, body } = await give(giver, { amount, method: "card", message: "For you" });
    expect(status).toBe(201);
    return { giver, reference: String(body.data.reference), giftId: String(body.giftId) };
  }

  it("arrives whole when it is paid, once, by the notice and by the return", async () => {
    const before = await test.settlingOf(artist);
    const { giver, reference, giftId } = await checkout();
    expect((await test.call(giver, "POST", "/api/v1/gifts/verify", { body: { reference } })).status).toBe(402);
    test.sandbox.faults.set({ webhooksDoubled: true });
    test.sandbox.checkout(reference, "pay");
    await Promise.all(
      Array.from({ length: 4 }, () => test.call(giver, "POST", "/api/v1/gifts/verify", { body: { reference } })),
    );
    await test.world.deps.jobs.drain();
    expect(await test.settlingOf(artist) - before).toBe(15_000_000);
    expect((await received()).gifts[0]).toMatchObject({ id: giftId, amount: 100, tier: "Silver", message: "For you" });
    expect(await test.total()).toBe(0);
  });

  it("arrives by the sweeper when nobody says anything, and belongs to who began it", async () => {
    const { giver, reference, giftId } = await checkout(1);
    expect((await sentBy(giver))[0]).toMatchObject({ id: giftId, status: "started", reference });
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.checkout(reference, "pay");
    const thief = await test.person();
    expect((await test.call(thief, "POST", "/api/v1/gifts/verify", { body: { reference } })).status).toBe(404);
    test.pass(3 * 60_000);
    await sweepCharges(test.world.deps, [giftCharges]);
    expect((await received()).gifts[0]).toMatchObject({ id: giftId });
    const [sent] = await sentBy(giver);
    expect(sent).toMatchObject({ id: giftId, status: "sent" });
    expect(sent.reference).toBeUndefined();
  });

  it.each(ANSWER_FAULTS)("arrives once when the provider breaks its answer about it: %s", async (fault) => {
    const { reference } = await checkout(1);
    const before = await test.settlingOf(artist);
    test.sandbox.faults.set({ webhooksLost: true, answers: [{ fault, path: "/transaction/verify/*" }] });
    test.sandbox.checkout(reference, "pay");
    const { deps } = test.world;
    await settleCharge({ ...deps, payments: test.hurried }, giftCharges, reference).catch(() => undefined);
    await Promise.all([settleCharge(deps, giftCharges, reference), settleCharge(deps, giftCharges, reference)]);
    expect(await test.settlingOf(artist) - before).toBe(150_000);
    expect(await test.total()).toBe(0);
  });

  it("goes back when the money does, also where the artist has spent it", async () => {
    const poor = await test.person({ role: "creator" });
    const giver = await test.person();
    const { body } = await give(giver, { artistId: poor.userId, amount: 1, method: "card" });
    const { reference } = body.data;
    test.sandbox.checkout(reference, "pay");
    await eventually("the gift to settle", () => test.settlingOf(poor)).toBe(150_000);
    await settleGiftsOf(test.world.deps, poor.userId);
    await give(poor, { amount: 0.6, method: "tokens" });
    await test.world.deps.store.settle();
    // Orin pays what the artist has spent: that takes two sides.
    const [admin, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const refund = () => test.call(admin, "POST", `/api/v1/admin/gifts/${body.giftId}/refund`);
    expect((await refund()).body).toMatchObject({ state: "waiting" });
    const about = { kind: "gift_refund", subject: String(body.giftId) };
    const call = (method: string, path: string, sent?: object) =>
      test.call(other, method, path, sent ? { body: sent } : {});
    expect((await answerProposal(call, about, "confirm")).status).toBe(200);
    expect((await refund()).body).toMatchObject({ state: "asked" });
    const { refunds } = test.sandbox.state();
    expect(refunds).toHaveLength(1);
    test.sandbox.settleRefund(String(refunds[0]?.id), "processed");
    await eventually("the gift to go back", () => unitsOf(poor)).toBe(0);
    // Both see that it went back; it is in no sum.
    expect(await received(poor)).toMatchObject({ gifts: [{ status: "refunded" }], stats: { totalGifts: 0 } });
    expect((await sentBy(giver))[0]).toMatchObject({ id: body.giftId, status: "refunded" });
    expect(await test.total()).toBe(0);
  });
});

describe("thanks", () => {
  it("go to the giver, once, from the artist alone", async () => {
    const giver = await test.person({ tokens: 1_500 });
    const other = await test.person({ role: "creator" });
    const { body: { giftId } } = await give(giver, { amount: 1, method: "tokens", message: "Thank you" });
    const thank = (who: TestPerson, message: string) =>
      test.call(who, "POST", `/api/v1/gifts/${giftId}/thanks`, { body: { message } });
    expect((await thank(other, "No")).status).toBe(404);
    expect((await thank(artist, "Ese gan!")).status).toBe(200);
    expect((await thank(artist, "Again")).status).toBe(200);
    const { gifts } = (await test.call(giver, "GET", "/api/v1/gifts/sent")).body;
    expect(gifts[0]).toMatchObject({ id: giftId, thanks: "Ese gan!", status: "sent", tier: "Bronze" });
    await test.world.settle();
    const mails = test.world.outbox.newest(50).filter(({ to }) => to === giver.email);
    expect(mails.map(({ subject }) => subject)).toContain("A thank-you for your gift");
    const { store, shardOf } = test.world.deps;
    const events = await store.readStream(`ledger/${shardOf(giver.userId)}`, `gift/${giftId}`);
    expect(events.length).toBeGreaterThan(1);
    expect(JSON.stringify(events)).not.toMatch(/Thank you|Ese gan/);
  });
});
