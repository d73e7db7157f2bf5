import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { heldGiftsOf } from "../../../projections/gifts/held_gifts.ts";
import { findGift, giftShares } from "../../../projections/gifts/gifts.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { availableAccount, disputedAccount, settlingAccount, UNCLAIMED } from "../../ledger/chart.ts";
import { newId } from "../../contract/ids.ts";
import type { SplitDisputeList } from "../../contract/splits.ts";
import { closeAccount } from "../../accounts/closing/close.ts";
import { eraseAccount } from "../../person_data/erase.ts";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { settleCharge } from "../../payments/charge.ts";
import { reviewDispute } from "../../payments/disputes/review.ts";
import { PROOFS } from "../../start/proofs.ts";
import { verify } from "../../store/chain/verify.ts";
import { addProfile, addUpload, type TestPerson } from "../../testing/people_fixtures.ts";
import { createApp } from "../../app.ts";
import { callerOf } from "../../testing/call.ts";
import { interceptCalls } from "../../testing/intercept_calls.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { giftCharges, noteShares } from "../give.ts";
import { stopOwnGift } from "../stop/stop.ts";
import { settleDueGifts } from "../settlement/settle.ts";
import { giftShares as followShares } from "../reactions.ts";
import { releaseHeldShares } from "./release.ts";

const SHARDS = 3;
/** One dollar. */
const GIFT = 150_000;
let test: TestWallet;
beforeAll(async () => {
  test = await openTestWallet({ shards: SHARDS, openingBalanceKobo: 5_000_000_000 });
});
afterAll(() => test[Symbol.asyncDispose]());

const idIn = (shard: number): string => {
  for (;;) {
    const userId = newId();
    if (test.world.deps.shardOf(userId) === shard) return userId;
  }
};

async function creatorIn(shard: number, name: string): Promise<TestPerson> {
  const userId = idIn(shard);
  const person = await test.person({ role: "creator", userId, firstName: name });
  await addProfile(test.world.deps, { creatorId: userId, name: `${name} ${userId.slice(-6)}` });
  return person;
}

/** The calls of a service as it is operated: development has other bounds. */
function productionCalls() {
  const { deps } = test.world;
  const config = { ...deps.config, env: "production" as const, publicUrl: "https://orin.example" };
  const ask = callerOf(createApp({ ...deps, config }, { isReady: () => true, pagesDirectory: "" }));
  return ({ token }: TestPerson, method: string, path: string, body?: unknown) =>
    ask(method, path, { token, ...(body !== undefined && { body }) });
}

const call = (who: TestPerson, method: string, path: string, body?: unknown) =>
  test.call(who, method, path, { ...(body !== undefined && { body }) });

/** A song with collaborators who have accepted, each in a shard of their own. */
async function sharedSong(parts: readonly number[] = [3_333, 2_000]) {
  const owner = await creatorIn(0, "Owner");
  const people = await Promise.all(parts.map((_, index) => creatorIn((index + 1) % SHARDS, `Feature${index}`)));
  const { trackId } = await addUpload(test.world.deps, { ownerId: owner.userId });
  const own = 10_000 - parts.reduce((sum, part) => sum + part, 0);
  const shares = people.map(({ userId }, index) => ({ creatorId: userId, basisPoints: parts[index] }));
  const path = `/api/v1/tracks/${trackId}/split`;
  const asked = await call(owner, "PUT", path, { version: 0, ownBasisPoints: own, shares });
  expect(asked).toMatchObject({ status: 200, body: { ownBasisPoints: 10_000, version: 1 } });
  for (const person of people) await accept(person);
  const [ada, bola = ada] = people;
  if (!ada || !bola) throw new Error("There are no collaborators");
  return { owner, ada, bola, trackId, path };
}

async function accept(person: TestPerson, answer = "accepted") {
  const { invitations } = (await call(person, "GET", "/api/v1/shares")).body;
  return await call(person, "POST", `/api/v1/split-invitations/${invitations[0].token}`, { answer });
}

const giver = (dollars = 100) => test.person({ userId: idIn(2), tokens: dollars * 1_500 });
const give = async (who: TestPerson, trackId: string, method: "card" | "tokens", amount = 1) => {
  const { status, body } = await test.call(who, "POST", "/api/v1/gifts", { body: { trackId, amount, method } });
  expect(status).toBe(201);
  return { giftId: String(body.giftId), reference: String(body.data?.reference ?? "") };
};
/** A card gift that has been paid. */
const paid = async (trackId: string, amount = 1) => {
  const gift = await give(await test.person(), trackId, "card", amount);
  test.sandbox.checkout(gift.reference, "pay");
  await settleCharge(test.world.deps, giftCharges, gift.reference);
  return gift;
};

