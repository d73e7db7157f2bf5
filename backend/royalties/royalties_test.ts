import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { owedBy } from "../../projections/wallet/debts.ts";
import { royaltyHoldsOf, sumsOfMonth } from "../../projections/royalties/royalties.ts";
import { newId } from "../contract/ids.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount, EXTRA_PLAY_REVENUE, PROMOTION_POOL, ROYALTIES, settlingAccount } from "../ledger/chart.ts";
import { postTransfer } from "../testing/transfers.ts";
import { uncountVoided } from "../listening/uncounted_plays/uncount.ts";
import type { Recorded } from "../store/log/event.ts";
import { interceptCalls } from "../testing/intercept_calls.ts";
import { openTestRoyalties, type TestRoyalties } from "../testing/royalties.ts";
import { freeze } from "../wallet/settling/freeze.ts";
import { closeDueMonths } from "./close.ts";
import { closingStream, divisionStream, type RoyaltiesDivided, type RoyaltySent } from "./events.ts";
import { royaltiesBetweenShards } from "./reactions.ts";
import { settleDueRoyalties } from "./settle.ts";
import { giveBackRoyalties, returnUnpaid, takeSettled, voidRoyalties, voidUnpaid } from "./void.ts";

const MINUTE_MS = 60_000;
const by = "system:test";
const reason = "These accounts did not listen";

let world: TestRoyalties;
/** Each test has months of its own, in the order in which they stand here. */
beforeAll(async () => void (world = await openTestRoyalties({ day: "2025-10-01" })));
afterAll(() => world[Symbol.asyncDispose]());

const { stringify } = JSON;
async function moneyOf(userId: string): Promise<{ settling: number; available: number }> {
  const shard = world.deps.shardOf(userId);
  const found = await readBalances(world.deps.store.sql, shard, [settlingAccount(userId), availableAccount(userId)]);
  const [settling = 0, available = 0] = [...found.values()];
  return { settling, available };
}

async function divided(listenerId: string): Promise<RoyaltiesDivided["data"][]> {
  const log = `ledger/${world.deps.shardOf(listenerId)}` as const;
  return (await world.deps.store.readStream<RoyaltiesDivided>(log, divisionStream(listenerId))).map(({ data }) => data);
}

/** An artist in a shard with a song. */
async function artist(shard = 0) {
  const creatorId = world.person(shard);
  return { creatorId, trackId: await world.song(creatorId) };
}

describe("a month", () => {
  it("goes to whom each listener heard, to other shards too, and is the artist's after it has settled", async () => {
    const [here, there] = [await artist(0), await artist(2)];
    const [fan, silent] = [world.person(0), world.person(1)];
    world.at("2025-10-01", 0);
    for (const id of [fan, silent]) await world.pay(id, 99_999);
    await world.hear(fan, here.trackId, { day: "2025-10-31", ms: 2 * MINUTE_MS, hour: 23 });
    await world.hear(fan, there.trackId, { day: "2025-10-02", ms: MINUTE_MS });
    await world.hear(world.person(0), here.trackId, { day: "2025-10-02", ms: MINUTE_MS });
    await world.close("2025-10");
    expect(await divided(fan)).toMatchObject([{ incomeKobo: 99_999, shareKobo: 49_999, restKobo: 0 }]);
    expect(await divided(silent)).toMatchObject([{ shareKobo: 49_999, restKobo: 49_999 }]);
    expect([await moneyOf(here.creatorId), await moneyOf(there.creatorId)]).toEqual([
      { settling: 33_333, available: 0 },
      { settling: 16_666, available: 0 },
    ]);
    await settleDueRoyalties(world.deps);
    expect((await moneyOf(there.creatorId)).available).toBe(0);
    await world.settle();
    await Promise.all([settleDueRoyalties(world.deps), settleDueRoyalties(world.deps)]);
    expect([await moneyOf(here.creatorId), await moneyOf(there.creatorId)]).toEqual([
      // 5 % of each is withheld, rounded down.
      { settling: 0, available: 33_333 - 1_666 },
      { settling: 0, available: 16_666 - 833 },
    ]);
    expect([await world.problems(), await readTotal(world.deps.store.sql)]).toEqual([[], 0]);
  });

  it("is not computed a moment before its late plays have come, and never again after it was", async () => {
    const { creatorId, trackId } = await artist();
    const fan = world.person(0);
    world.at("2025-11-01", 0);
    await world.pay(fan);
    await world.hear(fan, trackId, { day: "2025-11-15", ms: MINUTE_MS });
    world.at("2025-12-18", 23);
    await world.test.store.settle();
    await closeDueMonths(world.deps);
    expect(await divided(fan)).toEqual([]);
    await world.close("2025-11");
    const first = await divided(fan);
    expect(first).toMatchObject([{ month: "2025-11", incomeKobo: 100_000 }]);
    // A play of the month that no report could bring any more.
    await world.hear(fan, trackId, { day: "2025-11-16", ms: 60 * MINUTE_MS });
    await closeDueMonths(world.deps);
    expect(await divided(fan)).toEqual(first);
    expect((await moneyOf(creatorId)).settling).toBe(50_000);
    // The proof sees a play that the month has not: only a table changed by hand, or such a play, can make that.
    expect(stringify(await world.problems())).toContain(`royalties of the listener ${fan} in 2025-11`);
    await world.settle();
  });
});

