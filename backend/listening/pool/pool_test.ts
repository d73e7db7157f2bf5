import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { poolDaysOf } from "../../../projections/listening/reward_credit.ts";
import { projectionsWith } from "../../../projections/mod.ts";
import { findPoolShares, poolShares } from "../../../projections/listening/pool_shares.ts";
import { newId } from "../../contract/ids.ts";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { POLICY_STREAM } from "../../admin/policy/events.ts";
import { PROOFS } from "../../start/proofs.ts";
import { verify } from "../../store/chain/verify.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { connect } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { deliver } from "../../testing/people_fixtures.ts";
import { concerned } from "../../testing/concerned.ts";
import { interceptCalls } from "../../testing/intercept_calls.ts";
import { openTestStore, TEST_KEYS, type TestStore } from "../../testing/store.ts";
import { sendReports } from "../report/report.ts";

const SHARDS = 3;
const DAY_MS = 86_400_000;
const NOON = lagosDayStart("2026-06-01") + DAY_MS / 2;
const POOL = 1_000;
const metadata = { actor: "system:test" };
const projections = projectionsWith(new PersonalData(TEST_KEYS));
const track = { durationMs: 180_000, ownerId: newId(), availableFrom: 0, availableUntil: undefined };

let test: TestStore;
let other: Store;
let now = NOON;
beforeAll(async () => {
  test = await openTestStore({ projections, shards: SHARDS, now: () => now });
  other = test.another();
  await setPool(POOL);
});
afterAll(() => test[Symbol.asyncDispose]());

async function setPool(dailyPoolUnits: number): Promise<void> {
  const [newest] = (await test.store.readStream("social", POLICY_STREAM)).map(({ data }) => data).toReversed();
  const version = ((newest as { policy: { version: number } } | undefined)?.policy.version ?? 0) + 1;
  const effectiveFrom = new Date(now).toISOString();
  const policy = { ...FIRST_POLICY, version, effectiveFrom, dailyPoolUnits };
  const event = { type: "PolicyChanged", data: { policy, reason: "A test" } };
  await test.store.appendToStream("social", POLICY_STREAM, [event], { metadata });
}

/** A listener in a shard. */
function listenerIn(shard: number): string {
  for (;;) {
    const id = newId(now);
    if (test.store.shards.shardOf(id) === shard) return id;
  }
}

/** A minute of a new listener: 20 units, if the pool has them. */
async function hear(shard: number, { store = test.store, startedAt = now - 60_000 } = {}) {
  const id = listenerIn(shard);
  const trackId = newId(now);
  await deliver({ store: test.store, shardOf: () => shard, now: () => now }, id, [trackId]);
  const report = { playId: newId(now), trackId, startedAt, listenedMs: 60_000 };
  const listener = { id, since: now - 40 * DAY_MS, level: 2 as const };
  const reports = [{ report, serverMade: false, track }];
  const sent = { listener, receivedAt: now, skewMs: 0, reports };
  return (await sendReports(store, sent, { metadata: { actor: `user:${id}` }, lane: "interactive" })).results[0];
}

async function paidOn(day: string): Promise<number[]> {
  const paid = new Map(
    (await poolDaysOf(test.store.sql)).filter((row) => row.day === day).map((row) => [row.shard, row.all]),
  );
  return [0, 1, 2].map((shard) => paid.get(shard) ?? 0);
}

const sum = (units: readonly number[]) => units.reduce((total, one) => total + one, 0);
const problems = async () => {
  await test.store.settle();
  const options = { url: test.serviceUrl, checks: PROOFS, full: true, now: () => now };
  return (await verify({ ...options, projections: await concerned(test.store.sql, projections) })).problems;
};

