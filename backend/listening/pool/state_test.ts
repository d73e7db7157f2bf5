import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PoolShare } from "./events.ts";
import {
  decideGrant,
  decideReceipt,
  evolveGrants,
  evolveShare,
  type Grants,
  millionthsFor,
  NO_SHARE,
  partOf,
  restOf,
  shareOf,
  WHOLE,
} from "./state.ts";

const DAY = "2026-06-01";

describe("decideGrant()", () => {
  const ask = { day: DAY, shards: 2, known: 0, wants: { all: 1, late: 0 } };

  it("grants a part of what is left, and what is wanted where that is more", () => {
    const [first] = decideGrant(new Map(), { ...ask, shard: 0 });
    expect(first?.data).toEqual({ day: DAY, shard: 0, grants: 1, all: WHOLE / 64, late: 0 });
    const [large] = decideGrant(new Map(), { ...ask, shard: 0, wants: { all: 400_000, late: 2 } });
    expect(large?.data).toEqual({ day: DAY, shard: 0, grants: 1, all: 400_000, late: WHOLE / 64 });
  });

  it("grants nothing to a shard that has not received its last grant yet", () => {
    const state: Grants = new Map([[0, { grants: 2, all: 10_000, late: 0 }]]);
    expect(decideGrant(state, { ...ask, shard: 0, known: 1 })).toEqual([]);
    expect(decideGrant(state, { ...ask, shard: 0, known: 2 })).toHaveLength(1);
  });

  it("grants the last rest, and then nothing more; the share says so", () => {
    const state: Grants = new Map([[0, { grants: 1, all: WHOLE - 100, late: 0 }]]);
    const [last] = decideGrant(state, { ...ask, shard: 1 });
    expect(last?.data.all).toBe(100);
    const after = evolveGrants(state, last as NonNullable<typeof last>);
    expect(decideGrant(after, { ...ask, shard: 0, known: 1 })).toEqual([]);
    expect([shareOf(after, 0).allIsLast, shareOf(after, 0).lateIsLast]).toEqual([true, false]);
  });
});

describe("decideReceipt()", () => {
  const share: PoolShare = { ...NO_SHARE, grants: 2, all: 20, late: 0 };

  it("takes a larger share once, and nothing that was overtaken", () => {
    expect(decideReceipt(NO_SHARE, DAY, share)).toEqual([{ type: "PoolShareReceived", data: { day: DAY, ...share } }]);
    expect(decideReceipt(share, DAY, share)).toEqual([]);
    expect(decideReceipt(share, DAY, { ...share, grants: 1, all: 10 })).toEqual([]);
  });

  it("takes the news that nothing is left, and does not forget it", () => {
    const [last] = decideReceipt(share, DAY, { ...share, allIsLast: true });
    expect(last?.data.allIsLast).toBe(true);
    const [more] = decideReceipt({ ...share, allIsLast: true }, DAY, {
      ...share,
      grants: 3,
      late: 5,
      allIsLast: false,
    });
    expect(more?.data).toMatchObject({ allIsLast: true, late: 5 });
  });
});

describe("partOf()", () => {
  it("rounds down, so that parts never add up to more than the pool, and what is missing fits", () => {
    fc.assert(
      fc.property(
        fc.nat(1e12),
        fc.array(fc.nat(WHOLE), { minLength: 1, maxLength: 9 }),
        fc.nat(1e6),
        (pool, cuts, missing) => {
          const edges = [0, ...cuts.toSorted((one, two) => one - two), WHOLE];
          const parts = edges.slice(1).map((edge, index) => partOf(pool, edge - (edges[index] ?? 0)));
          expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(pool);
          if (missing <= pool) expect(partOf(pool, millionthsFor(missing, pool))).toBeGreaterThanOrEqual(missing);
        },
      ),
    );
  });
});

/** Shards that pay plays at random; each step may be lost after any part of it, and come again. */
describe("a pool that shards share", () => {
  const step = fc.record({
    shard: fc.nat(4),
    wanted: fc.integer({ min: 1, max: 3_000 }),
    isLate: fc.boolean(),
    dies: fc.constantFrom("no", "no", "no", "after the grant", "before the receipt is known"),
  });

  it("is never paid twice over, and nearly all of it is paid where people listen", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 100_000 }),
        (steps, pool) => {
          let grants: Grants = new Map();
          const shares = new Map<number, PoolShare>();
          const paid = new Map<number, number>();
          const paidLate = new Map<number, number>();
          const latePool = Math.floor(pool / 4);
          const of = <Value>(map: Map<number, Value>, shard: number, none: Value) => map.get(shard) ?? none;
          for (const { shard, wanted, isLate, dies } of [...steps, ...steps]) {
            for (;;) {
              const share = of(shares, shard, NO_SHARE);
              const left = partOf(pool, share.all) - of(paid, shard, 0);
              const lateLeft = isLate ? partOf(latePool, share.late) - of(paidLate, shard, 0) : Infinity;
              const all = left < wanted && !share.allIsLast ? millionthsFor(wanted - left, pool) : 0;
              const late = lateLeft < wanted && !share.lateIsLast ? millionthsFor(wanted - lateLeft, latePool) : 0;
              if (all === 0 && late === 0) {
                const units = Math.max(0, Math.min(wanted, left, lateLeft));
                paid.set(shard, of(paid, shard, 0) + units);
                if (isLate) paidLate.set(shard, of(paidLate, shard, 0) + units);
                break;
              }
              const asking = { day: DAY, shard, shards: 5, known: share.grants, wants: { all, late } };
              for (const event of decideGrant(grants, asking)) grants = evolveGrants(grants, event);
              if (dies === "after the grant") break;
              for (const event of decideReceipt(share, DAY, shareOf(grants, shard))) {
                shares.set(shard, evolveShare(share, event));
              }
              if (dies === "before the receipt is known") break;
            }
            const sum = (map: Map<number, number>) => [...map.values()].reduce((total, units) => total + units, 0);
            expect(sum(paid)).toBeLessThanOrEqual(pool);
            expect(sum(paidLate)).toBeLessThanOrEqual(latePool);
            expect(Math.min(restOf(grants).all, restOf(grants).late)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it("leaves little with shards that hardly pay", () => {
    const POOL = 5_000_000;
    let grants: Grants = new Map();
    const share = (shard: number, known: number, wants: number) => {
      const asking = { day: DAY, shard, shards: 8, known, wants: { all: wants, late: 0 } };
      for (const event of decideGrant(grants, asking)) grants = evolveGrants(grants, event);
      return shareOf(grants, shard);
    };
    for (let shard = 1; shard < 8; shard++) share(shard, 0, 1);
    let own = share(0, 0, 1);
    let asked = 1;
    for (; !own.allIsLast; asked++) own = share(0, own.grants, 1);
    expect(partOf(POOL, own.all)).toBeGreaterThan(POOL * 0.97);
    expect(asked).toBeLessThan(2_000);
  });
});