/** Units: what settles, is available, is disputed, and is owed. */
async function moneyOf(userId: string): Promise<[number, number, number, number]> {
  const { deps } = test.world;
  const accounts = [settlingAccount(userId), availableAccount(userId), disputedAccount(userId)];
  const [settling = 0, available = 0, reserved = 0] =
    (await readBalances(deps.store.sql, deps.shardOf(userId), accounts)).values();
  return [settling, available, reserved, await owedBy(deps.store.sql, { shard: deps.shardOf(userId), userId })];
}
const availableOf = async ({ userId }: TestPerson) => (await moneyOf(userId))[1];
const settlingOf = async ({ userId }: TestPerson) => (await moneyOf(userId))[0];
const settle = () => test.world.settle();
const problems = async () =>
  (await verify({ url: test.world.test.serviceUrl, projections: [], checks: PROOFS, full: true })).problems;

describe("a gift of tokens for a song that is shared", () => {
  it("is divided by the shares of its moment, to the kobo, over shards, and goes back of each", async () => {
    const { owner, ada, bola, trackId } = await sharedSong();
    const who = await giver();
    const { giftId } = await give(who, trackId, "tokens");
    await settle();
    expect([await settlingOf(owner), await settlingOf(ada), await settlingOf(bola)]).toEqual([70_005, 49_995, 30_000]);
    // The giver sees one gift, and all of it.
    const { gifts } = (await call(who, "GET", "/api/v1/gifts/sent")).body;
    expect(gifts).toMatchObject([{ id: giftId, amount: 1, naira: 1_500 }]);
    expect((await call(ada, "GET", "/api/v1/shares")).body.lines).toMatchObject([
      { tokens: 499.95, status: "settling" },
    ]);
    expect((await call(ada, "GET", "/api/v1/gifts/received")).body.gifts).toMatchObject([{
      isShare: true,
      message: "",
    }]);
    const share = (await giftShares(test.world.deps.store.sql, giftId)).find((one) => one.artistId === ada.userId);
    expect(await call(ada, "POST", `/api/v1/gifts/${share?.giftId}/thanks`, { message: "Thanks" }))
      .toMatchObject({ status: 404 });
    // Who could be a collaborator returns it no more than who could be the artist.
    const [friend, password] = [await test.person({ isAdmin: true }), "Taken-over-2026!"];
    expect((await call(friend, "PUT", `/api/v1/admin/users/${ada.userId}`, { password })).status).toBe(200);
    expect(await call(friend, "POST", `/api/v1/admin/gifts/${giftId}/refund`))
      .toMatchObject({ status: 409, body: { code: "not_independent" } });
    const admin = await test.person({ isAdmin: true });
    for (let time = 0; time < 2; time++) {
      expect((await call(admin, "POST", `/api/v1/admin/gifts/${giftId}/refund`)).status).toBe(200);
    }
    await settle();
    for (const { userId } of [owner, ada, bola]) expect(await moneyOf(userId)).toEqual([0, 0, 0, 0]);
    expect(await availableOf(who)).toBe(100 * GIFT);
    expect(await problems()).toEqual([]);
  });

  it("is stopped whole, also where the process dies between two of its parts", async () => {
    const { owner, ada, bola, trackId } = await sharedSong();
    const who = await giver();
    const { giftId } = await give(who, trackId, "tokens");
    await settle();
    const { deps } = test.world;
    const asking = { giftId, userId: who.userId, metadata: { actor: `user:${who.userId}` } };
    const untils = async () => {
      const held = await Promise.all([owner, ada, bola].map(({ userId }) => {
        return heldGiftsOf(deps.store.sql, deps.shardOf(userId), userId);
      }));
      return held.map((gifts) => [...gifts.values()].map(({ isStopped }) => isStopped));
    };
    let met = 0;
    const around = (run: () => unknown) => {
      if (++met > 3) throw new Error("killed");
      return Promise.resolve(run());
    };
    const dying = { ...deps, store: interceptCalls(deps.store, ["execute"], around) };
    await expect(stopOwnGift(dying, asking)).rejects.toThrow("killed");
    expect((await untils()).flat()).toContain(false);
    await stopOwnGift(deps, asking);
    expect(await untils()).toEqual([[true], [true], [true]]);
    await expect(stopOwnGift(deps, asking)).rejects.toMatchObject({ code: "already_decided" });
    const admin = await test.person({ isAdmin: true });
    expect((await call(admin, "POST", `/api/v1/admin/gifts/${giftId}/refund`)).status).toBe(200);
    await settle();
    expect(await availableOf(who)).toBe(100 * GIFT);
  });

  it("is the owner's alone before anybody accepts, and for somebody who left", async () => {
    const { owner, ada, trackId } = await sharedSong([5_000]);
    await give(await giver(), trackId, "tokens");
    expect((await call(ada, "DELETE", `/api/v1/shares/${trackId}`)).status).toBe(200);
    await give(await giver(), trackId, "tokens");
    await settle();
    expect([await settlingOf(owner), await settlingOf(ada)]).toEqual([75_000 + GIFT, 75_000]);
    // A collaborator who gives has no share of it: it is the owner's.
    const path = `/api/v1/tracks/${trackId}/split`;
    const { version } = (await call(owner, "GET", path)).body;
    await call(owner, "PUT", path, {
      ...{ version, ownBasisPoints: 5_000 },
      shares: [{ creatorId: ada.userId, basisPoints: 5_000 }],
    });
    await accept(ada);
    await settleGiftsOf(test.world.deps, ada.userId);
    await give(ada, trackId, "tokens", 0.5);
    await settle();
    expect([await settlingOf(owner), ...await moneyOf(ada.userId)]).toEqual([75_000 + GIFT + 75_000, 0, 0, 0, 0]);
  });

  it("is stopped, let go and given back with the parts of its collaborators", async () => {
    const { owner, ada, bola, trackId } = await sharedSong();
    const { deps } = test.world;
    const [who, admin] = [await giver(), await test.person({ isAdmin: true })];
    const [first, second] = [await give(who, trackId, "tokens"), await give(who, trackId, "tokens")];
    await settle();
    const all = async () =>
      (await Promise.all([owner, ada, bola].map(({ userId }) => moneyOf(userId)))).map((one) => one.slice(0, 2));
    for (const { giftId } of [first, second]) {
      expect((await call(who, "POST", `/api/v1/gifts/${giftId}/stop`)).status).toBe(200);
    }
    await deps.store.settle();
    const { gifts } = (await call(admin, "GET", "/api/v1/admin/gifts/stopped")).body;
    expect(gifts).toMatchObject([{ giftId: first.giftId, tokens: 1_500 }, { giftId: second.giftId, tokens: 1_500 }]);
    expect((await call(admin, "POST", `/api/v1/admin/gifts/${first.giftId}/let-go`)).status).toBe(200);
    test.pass(1);
    await settleDueGifts(deps);
    expect(await all()).toEqual([[70_005, 70_005], [49_995, 49_995], [30_000, 30_000]]);
    expect((await call(admin, "POST", `/api/v1/admin/gifts/${second.giftId}/refund`)).status).toBe(200);
    await settle();
    expect(await all()).toEqual([[0, 70_005], [0, 49_995], [0, 30_000]]);
    expect(await availableOf(who)).toBe(99 * GIFT);
    expect(await problems()).toEqual([]);
  });

  it("waits with a collaborator whose account closes, and becomes unclaimed when they are erased", async () => {
    const { ada, trackId } = await sharedSong([5_000]);
    const { deps } = test.world;
    const metadata = { actor: "system:test" };
    await closeAccount(deps, { userId: ada.userId, by: "owner", metadata });
    await give(await giver(), trackId, "tokens");
    await settle();
    expect(await settlingOf(ada)).toBe(75_000);
    const unclaimed = async () =>
      (await readBalances(deps.store.sql, deps.shardOf(ada.userId), [UNCLAIMED])).get(UNCLAIMED) ?? 0;
    const before = await unclaimed();
    test.pass(31 * 24 * 3_600_000);
    await eraseAccount(deps, ada.userId);
    await give(await giver(), trackId, "tokens");
    await settle();
    test.pass(73 * 3_600_000);
    await settleDueGifts(deps);
    await settle();
    expect([await moneyOf(ada.userId), await unclaimed() - before]).toEqual([[0, 0, 0, 0], 150_000]);
    expect(await problems()).toEqual([]);
  });
});

