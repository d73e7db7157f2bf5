import { afterAll, expect, it } from "vitest";
import type { PoolShare, PoolShareReceived } from "../../backend/listening/pool/events.ts";
import { NO_SHARE } from "../../backend/listening/pool/state.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findPoolShare, findPoolShares, poolShares } from "./pool_shares.ts";

const test = await openTestProjection(poolShares);
afterAll(() => test[Symbol.asyncDispose]());

const DAY = "2026-06-01";
const share = (grants: number, more: Partial<PoolShare> = {}): PoolShare => (
  { grants, all: grants * 1_000, late: grants * 500, allIsLast: false, lateIsLast: false, ...more }
);
const received = (given: PoolShare, day = DAY): PoolShareReceived => ({
  type: "PoolShareReceived",
  data: { day, ...given },
});

it("has a shard pay by what it received last of a day, and nothing before it received any", async () => {
  const last = share(2, { allIsLast: true });
  const events = [received(share(1)), received(last), received(share(5), "2026-06-02")];
  expect(await test.given(events, (tx) => findPoolShare(tx, 0, DAY))).toEqual(last);
  expect(await test.given(events, (tx) => findPoolShare(tx, 0, "2026-06-03"))).toEqual(NO_SHARE);
  expect(await test.given(events, (tx) => findPoolShare(tx, 1, DAY))).toEqual(NO_SHARE);
});

it("lists what shards received, by day and shard", async () => {
  const there = { ...received(share(3, { lateIsLast: true })), log: "plays/1" as const };
  const events = [received(share(1), "2026-06-02"), there, received(share(2))];
  expect(await test.given(events, findPoolShares)).toEqual([
    { shard: 0, day: DAY, ...share(2) },
    { shard: 1, day: DAY, ...share(3, { lateIsLast: true }) },
    { shard: 0, day: "2026-06-02", ...share(1) },
  ]);
});

it("refuses a share of more than the whole pool", async () => {
  await expect(test.given([received(share(1, { all: 1_000_001 }))], findPoolShares)).rejects.toThrow("pool_shares_all");
});