describe("the pool of three shards", () => {
  it("pays one pool, whichever shards people are in, and says so when it is empty", async () => {
    const answers: (Awaited<ReturnType<typeof hear>>)[] = [];
    // More than the pool in each shard, from two concurrent processes.
    for (let round = 0; round < 20; round++) {
      const stores = [test.store, other];
      answers.push(...await Promise.all([0, 1, 2].map((shard) => hear(shard, { store: stores[(round + shard) % 2] }))));
    }
    const paid = await paidOn(lagosDay(now));
    expect(sum(paid)).toBeLessThanOrEqual(POOL);
    // What is left is less than a play in each shard: small shares round down.
    expect(sum(paid)).toBeGreaterThan(POOL - SHARDS * 20);
    expect(sum(answers.map((answer) => answer?.units ?? 0))).toBe(sum(paid));
    expect(answers.at(-1)).toMatchObject({ status: "capped", reason: "pool_empty", units: 0 });
  });

  it("goes where people listen: one busy shard gets nearly all of it", async () => {
    now += DAY_MS;
    await hear(1);
    await hear(2);
    for (let heard = 0; heard < 55; heard++) await hear(0);
    const [busy = 0, ...quiet] = await paidOn(lagosDay(now));
    expect(quiet).toEqual([20, 20]);
    expect(busy).toBeGreaterThan(POOL * 0.9);
    expect(busy + 40).toBeLessThanOrEqual(POOL);
  });

  it("gives late plays their part of one pool, and no more", async () => {
    now += DAY_MS;
    const startedAt = now - 2 * DAY_MS;
    for (let round = 0; round < 8; round++) {
      await Promise.all([0, 1, 2].map((shard) => hear(shard, { startedAt: startedAt + round * 60_000 })));
    }
    const late = (await poolDaysOf(test.store.sql)).filter(({ day }) => day === lagosDay(now));
    expect(sum(late.map((row) => row.late))).toBeLessThanOrEqual(POOL * FIRST_POLICY.latePoolPercent / 100);
    expect(sum(late.map((row) => row.late))).toBeGreaterThan(POOL * FIRST_POLICY.latePoolPercent / 100 - 3 * 20);
    expect(await hear(2)).toMatchObject({ status: "accepted", units: 20 });
  });

  it("follows a policy of the day, up and down", async () => {
    now += DAY_MS;
    for (let heard = 0; heard < 20; heard++) await hear(heard % 3);
    expect(sum(await paidOn(lagosDay(now)))).toBe(400);
    now += 1_000;
    await setPool(100);
    expect(await hear(0)).toMatchObject({ units: 0, reason: "pool_empty" });
    now += 1_000;
    await setPool(POOL);
    expect(await hear(0)).toMatchObject({ units: 20 });
  });

  it("keeps the pool for everybody while it is cut below what one shard has paid, and pays on when it is whole again", async () => {
    now += DAY_MS;
    for (let heard = 0; heard < 20; heard++) await hear(0);
    const late = { startedAt: now - 2 * DAY_MS };
    expect(await hear(1, late)).toMatchObject({ units: 20 });
    now += 1_000;
    await setPool(10);
    for (const shard of [0, 0, 0]) expect(await hear(shard)).toMatchObject({ units: 0, reason: "pool_empty" });
    expect(await hear(1, late)).toMatchObject({ units: 0, reason: "pool_empty" });
    now += 1_000;
    await setPool(POOL);
    for (let heard = 0; heard < 10; heard++) {
      expect([await hear(1), await hear(2)]).toMatchObject([{ units: 20 }, { units: 20 }]);
    }
    expect(await hear(2, late)).toMatchObject({ units: 20 });
    expect(sum(await paidOn(lagosDay(now)))).toBeGreaterThan(POOL * 0.8);
  });

  it("loses nothing where a process dies between what is granted and what is received", async () => {
    now += DAY_MS;
    let wasKilled = true;
    let boundaries = 0;
    for (let boundary = 1; wasKilled; boundary++) {
      // The three steps are: the report, the grant, the receipt; and the report again.
      let met = 0;
      const dying = interceptCalls(test.store, ["execute"], async (call: () => unknown) => {
        if (++met >= boundary) throw new Error("killed");
        const answer = await call();
        if (++met >= boundary) throw new Error("killed");
        return answer;
      });
      const before = sum(await paidOn(lagosDay(now)));
      wasKilled = await hear(0, { store: dying }).then(() => false, (error) => {
        if (error.message !== "killed") throw error;
        return true;
      });
      if (wasKilled) boundaries++;
      expect(await hear(0)).toMatchObject({ status: "accepted", units: 20 });
      expect(sum(await paidOn(lagosDay(now))) - before).toBeLessThanOrEqual(40);
    }
    expect(boundaries).toBeGreaterThanOrEqual(2);
    // Of all days of the tests above.
    expect(await problems()).toEqual([]);
  });

  it("is proven: a share that was made larger and pay beyond it are named", async () => {
    const day = lagosDay(now);
    const [share] = (await findPoolShares(test.store.sql)).filter((row) => row.day === day && row.shard === 0);
    const { grants = 0, all = 0, late = 0, allIsLast = false, lateIsLast = false } = share ?? {};
    const owner = connect(test.ownerUrl, { max: 1 });
    const forge = (forged: number) =>
      owner.begin((tx) =>
        poolShares.apply(tx, [{
          ...{
            log: "plays/0",
            position: 0,
            stream: "",
            streamVersion: 0,
            eventId: "",
            schemaVersion: 1,
            occurredAt: 0,
          },
          ...{ recordedAt: 0, metadata, type: "PoolShareReceived" },
          data: { day, grants, all: forged, late, allIsLast, lateIsLast },
        }])
      );
    await forge(1_000_000);
    expect(await problems()).toContainEqual({
      where: `reward pool of ${day}`,
      what: "shard 0 received more than it was granted",
    });
    await forge(1);
    expect((await problems()).map(({ what }) => what))
      .toContainEqual(expect.stringMatching(/^shard 0 paid \d+ units of the 0/));
    await forge(all);
    expect(await problems()).toEqual([]);
    await owner.end();
  });
});