describe("a gift by card for a song that is shared", () => {
  it("settles with each, and a refund takes it back of each", async () => {
    const { owner, ada, bola, trackId } = await sharedSong();
    const { giftId, reference } = await paid(trackId);
    await settle();
    expect([await settlingOf(owner), await settlingOf(ada), await settlingOf(bola)]).toEqual([70_005, 49_995, 30_000]);
    await settleGiftsOf(test.world.deps, ada.userId);
    expect(await availableOf(ada)).toBe(49_995);
    const { sql } = test.world.deps.store;
    expect(await giftCharges.find(sql, reference)).toMatchObject({ amountKobo: GIFT, state: "paid" });
    await giftCharges.note(test.world.deps, reference, { news: "reversed", feesKobo: 0 });
    await giftCharges.note(test.world.deps, reference, { news: "reversed", feesKobo: 0 });
    await settle();
    for (const { userId } of [owner, ada, bola]) expect(await moneyOf(userId)).toEqual([0, 0, 0, 0]);
    expect((await findGift(sql, giftId))?.status).toBe("refunded");
    expect(await giftCharges.find(sql, reference)).toMatchObject({ state: "reversed" });
    expect(await problems()).toEqual([]);
  });

  it("is taken of each by a lost dispute, and what somebody spent of theirs they alone owe", async () => {
    const { owner, ada, bola, trackId } = await sharedSong();
    const { reference } = await paid(trackId);
    const { deps } = test.world;
    await settle();
    for (const { userId } of [owner, ada, bola]) await settleGiftsOf(deps, userId);
    const other = await creatorIn(0, "Other");
    const spent = { artistId: other.userId, amount: 0.2, method: "tokens" };
    expect((await call(bola, "POST", "/api/v1/gifts", spent)).status).toBe(201);
    const review = (told: "open" | "resolved", id: string) =>
      reviewDispute(deps, giftCharges, { reference, providerId: id, told });
    const id = test.sandbox.dispute(reference, "create");
    await review("open", id);
    expect([await moneyOf(owner.userId), await moneyOf(ada.userId), await moneyOf(bola.userId)])
      .toEqual([[0, 0, 70_005, 0], [0, 0, 49_995, 0], [0, 0, 30_000, 30_000]]);
    const admin = await test.person({ isAdmin: true });
    expect((await call(admin, "GET", "/api/v1/admin/disputes")).body.disputes).toMatchObject([{ amount: 1_500 }]);
    test.sandbox.dispute(reference, "resolve");
    for (let time = 0; time < 2; time++) await review("resolved", id);
    expect([await moneyOf(owner.userId), await moneyOf(ada.userId), await moneyOf(bola.userId)])
      .toEqual([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 30_000]]);
    expect(await problems()).toEqual([]);
  });

  it("is divided to the kobo by disputes of a part of it, one after another", async () => {
    const { owner, ada, bola, trackId } = await sharedSong();
    const { reference } = await paid(trackId);
    const { deps } = test.world;
    await settle();
    for (const asked of [49_999, 50_001, 50_000]) {
      const id = test.sandbox.dispute(reference, "create", asked);
      await reviewDispute(deps, giftCharges, { reference, providerId: id, told: "open" });
      test.sandbox.dispute(reference, "resolve");
      await reviewDispute(deps, giftCharges, { reference, providerId: id, told: "resolved" });
    }
    for (const { userId } of [owner, ada, bola]) expect(await moneyOf(userId)).toEqual([0, 0, 0, 0]);
    expect(await problems()).toEqual([]);
  });

  it("reaches each wherever a process dies", async () => {
    const { ada, bola, trackId } = await sharedSong([5_000, 4_000]);
    const { deps } = test.world;
    let wasKilled = true;
    for (let boundary = 1; wasKilled; boundary++) {
      const { giftId } = await give(await test.person(), trackId, "card");
      const row = await findGift(deps.store.sql, giftId);
      if (!row) throw new Error("There is no gift");
      let met = 0;
      const around = async (run: () => unknown) => {
        if (++met >= boundary) throw new Error("killed");
        const answer = await run();
        if (++met >= boundary) throw new Error("killed");
        return answer;
      };
      const dying = { ...deps, store: interceptCalls(deps.store, ["execute", "readStream"], around) };
      const before = [await settlingOf(ada), await settlingOf(bola)];
      test.sandbox.faults.set({ webhooksLost: true });
      test.sandbox.checkout(row.reference ?? "", "pay");
      wasKilled = await giftCharges.note(dying, row.reference ?? "", { news: "paid", feesKobo: 0 })
        .then(() => false, (error) => error.message === "killed" || Promise.reject(error));
      // The reaction, or who asks again, does the rest.
      await settleCharge(deps, giftCharges, row.reference ?? "");
      await noteShares(deps, row, "paid");
      await settle();
      expect([await settlingOf(ada) - Number(before[0]), await settlingOf(bola) - Number(before[1])])
        .toEqual([75_000, 60_000]);
    }
    test.sandbox.faults.clear();
    expect(followShares(deps).name).toBe("gift_shares");
    expect(await problems()).toEqual([]);
  });
});

