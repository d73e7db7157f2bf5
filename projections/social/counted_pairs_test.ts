import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { Tx } from "../../backend/store/sql.ts";
import { changePairs, type CountedPairs, foldWords, forgetPairsOf } from "./counted_pairs.ts";
import { followerCounts, follows } from "./follows.ts";

// Any two tables of this kind do: those of follows.
const NAMES: CountedPairs = {
  ...{ pairs: "follows", thingId: "creator_id", userId: "follower_id", since: "followed_at" },
  ...{ counts: "follower_counts", count: "followers" },
};
const test = await openTestProjection(follows);
afterAll(() => test[Symbol.asyncDispose]());

const [thing, other, ada, ben] = [newId(), newId(), newId(), newId()];
const word = (thingId: string, userId: string, isThere: boolean) => (
  { key: `${thingId} ${userId}`, row: { thingId, userId, at: 5 }, isThere }
);
const came = (thingId: string, userId: string) => word(thingId, userId, true);
const went = (thingId: string, userId: string) => word(thingId, userId, false);
const counts = (tx: Tx) => followerCounts(tx, [thing, other]);

it("counts a pair once that comes twice, and takes nothing away for one that was not there", async () => {
  const found = await test.given([], async (tx) => {
    await changePairs(tx, NAMES, [came(thing, ada), came(thing, ben)]);
    await changePairs(tx, NAMES, [came(thing, ada), went(thing, newId()), went(other, ada)]);
    return await counts(tx);
  });
  expect(found).toEqual(new Map([[thing, 2]]));
});

it("forgets a user with all pairs, and the counts follow", async () => {
  const found = await test.given([], async (tx) => {
    await changePairs(tx, NAMES, [came(thing, ada), came(thing, ben), came(other, ada)]);
    await forgetPairsOf(tx, NAMES, []);
    await forgetPairsOf(tx, NAMES, [ada, newId()]);
    return await counts(tx);
  });
  expect(found).toEqual(new Map([[thing, 1], [other, 0]]));
});

it.each<[string, boolean[], string[]]>([
  ["came", [true], ["came"]],
  ["came twice", [true, true], ["came"]],
  ["went", [false], ["went"]],
  ["came and went", [true, false], ["went"]],
  ["went and came back", [false, true], ["came", "returned"]],
  ["went, came back and went", [false, true, false], ["went"]],
  ["came, went and came back", [true, false, true], ["came", "returned"]],
])("foldWords() says what became of what %s", (_how, words, told) => {
  const folded = foldWords(words.map((isThere, row) => ({ key: "one", row, isThere })));
  expect(Object.entries(folded).filter(([, rows]) => rows.length > 0).map(([name]) => name)).toEqual(told);
  // The word that counts: the first one after what took it away.
  const since = words.lastIndexOf(false) + 1;
  expect(folded.came).toEqual(words.at(-1) === true ? [since] : []);
});

it("counts what there is, whatever came and went, in whatever batches", async () => {
  const [things, users] = [[thing, other], [ada, ben, newId()]];
  const one = fc.record({
    thingId: fc.constantFrom(...things),
    userId: fc.constantFrom(...users),
    isThere: fc.boolean(),
  });
  const batches = fc.array(fc.array(one, { maxLength: 6 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const there = new Set<string>();
      const found = await test.given([], async (tx) => {
        for (const batch of all) {
          const words = batch.map(({ thingId, userId, isThere }) => word(thingId, userId, isThere));
          await changePairs(tx, NAMES, words);
          for (const { key, isThere } of words) isThere ? there.add(key) : there.delete(key);
        }
        return await counts(tx);
      });
      for (const id of things) {
        expect(found.get(id) ?? 0).toBe([...there].filter((key) => key.startsWith(id)).length);
      }
    }),
    { numRuns: 10 },
  );
});
