import fc from "fast-check";
import { v4 } from "uuid";
import { describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { type Epoch, ONE_SHARD, ShardMap, timeOf } from "./shard.ts";

/** Epochs whose times and sizes follow each other as the database wants them. */
const epochs = fc.array(
  fc.record({ after: fc.integer({ min: 1, max: 1e9 }), shards: fc.integer({ min: 1, max: 8 }) }),
  {
    maxLength: 5,
  },
).chain((later) =>
  fc.integer({ min: 1, max: 8 }).map((shards): Epoch[] => {
    const all: Epoch[] = [{ from: 0, first: 0, shards }];
    let [from, first] = [1_700_000_000_000, shards];
    for (const { after, shards } of later) {
      from += after;
      all.push({ from, first, shards });
      first += shards;
    }
    return all;
  })
);

describe("ShardMap", () => {
  it("never moves anyone when an epoch is added, and brings new people to its shards", () => {
    fc.assert(fc.property(epochs, fc.integer({ min: 1_600_000_000_000, max: 1_710_000_000_000 }), (all, madeAt) => {
      const userId = newId(madeAt);
      const joined = all.findLast(({ from }) => from <= madeAt) as Epoch;
      const then = all.indexOf(joined) + 1;
      const shard = new ShardMap(all.slice(0, then)).shardOf(userId);
      for (let known = then; known <= all.length; known++) {
        expect(new ShardMap(all.slice(0, known)).shardOf(userId)).toBe(shard);
      }
      expect([shard >= joined.first, shard < joined.first + joined.shards]).toEqual([true, true]);
    }));
  });

  it("keeps every id without a time in the first epoch", () => {
    fc.assert(fc.property(epochs, (all) => {
      const id = v4();
      expect(new ShardMap(all).shardOf(id)).toBe(new ShardMap(all.slice(0, 1)).shardOf(id));
    }));
  });

  it("tells from when on there are several shards, and how many at a moment", () => {
    const one = new ShardMap([ONE_SHARD]);
    expect([one.severalFrom, one.countAt(5e12), one.all]).toEqual([Infinity, 1, [0]]);
    const grown = new ShardMap([ONE_SHARD, { from: 1_000, first: 1, shards: 2 }]);
    expect([grown.severalFrom, grown.countAt(999), grown.countAt(1_000), grown.all]).toEqual([1_000, 1, 3, [0, 1, 2]]);
    expect(new ShardMap([{ from: 0, first: 0, shards: 3 }]).severalFrom).toBe(0);
  });

  it("spreads the people of an epoch over its shards", () => {
    const map = new ShardMap([ONE_SHARD, { from: 1_000, first: 1, shards: 4 }]);
    const counts = [0, 0, 0, 0, 0];
    for (let n = 0; n < 4_000; n++) {
      counts[map.shardOf(newId(2_000 + n))] = (counts[map.shardOf(newId(2_000 + n))] ?? 0) + 1;
    }
    expect(counts[0]).toBe(0);
    expect(Math.min(...counts.slice(1))).toBeGreaterThan(800);
  });
});

describe("timeOf()", () => {
  it("reads the time of a UUIDv7, and none from another id", () => {
    expect(timeOf(newId(1_748_772_000_123))).toBe(1_748_772_000_123);
    expect([timeOf(v4()), timeOf("visitor"), timeOf("")]).toEqual([0, 0, 0]);
  });
});