it("an artist who has blocked somebody is asked by them neither to share nor to be named", async () => {
  const [owner, ada] = [await creatorIn(0, "Owner"), await creatorIn(1, "Ada")];
  const { trackId } = await addUpload(test.world.deps, { ownerId: owner.userId });
  const said = { artistId: ada.userId, content: "Hello" };
  const { body: { comment } } = await call(owner, "POST", "/api/v1/comments", said);
  await settle();
  expect((await call(ada, "POST", `/api/v1/comments/${comment._id}/block`)).status).toBe(200);
  const shares = [{ creatorId: ada.userId, basisPoints: 1_000 }];
  const asked = await call(owner, "PUT", `/api/v1/tracks/${trackId}/split`, {
    ...{ version: 0, ownBasisPoints: 9_000, shares },
  });
  const named = await call(owner, "POST", `/api/v1/tracks/${trackId}/features`, { artistId: ada.userId });
  expect([asked.status, asked.body.error]).toEqual([400, "One of these artists cannot be asked"]);
  expect([named.status, named.body.error]).toEqual([400, "This artist cannot be asked"]);
});

it("an invitation to share goes to one mailbox five times an hour at most, however it is written and whoever asks", async () => {
  const call = productionCalls();
  const ask = async (time: number) => {
    const owner = await creatorIn(0, "Owner");
    const { trackId } = await addUpload(test.world.deps, { ownerId: owner.userId });
    const shares = [{ email: `stranger+${time}@orin-test.example`, basisPoints: 1_000 }];
    return await call(owner, "PUT", `/api/v1/tracks/${trackId}/split`, { version: 0, ownBasisPoints: 9_000, shares });
  };
  const statuses: number[] = [];
  for (let time = 0; time < 6; time++) statuses.push((await ask(time)).status);
  expect(statuses).toEqual([...Array(5).fill(200), 429]);
});

