import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { HoldEvent } from "../../backend/gifts/settlement/events.ts";
import { evolve, NOTHING_HELD } from "../../backend/gifts/settlement/state.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { Sql } from "../../backend/store/sql.ts";
import { artistsWithDueGifts, heldGifts, heldGiftsOf, readHeldGifts } from "./held_gifts.ts";

const test = await openTestProjection(heldGifts);
afterAll(() => test[Symbol.asyncDispose]());

const [artistId, giftId, other] = [newId(), newId(), newId()];
const held = (id = giftId, until = 5_000): HoldEvent => (
  { type: "GiftHeld", data: { artistId, giftId: id, units: 100, until } }
);
const settled = (units = 100): HoldEvent => (
  { type: "GiftSettled", data: { artistId, giftId, units, transferId: newId() } }
);
const taken = (units: number): HoldEvent => (
  { type: "HeldGiftTaken", data: { artistId, giftId, units, forGiftId: other } }
);
const frozen: HoldEvent = { type: "HeldGiftFrozen", data: { artistId, giftId } };
const released: HoldEvent = { type: "HeldGiftReleased", data: { artistId, giftId } };

it.each<[string, HoldEvent[]]>([
  ["held", [held()]],
  ["settled", [held(), settled()]],
  ["taken in part", [held(), taken(30)]],
  ["taken in part, and the rest settled", [held(), taken(30), settled(70)]],
  ["taken whole", [held(), taken(60), taken(40)]],
  ["frozen", [held(), frozen]],
  ["frozen and let go", [held(), frozen, released]],
  ["two, one of them gone", [held(), held(other, 4_000), settled()]],
  ["frozen without being held", [frozen]],
])("says what settles of gifts that were %s, as the decisions fold them", async (_how, events) => {
  const found = await test.given(events, (tx) => heldGiftsOf(tx, 0, artistId));
  expect(found).toEqual(events.reduce(evolve, NOTHING_HELD));
});

it("keeps artists and shards apart, and the gift that settles first in front", async () => {
  const events = [held(), held(other, 4_000), { ...held(), log: "ledger/1" as const }];
  const found = await test.given(events, (tx) => readHeldGifts(tx, 0, [artistId, newId(), artistId]));
  expect([...found].map(([id, gifts]) => [id, [...gifts.keys()]])).toEqual([[artistId, [other, giftId]]]);
  expect(await test.given(events, async (tx) => (await readHeldGifts(tx, 1, [artistId])).get(artistId)?.size)).toBe(1);
});

it.each<[string, HoldEvent[], number, boolean]>([
  ["before its time", [held()], 4_999, false],
  ["at its time", [held()], 5_000, true],
  ["once it has settled", [held(), settled()], 9_000, false],
  ["while a dispute freezes it", [held(), frozen], 9_000, false],
  ["after the dispute", [held(), frozen, released], 9_000, true],
])("finds whose gift is due: %s", async (_when, events, now, isDue) => {
  const due = await test.given(events, (tx) => artistsWithDueGifts(tx as Sql, { now, after: undefined, limit: 5 }));
  expect(due).toEqual(isDue ? [{ shard: 0, artistId }] : []);
});

it("refuses that more of a gift leaves than was held", async () => {
  await expect(test.given([held(), taken(101)], () => Promise.resolve())).rejects.toThrow("held_gifts_units_check");
  await expect(test.given([held(), held()], () => Promise.resolve())).rejects.toThrow("held_gifts_pkey");
});
