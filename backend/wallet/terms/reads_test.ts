import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { raiseLevel, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { giftStream } from "../../gifts/events.ts";
import { bankAccountMonth, provenOf, unprovenGiftMonth } from "./reads.ts";

const DAY = 86_400_000;

let test: TestListeners;
let artist: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  artist = await test.addArtist("Zee Ade");
});
afterAll(() => test[Symbol.asyncDispose]());

async function give(giverId: string, units: number): Promise<void> {
  const { deps } = test.world;
  const giftId = newId(test.now());
  const terms = { giftId, giverId, artistId: artist.userId, cents: 100, units, koboPerDollar: 1, policyVersion: 1 };
  const data = { ...terms, message: "", isNamed: false, method: "tokens", feesKobo: 0 };
  await deps.store.appendToStream(`ledger/${deps.shardOf(giverId)}`, giftStream(giftId), [{ type: "GiftSent", data }], {
    metadata: { actor: "system:test" },
  });
}

it("adds up what givers below level 2 gave an artist in a month: the most of one month", async () => {
  const givers = await Promise.all([1, 1, 2].map(async (level) => {
    const { userId } = await test.addPerson();
    await raiseLevel(test.world.deps, userId, level as 1 | 2);
    return userId;
  }));
  const since = test.now();
  for (const giver of givers) await give(giver, 300);
  test.pass(40 * DAY);
  await give(givers[0] ?? "", 500);
  const { sql } = test.world.deps.store;
  expect(await unprovenGiftMonth(sql, artist.userId, since)).toBe(600);
  expect(await unprovenGiftMonth(sql, artist.userId, test.now())).toBe(500);
  await raiseLevel(test.world.deps, givers[0] ?? "", 2);
  expect(await unprovenGiftMonth(sql, artist.userId, since)).toBe(300);
});

it("knows that a bank account which had no payout this month was paid nothing", async () => {
  expect(await bankAccountMonth(test.world.deps.store.sql, "hash", test.now())).toBe(0);
});

it("knows what a person has proven, and where nothing can be", async () => {
  const { deps } = test.world;
  const { userId } = await test.addPerson();
  await raiseLevel(deps, userId, 0);
  const asked = { sql: deps.store.sql, userId, now: test.now() + DAY };
  expect(await provenOf(deps, asked)).toEqual({ level: 0, phone: "missing", accountAgeMs: DAY });
  expect(await provenOf({ ...deps, texts: undefined }, asked)).toMatchObject({ phone: "closed" });
  const without = { ...deps, texts: undefined, config: { ...deps.config, levelWithoutPhone: true } };
  expect(await provenOf(without, asked)).toMatchObject({ phone: "left_out" });
  expect(await provenOf(deps, { ...asked, userId: newId() })).toBeUndefined();
});