describe("a disputed share", () => {
  const disputed = async () => {
    const song = await sharedSong([4_000]);
    const path = `${song.path}/disputes`;
    const body = { creatorId: song.ada.userId, reason: "We never agreed on this" };
    for (let time = 0; time < 2; time++) expect((await call(song.owner, "POST", path, body)).status).toBe(200);
    const { dispute } = (await call(song.owner, "GET", song.path)).body.shares[0];
    return { ...song, disputeId: String(dispute.disputeId) };
  };

  it("is told to the two three times a day at most, however often it is settled", async () => {
    const { owner, ada, path } = await sharedSong([4_000]);
    const call = productionCalls();
    const body = { creatorId: ada.userId, reason: "We never agreed on this" };
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) {
      statuses.push((await call(owner, "POST", `${path}/disputes`, body)).status);
      const disputeId = (await call(owner, "GET", path)).body.shares[0].dispute?.disputeId;
      for (const who of disputeId ? [ada, owner] : []) {
        await call(who, "POST", `/api/v1/split-disputes/${disputeId}/offers`, { basisPoints: 5_000 });
      }
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it("is held aside while the song plays on, and is divided as the two agree", async () => {
    const { owner, ada, trackId, path, disputeId } = await disputed();
    await give(await giver(), trackId, "tokens");
    await settle();
    for (const artistId of [owner.userId, disputeId]) await settleGiftsOf(test.world.deps, artistId);
    const card = await paid(trackId);
    await settle();
    expect([await availableOf(owner), await availableOf(ada)]).toEqual([90_000, 0]);
    expect((await call(owner, "GET", path)).body.shares[0].dispute)
      .toMatchObject({ held: 1_200, reason: "We never agreed on this", byOwner: true });
    expect((await call(ada, "GET", "/api/v1/shares")).body.shares[0].dispute).toMatchObject({ held: 1_200 });
    const offer = (who: TestPerson, basisPoints: number) =>
      call(who, "POST", `/api/v1/split-disputes/${disputeId}/offers`, { basisPoints });
    await offer(ada, 7_500);
    expect((await offer(await creatorIn(0, "Thief"), 0)).status).toBe(404);
    expect((await offer(owner, 7_500)).status).toBe(200);
    await settle();
    // What the card brought settles first.
    expect([await availableOf(owner), await availableOf(ada)]).toEqual([90_000 + 15_000, 45_000]);
    await settleGiftsOf(test.world.deps, disputeId);
    for (let time = 0; time < 2; time++) await releaseHeldShares(test.world.deps);
    await settle();
    expect([await availableOf(owner), await availableOf(ada)]).toEqual([90_000 + 30_000, 90_000]);
    expect(await moneyOf(disputeId)).toEqual([0, 0, 0, 0]);
    // The bank wants the card's gift back: it is taken of those who got it.
    await giftCharges.note(test.world.deps, card.reference, { news: "reversed", feesKobo: 0 });
    await settle();
    expect([await availableOf(owner), await availableOf(ada)]).toEqual([90_000 + 15_000, 45_000]);
    expect(await settlingOf(owner)).toBe(0);
    // The share goes on.
    await give(await giver(), trackId, "tokens");
    await settle();
    expect([await settlingOf(ada), await availableOf(ada)]).toEqual([60_000, 45_000]);
    expect(await problems()).toEqual([]);
  });

  it("is settled by two admins of the catalogue or of finance, with a reason that both read", async () => {
    const { owner, ada, trackId, disputeId, path: song } = await disputed();
    await give(await giver(), trackId, "tokens");
    await settle();
    for (const artistId of [owner.userId, disputeId]) await settleGiftsOf(test.world.deps, artistId);
    const path = `/api/v1/admin/split-disputes/${disputeId}/settle`;
    const [admin, second] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    expect((await call(admin, "POST", path, { basisPoints: 0, note: "" })).status).toBe(400);
    const ask = () => call(admin, "POST", path, { basisPoints: 0, note: "No proof of a part in it" });
    const proposed = await ask();
    expect((await ask()).body.code).toBe("already_decided");
    const of = (body: { disputes: { disputeId: string }[] }) =>
      body.disputes.find((one) => one.disputeId === disputeId) as unknown as SplitDisputeList["disputes"][number];
    expect(of(proposed.body)).toMatchObject({ isProposed: true, settled: null });
    await settle();
    // One alone moves nothing, however often, and neither does one of the two.
    expect([await availableOf(owner), await availableOf(ada)]).toEqual([GIFT - 60_000, 0]);
    const about = { kind: "split_settlement", subject: disputeId };
    const by = (who: TestPerson) => (method: string, to: string, body?: object) => call(who, method, to, body);
    expect((await answerProposal(by(admin), about, "confirm")).body.code).toBe("not_your_approval");
    expect((await by(owner)("GET", "/api/v1/admin/proposals")).status).toBe(403);
    const seen = await proposalSeen(by(second), about);
    expect(seen).toMatchObject({ mayConfirm: true, tokens: 600 });
    expect(seen?.lines).toContain("The reason given, which both read: No proof of a part in it");
    expect((await answerProposal(by(second), about, "confirm")).body.state).toBe("done");
    const late = { shown: seen?.shown };
    expect((await call(second, "POST", `/api/v1/admin/proposals/${seen?.proposalId}/confirm`, late)).body.state)
      .toBe("decided_before");
    expect(of((await call(second, "GET", "/api/v1/admin/split-disputes")).body))
      .toMatchObject({ settled: { basisPoints: 0, note: "No proof of a part in it" } });
    await settle();
    expect([await availableOf(owner), await availableOf(ada)]).toEqual([GIFT, 0]);
    // Both sides find it on their screens, the collaborator's without a share of it, too.
    const told = { disputeId, basisPoints: 0, byOrin: true, note: "No proof of a part in it" };
    const shown = (await call(ada, "GET", "/api/v1/shares")).body;
    expect([shown.shares, shown.settled]).toEqual([[], [expect.objectContaining(told)]]);
    expect((await call(owner, "GET", song)).body.settled).toEqual([expect.objectContaining(told)]);
    expect((await call(owner, "GET", "/api/v1/shares")).body.settled).toEqual([]);
    expect((await call(ada, "POST", path, { basisPoints: 0, note: "Mine" })).status).toBe(403);
  });
});
