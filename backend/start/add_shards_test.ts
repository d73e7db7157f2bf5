import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectionsWith } from "../../projections/mod.ts";
import { newId } from "../contract/ids.ts";
import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import { PROOFS } from "./proofs.ts";
import { verify } from "../store/chain/verify.ts";
import { Overloaded } from "../store/log/errors.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { connect, type Sql } from "../store/sql.ts";
import { concerned } from "../testing/concerned.ts";
import { addTrack, deliver, type TestPerson } from "../testing/people_fixtures.ts";
import { requestQuietPayout } from "../testing/payouts.ts";
import { openTestStore, TEST_KEYS, TEST_SHARDS, type TestStore } from "../testing/store.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { eventually } from "../testing/wait.ts";
import { addShards } from "./add_shards.ts";

const DAY_MS = 86_400_000;
const metadata = { actor: "system:test" };
const inDays = (days: number) => lagosDay(Date.now() + days * DAY_MS);

describe("addShards()", () => {
  let test: TestStore;
  let owner: Sql;
  beforeAll(async () => {
    test = await openTestStore({ projections: projectionsWith(new PersonalData(TEST_KEYS)) });
    owner = connect(test.ownerUrl, { max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await test[Symbol.asyncDispose]();
  });

  it("refuses in words what cannot be", async () => {
    const add = (count: number, from?: string) => addShards(owner, { count, from, now: Date.now() });
    for (const count of [0, -1, 65, 1.5, NaN]) await expect(add(count)).rejects.toThrow("a number from 1 to 64");
    for (const from of ["soon", "2026-13-01", inDays(0), inDays(-3)]) {
      await expect(add(1, from)).rejects.toThrow("--from takes a day like 2026-06-01");
    }
    for (const from of ["2099-06-01", inDays(370)]) {
      await expect(add(1, from)).rejects.toThrow("--from takes a day within a year from now");
    }
    expect(test.store.shards.all).toEqual([0]);
  });

  it("is refused by the database itself: late, at another hour, with a gap, twice, changed or taken away", async () => {
    const insert = (fromAt: string, first: number, shards = 1) =>
      owner`insert into shard_epochs (from_at, first, shards) values (${fromAt}::text::timestamptz, ${first}, ${shards})`;
    const midnight = new Date(lagosDayStart(inDays(3))).toISOString();
    await expect(insert(new Date().toISOString(), 1)).rejects.toThrow("an hour ahead");
    await expect(insert(new Date(Date.now() + 2 * DAY_MS + 1_234).toISOString(), 1)).rejects.toThrow("midnight");
    await expect(insert(midnight, 2)).rejects.toThrow("without a gap");
    await expect(insert(midnight, 0)).rejects.toThrow("without a gap");
    await expect(insert(midnight, 1, 65)).rejects.toThrow("check constraint");
    await expect(insert("epoch", 1)).rejects.toThrow("follows the one before");
    await expect(owner`update shard_epochs set shards = 2`).rejects.toThrow();
    await expect(owner`delete from shard_epochs`).rejects.toThrow();
    await expect(owner`truncate shard_epochs`).rejects.toThrow();
  });

  it("adds shards while processes append; each hears of them, and what follows follows them", async () => {
    const other = test.another();
    const append = (store: typeof other, log: "plays/0" | "plays/2", n: number) =>
      store.appendToStream(log, `words/${n}`, [{ type: "Said", data: { n } }], { metadata });
    let isAdding = true;
    const appending = (async () => {
      for (let n = 0; isAdding; n++) await append(n % 2 ? other : test.store, "plays/0", n);
    })();
    const first = await addShards(owner, { count: 2, from: inDays(2), now: Date.now() });
    expect(first).toEqual({ from: lagosDayStart(inDays(2)), first: 1, shards: 2 });
    await eventually("both processes to hear of two more shards", () => [test.store.shards.all, other.shards.all])
      .toEqual([[0, 1, 2], [0, 1, 2]]);
    isAdding = false;
    await appending;
    await append(other, "plays/2", 1);
    expect((await test.store.lag()).some(({ log }) => log === "plays/2")).toBe(true);
    expect(await test.store.settle()).toBe(true);
    await expect(addShards(owner, { count: 1, from: inDays(2), now: Date.now() })).rejects.toThrow("a later day");
    const second = await addShards(owner, { count: 1, from: inDays(5), now: Date.now() });
    expect(second.first).toBe(3);
    await eventually("the process to hear of the third epoch", () => test.store.shards.size).toBe(3);
    expect(test.store.shards.shardOf(newId(Date.now()))).toBe(0);
    expect(test.store.shards.shardOf(newId(second.from + 1))).toBe(3);
  });

  it("lets no process write that has not heard of an epoch that has begun, and it hears of it", async () => {
    // Cut off since before: it looks at nothing by itself for an hour.
    const deaf = test.another({ pollMs: 3_600_000, epochs: [{ from: 0, first: 0, shards: 1 }], follow: false });
    const say = (store: typeof deaf) =>
      store.appendToStream("plays/0", `words/${newId()}`, [{ type: "Said", data: {} }], { metadata });
    await say(deaf);
    await owner`alter table shard_epochs disable trigger epochs_follow`;
    await owner`insert into shard_epochs (from_at, first, shards) values (now() - interval '1 second', 4, 1)`;
    await owner`alter table shard_epochs enable trigger epochs_follow`;
    await expect(say(deaf)).rejects.toThrow(Overloaded);
    await eventually("the process that was cut off to hear of the epoch", () => deaf.shards.size).toBe(4);
    await say(deaf);
    await eventually("the other process to hear of the epoch", () => test.store.shards.size).toBe(4);
    await say(test.store);
  });
});

// In a world of one shard: the run in three has its shards from the beginning.
describe.runIf(TEST_SHARDS === 1)("an installation that gets shards", () => {
  let test: TestWallet;
  beforeAll(async () => void (test = await openTestWallet()));
  afterAll(() => test[Symbol.asyncDispose]());

  const now = () => test.world.deps.now();
  const shardOf = (who: TestPerson) => test.world.deps.shardOf(who.userId);

  async function hear(who: TestPerson, trackId: string) {
    await deliver(test.world.deps, who.userId, [trackId]);
    const play = { playId: newId(now()), trackId, startedAt: now() - 60_000, listenedMs: 60_000 };
    return await test.call(who, "POST", "/api/v1/plays", { body: { sentAt: now(), plays: [play] } });
  }

  it("keeps everybody where they are, brings new people to the new shards, and everything works between them", async () => {
    const { deps } = test.world;
    const old = await test.person({ userId: newId(now()), tokens: 4_000 });
    const artist = await test.person({ userId: newId(now()), role: "creator", firstName: "Sade" });
    const { trackId } = await addTrack(deps, { ownerId: artist.userId, durationMs: 180_000 });
    test.pass(3_600_000);
    expect(await hear(old, trackId)).toMatchObject({
      status: 200,
      body: { results: [{ status: "accepted", tokens: 0.2 }] },
    });

    const owner = connect(test.world.test.ownerUrl, { max: 1 });
    const { from } = await addShards(owner, { count: 3, now: Date.now() });
    await owner.end();
    await eventually("the service to hear of three more shards", () => deps.store.shards.all).toEqual([0, 1, 2, 3]);
    const before = await test.person({ userId: newId(now()) });
    expect([shardOf(old), shardOf(artist), shardOf(before)]).toEqual([0, 0, 0]);

    test.pass(from + DAY_MS / 2 - now());
    const people: TestPerson[] = [];
    while (new Set(people.map(shardOf)).size < 3) {
      people.push(await test.person({ userId: newId(now()), tokens: 2_000 }));
    }
    expect([shardOf(old), shardOf(artist)]).toEqual([0, 0]);
    expect(people.every((one) => shardOf(one) > 0)).toBe(true);
    test.pass(3_600_000);
    for (const one of [old, ...people]) {
      expect(await hear(one, trackId)).toMatchObject({
        status: 200,
        body: { results: [{ status: "accepted", tokens: 0.2 }] },
      });
    }

    const [giver] = people as [TestPerson];
    const gift = { artistId: artist.userId, amount: 1, message: "From another shard", method: "tokens" };
    expect(await test.call(giver, "POST", "/api/v1/gifts", { body: gift })).toMatchObject({ status: 201 });
    await test.world.settle();
    expect(await test.settlingOf(artist)).toBeGreaterThan(0);

    const payout = await requestQuietPayout(test);
    expect(shardOf(payout.who)).toBe(0);
    const newOne = people.at(-1) as TestPerson;
    const body = { amount: 100, bankDetails: { accountNumber: "0123456780", bankCode: "058" } };
    expect(await test.call(newOne, "POST", "/api/v1/withdraw", { body, key: newId() })).toMatchObject({ status: 201 });
    expect((await test.moneyOf(newOne)).reserved).toBe(10_000);

    expect(await test.total()).toBe(0);
    await deps.store.settle();
    const projections = await concerned(deps.store.sql, projectionsWith(new PersonalData(TEST_KEYS)));
    const proof = await verify({ url: test.world.test.serviceUrl, projections, checks: PROOFS, full: true, now });
    expect(proof.problems).toEqual([]);
  });

  it("adds none for days of which a clock that was ahead has made accounts", async () => {
    await test.person({ userId: newId(now() + 50 * DAY_MS) });
    const owner = connect(test.world.test.ownerUrl, { max: 1 });
    const adding = addShards(owner, { count: 1, from: inDays(40), now: Date.now() });
    await expect(adding).rejects.toThrow("A process whose clock is ahead has made accounts of later days");
    await owner.end();
  });
});