describe("income", () => {
  it("of gifted months is divided by who listens; a dispute makes it wait, and what came back too late stays", async () => {
    const { creatorId, trackId } = await artist(1);
    const [giver, one, two] = [world.person(2), world.person(0), world.person(1)];
    world.at("2026-01-01", 0);
    const reference = await world.give(giver, [one, two]);
    const own = await world.pay(giver);
    for (const id of [giver, one, two]) await world.hear(id, trackId, { day: "2026-01-20", ms: MINUTE_MS });
    world.at("2026-02-02");
    await world.news(giver, reference, "disputed");
    await world.close("2026-01");
    expect(await divided(one)).toEqual([]);
    expect(await divided(giver)).toMatchObject([{ payments: [[own, 100_000, 100_000]] }]);
    await world.news(giver, reference, "cleared");
    await world.news(giver, own, "reversed");
    await world.hear(one, trackId, { day: "2026-02-27", ms: MINUTE_MS });
    await world.close("2026-02");
    expect(await divided(one)).toMatchObject([{ month: "2026-02", incomeKobo: 100_000, restKobo: 0 }]);
    expect(await divided(two)).toMatchObject([{ month: "2026-02", incomeKobo: 100_000, restKobo: 50_000 }]);
    expect((await divided(giver)).length).toBe(1);
    await world.settle();
    // Of 50,000 from each of two shards.
    expect((await moneyOf(creatorId)).available).toBe(95_000);
  });

  it("of ten accounts that play their own artist all day pays the artist less than they paid", async () => {
    const { creatorId, trackId } = await artist(0);
    const honest = await artist(1);
    world.at("2026-03-01", 0);
    const bots = Array.from({ length: 10 }, () => world.person());
    const fan = world.person();
    for (const id of [...bots, fan]) await world.pay(id);
    await world.hear(fan, honest.trackId, { day: "2026-03-03", ms: MINUTE_MS });
    const days = Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, "0")}`);
    await Promise.all(bots.flatMap((bot) => days.map((day) => world.hear(bot, trackId, { day, ms: 120 * MINUTE_MS }))));
    await world.close("2026-03");
    // Whatever they play, the fan's half goes to whom the fan heard.
    expect([await moneyOf(creatorId), await moneyOf(honest.creatorId)].map(({ settling }) => settling)).toEqual([
      500_000,
      50_000,
    ]);
    for (const bot of bots) await voidRoyalties(world.deps, { userId: bot, reason, by });
    expect(await moneyOf(creatorId)).toEqual({ settling: 0, available: 0 });
    expect((await moneyOf(honest.creatorId)).settling).toBe(50_000);
    await world.settle();
  });
});

describe("what was judged", () => {
  it("does not count before the month is computed, is taken back while it settles, and comes back on appeal", async () => {
    const [farmer, other] = [await artist(0), await artist(2)];
    const [bot, fan] = [world.person(1), world.person(0)];
    world.at("2026-04-01", 0);
    for (const id of [bot, fan]) await world.pay(id);
    for (const id of [bot, fan]) await world.hear(id, farmer.trackId, { day: "2026-04-05", ms: MINUTE_MS });
    await world.hear(bot, other.trackId, { day: "2026-04-25", ms: MINUTE_MS });
    world.at("2026-04-20");
    await uncountVoided(world.deps, { userId: bot, decisionId: newId(), by, through: world.deps.now() });
    await world.close("2026-04");
    expect((await divided(bot))[0]?.lines.map(([trackId]) => trackId)).toEqual([other.trackId]);
    const decided = { userId: bot, reason, by };
    expect([await voidRoyalties(world.deps, decided), await voidRoyalties(world.deps, decided)]).toEqual([
      { units: 50_000 },
      { units: 0 },
    ]);
    expect(await voidRoyalties(world.deps, { ...decided, userId: farmer.creatorId })).toEqual({ units: 50_000 });
    expect([await moneyOf(farmer.creatorId), await moneyOf(other.creatorId)]).toEqual([
      { settling: 0, available: 0 },
      { settling: 0, available: 0 },
    ]);
    const answered = { userId: bot, appealId: newId(), through: world.deps.now(), by };
    await giveBackRoyalties(world.deps, answered);
    expect((await moneyOf(other.creatorId)).available).toBe(0);
    for (const userId of [other.creatorId, farmer.creatorId]) await register(userId);
    await giveBackRoyalties(world.deps, answered);
    await giveBackRoyalties(world.deps, answered);
    expect(await moneyOf(other.creatorId)).toEqual({ settling: 0, available: 47_500 });
    await world.settle();
    expect(await moneyOf(farmer.creatorId)).toEqual({ settling: 0, available: 0 });
  });

  it("does not settle while the account is frozen", async () => {
    const { creatorId, trackId } = await artist(1);
    const fan = world.person(1);
    world.at("2026-05-01", 0);
    await world.pay(fan);
    await world.hear(fan, trackId, { day: "2026-05-05", ms: MINUTE_MS });
    await world.close("2026-05");
    await freeze(world.deps, { userId: creatorId, reason: "We look", by });
    await world.settle();
    expect(await moneyOf(creatorId)).toEqual({ settling: 50_000, available: 0 });
  });
});

async function register(userId: string): Promise<void> {
  const person = { firstName: "", lastName: "", email: "", phone: "", address: "", passwordHash: "" };
  const data = { ...person, userId, role: "creator" as const, emailHash: userId };
  const event = { type: "UserRegistered" as const, data };
  await world.deps.store.appendToStream("social", `user/${userId}`, [event], { metadata: { actor: by } });
}

/** The person has spent so much of what is available: it is with Orin. */
async function spend(userId: string, units: number): Promise<void> {
  const shard = world.deps.shardOf(userId);
  const entries = [
    { account: availableAccount(userId), amount: -units },
    { account: EXTRA_PLAY_REVENUE, amount: units },
  ];
  const transfer = { transferId: newId(), code: "extra_play", entries };
  const options = { logs: [`ledger/${shard}`] as const, metadata: { actor: by } };
  await world.deps.store.execute(postTransfer, { shard, transfer }, options);
}

/** The parts of a process that dies at its n-th command: before it, or after it was done and before anyone knows. */
function dyingAt(boundary: number) {
  let met = 0;
  const around = async (call: () => unknown) => {
    if (++met >= boundary) throw new Error("killed");
    const answer = await call();
    if (++met >= boundary) throw new Error("killed");
    return answer;
  };
  return { ...world.deps, store: interceptCalls(world.deps.store, ["execute"], around) };
}

describe("a payment that the payer's bank takes back", () => {
  it("takes what it brought along while that settles, and brings it back with the money", async () => {
    const { creatorId, trackId } = await artist(2);
    const [fan, other] = [world.person(0), world.person(0)];
    await register(creatorId);
    world.at("2026-06-25", 0);
    const reference = await world.pay(fan);
    await world.pay(other);
    for (const id of [fan, other]) await world.hear(id, trackId, { day: "2026-07-05", ms: MINUTE_MS });
    await world.close("2026-07");
    // Six days of 30 were in June, without plays of this artist.
    expect(await moneyOf(creatorId)).toEqual({ settling: 79_996, available: 0 });
    await world.news(fan, reference, "disputed");
    const paid = { payerId: fan, reference };
    for (let time = 0; time < 2; time++) await voidUnpaid(world.deps, paid);
    expect(await moneyOf(creatorId)).toEqual({ settling: 39_998, available: 0 });
    // The account is judged, too: what its payment brought is not taken twice.
    expect(await voidRoyalties(world.deps, { userId: fan, reason, by })).toEqual({ units: 0 });
    for (let time = 0; time < 2; time++) await returnUnpaid(world.deps, { reference, at: world.deps.now() });
    expect(await moneyOf(creatorId)).toEqual({ settling: 39_998, available: 39_998 - 1_999 });
    await world.settle();
    expect(await moneyOf(creatorId)).toEqual({ settling: 0, available: 79_996 - 2 * 1_999 });
  });
});

describe("the money of a new card", () => {
  it("makes what it brings wait until it is 120 days old, and nothing else; a reversal takes only that", async () => {
    const { creatorId, trackId } = await artist(1);
    const [known, fresh, stolen] = [world.person(0), world.person(0), world.person(2)];
    await register(creatorId);
    world.at("2026-03-01", 0);
    // Another person has paid with the same card.
    await world.pay(world.person(), 100_000, { card: "known" });
    world.at("2026-08-01", 0);
    await world.pay(known, 100_000, { card: "known" });
    await world.pay(fresh, 100_000, { card: "fresh" });
    const reference = await world.pay(stolen, 100_000, { card: "stolen" });
    for (const id of [known, fresh, stolen]) await world.hear(id, trackId, { day: "2026-08-05", ms: MINUTE_MS });
    await world.close("2026-08");
    expect(await moneyOf(creatorId)).toEqual({ settling: 150_000, available: 0 });
    for (let time = 0; time < 2; time++) await world.settle();
    expect(await moneyOf(creatorId)).toEqual({ settling: 100_000, available: 47_500 });
    await world.news(stolen, reference, "reversed");
    for (let time = 0; time < 2; time++) await voidUnpaid(world.deps, { payerId: stolen, reference });
    expect(await moneyOf(creatorId)).toEqual({ settling: 50_000, available: 47_500 });
    // The listener who is judged has nothing left of their own: the new card's royalties stay.
    expect(await voidRoyalties(world.deps, { userId: known, reason, by })).toEqual({ units: 0 });
    world.at("2026-11-28");
    await settleDueRoyalties(world.deps);
    expect((await moneyOf(creatorId)).available).toBe(47_500);
    world.at("2026-11-29", 1);
    for (let time = 0; time < 2; time++) await settleDueRoyalties(world.deps);
    expect(await moneyOf(creatorId)).toEqual({ settling: 0, available: 95_000 });
  });
});

describe("a payment that goes back after what it brought has settled", () => {
  it("takes royalties back net of tax, as a debt of who had most of them, and returns them with the money", async () => {
    const [most, little] = [await artist(0), await artist(1)];
    const fan = world.person(2);
    for (const { creatorId } of [most, little]) await register(creatorId);
    world.at("2026-09-01", 0);
    const reference = await world.pay(fan);
    await world.hear(fan, most.trackId, { day: "2026-09-05", ms: 3 * MINUTE_MS });
    await world.hear(fan, little.trackId, { day: "2026-09-06", ms: MINUTE_MS });
    await world.close("2026-09");
    await world.settle();
    const [before, small] = [await moneyOf(most.creatorId), await moneyOf(little.creatorId)];
    expect([before.available, small.available]).toEqual([37_500 - 1_875, 12_500 - 625]);
    // Both have spent nearly all of it.
    for (const { creatorId } of [most, little]) await spend(creatorId, 10_000);
    await world.news(fan, reference, "reversed");
    for (let time = 0; time < 2; time++) await takeSettled(world.deps, { payerId: fan, reference });
    expect([(await moneyOf(most.creatorId)).available, (await moneyOf(little.creatorId)).available]).toEqual([0, 0]);
    const owed = (userId: string) => owedBy(world.deps.store.sql, { shard: world.deps.shardOf(userId), userId });
    expect([await owed(most.creatorId), await owed(little.creatorId)]).toEqual([10_000, 0]);
    await world.news(fan, reference, "restored");
    for (let time = 0; time < 2; time++) await returnUnpaid(world.deps, { reference, at: world.deps.now() });
    expect([(await moneyOf(most.creatorId)).available, (await moneyOf(little.creatorId)).available])
      .toEqual([25_625, 1_875]);
    expect(await owed(most.creatorId)).toBe(0);
    // Not the play that came too late to an earlier month.
    const wrong = (await world.problems()).filter(({ where }) => !where.endsWith("in 2025-11, shard 0"));
    expect(wrong).toEqual([]);
  });
});

describe("closing a month", () => {
  it("ends the same wherever a process dies, and by two at once", async () => {
    const [one, two] = [await artist(0), await artist(1)];
    world.at("2026-10-01", 0);
    const fans = [0, 1, 2].map((shard) => world.person(shard));
    for (const fan of fans) await world.pay(fan);
    for (const fan of fans) {
      await world.hear(fan, one.trackId, { day: "2026-10-05", ms: MINUTE_MS });
      await world.hear(fan, two.trackId, { day: "2026-10-06", ms: MINUTE_MS });
    }
    world.at("2026-11-20");
    await world.test.store.settle();
    let boundary = 1;
    for (let wasKilled = true; wasKilled; boundary++) {
      wasKilled = await closeDueMonths(dyingAt(boundary)).then(() => false, (error) => {
        if (error.message !== "killed") throw error;
        return true;
      });
    }
    expect(boundary).toBeGreaterThan(20);
    // Who died between two shards leaves the rest to the reaction.
    const reactor = royaltiesBetweenShards(world.deps);
    for (const log of ["ledger/0", "ledger/1", "ledger/2"] as const) {
      const sent = await world.deps.store.readLog(log, { after: 0, upTo: 1e9, types: reactor.on });
      for (const event of sent as Recorded<RoyaltySent>[]) await reactor.react(event);
    }
    const other = world.test.another();
    await Promise.all([closeDueMonths(world.deps), closeDueMonths({ ...world.deps, store: other })]);
    for (const { creatorId } of [one, two]) expect((await moneyOf(creatorId)).settling).toBe(75_000);
    expect((await royaltyHoldsOf(world.deps.store.sql, 1, two.creatorId)).size).toBe(3);
    const sums = await Promise.all([0, 1, 2].map((shard) => sumsOfMonth(world.deps.store.sql, shard, "2026-10")));
    expect(sums.map(({ royaltiesKobo, restKobo }) => royaltiesKobo + restKobo))
      .toEqual(sums.map(({ shareKobo }) => shareKobo));
  });

  it("is proven, and a month that says more than its listeners is named", async () => {
    const before = (await world.problems()).length;
    // The one of the play that came too late.
    expect(before).toBe(1);
    const sums = { listeners: 0, creators: 0, incomeKobo: 0, shareKobo: 1, royaltiesKobo: 1, restKobo: 0 };
    const closed = { type: "RoyaltyMonthClosed", data: { month: "2027-01", ...sums } };
    await world.deps.store.appendToStream("ledger/0", closingStream("2027-01"), [closed], { metadata: { actor: by } });
    expect(stringify(await world.problems())).toContain("royalties of 2027-01 in shard 0");
    const { sql, shards } = world.deps.store;
    let paid = 0;
    for (const shard of shards.all) {
      const balances = await readBalances(sql, shard, [ROYALTIES, PROMOTION_POOL]);
      expect(balances.get(PROMOTION_POOL)).toBe(0);
      paid -= balances.get(ROYALTIES) ?? 0;
    }
    // What was voided came back in the shards of its artists.
    expect(paid).toBeGreaterThan(0);
  });
});
