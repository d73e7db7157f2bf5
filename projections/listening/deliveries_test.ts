import { afterAll, expect, it } from "vitest";
import { type Delivery, noteDeliveries } from "../../backend/catalogue/stream/table.ts";
import { newId } from "../../backend/contract/ids.ts";
import { STREAM_BURST_MS } from "../../backend/contract/policy.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import { openTestStore, TEST_KEYS } from "../../backend/testing/store.ts";
import { deliveredRanges, deliveredWhole, findTickets } from "./deliveries.ts";
import { projectionsWith } from "../mod.ts";

const test = await openTestStore({ withTables: projectionsWith(new PersonalData(TEST_KEYS)) });
const { sql } = test.store;
afterAll(() => test[Symbol.asyncDispose]());

const NOON = Date.UTC(2026, 5, 1, 12);
const SHARD = 1;
/** A ticket of a listener and a track that no other test names. */
const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  ...{ shard: SHARD, listenerId: newId(), trackId: newId(), ticketId: newId(), durationMs: 600_000, device: "phone" },
  ...{ speed: 1, isCopy: false, beganAt: NOON, lastAt: NOON, endsAt: NOON + 3_600_000, stretches: [[0, 300_000]] },
  ...more,
});

it.each<[string, Partial<Delivery>, number, number]>([
  ["a burst at once, however much was sent", {}, 0, STREAM_BURST_MS],
  ["a burst and the pace of the clock", {}, 60_000, STREAM_BURST_MS + 60_000],
  ["the pace that the ticket declared", { speed: 2 }, 60_000, STREAM_BURST_MS + 120_000],
  ["no more than was sent", {}, 3_600_000, 300_000],
  ["no more than the burst before it began", {}, -60_000, STREAM_BURST_MS],
  ["all of a copy at once", { isCopy: true }, 0, 300_000],
])("findTickets() lets a ticket prove %s", async (_what, more, after, deliveredMs) => {
  const row = delivery(more);
  await noteDeliveries(sql, [row]);
  const { listenerId, trackId, ticketId, device, beganAt, endsAt } = row;
  const asked = [{ listenerId, trackId }];
  expect(await findTickets(sql, SHARD, { asked, now: NOON + after })).toEqual([
    { listenerId, trackId, ticketId, device, beganAt, endsAt, deliveredMs },
  ]);
});

it("findTickets() finds all tickets of a listener and a track, and nobody else's", async () => {
  const [first, nameless] = [delivery(), delivery({ device: undefined })];
  const { listenerId, trackId } = first;
  await noteDeliveries(sql, [
    first,
    { ...nameless, listenerId, trackId },
    delivery({ listenerId }),
    delivery({ trackId }),
  ]);
  const find = async (shard: number) =>
    await findTickets(sql, shard, { asked: [{ listenerId, trackId }, { listenerId, trackId: newId() }], now: NOON });
  expect((await find(SHARD)).map((row) => [row.ticketId, row.device]).sort()).toEqual(
    [[first.ticketId, "phone"], [nameless.ticketId, undefined]].sort(),
  );
  expect(await find(0)).toEqual([]);
});

it("deliveredRanges() joins what was sent, in any order and twice, by ticket", async () => {
  const row = delivery({ stretches: [[10_000, 20_000]] });
  const { listenerId, trackId, ticketId } = row;
  for (const [from, to] of [[0, 5_000], [15_000, 30_000], [0, 5_000]] as const) {
    await noteDeliveries(sql, [{ ...row, stretches: [[from, to]] }]);
  }
  await noteDeliveries(sql, [row]);
  const found = await deliveredRanges(sql, SHARD, { listenerId, trackId, ticketIds: [ticketId, newId()] });
  expect([...found]).toEqual([[ticketId, {
    ...{ device: "phone", beganAt: NOON, endsAt: NOON + 3_600_000, deliveredMs: 25_000, isCopy: false },
    ranges: [{ from: 0, to: 5_000 }, { from: 10_000, to: 30_000 }],
  }]]);
  const nothing = delivery({ listenerId, trackId, stretches: [] });
  await noteDeliveries(sql, [nothing]);
  const ranges = await deliveredRanges(sql, SHARD, { listenerId, trackId, ticketIds: [nothing.ticketId] });
  expect(ranges.get(nothing.ticketId)).toMatchObject({ deliveredMs: 0, ranges: [] });
});

it("deliveredWhole() says since when a whole track has lain with its listener, by the first ticket of it", async () => {
  const whole = delivery({ stretches: [[0, 590_000]], lastAt: NOON + 5_000 });
  const { listenerId, trackId } = whole;
  const later = delivery({ listenerId, trackId, stretches: [[0, 600_000]], lastAt: NOON + 9_000 });
  const part = delivery({ listenerId, stretches: [[0, 580_000]] });
  await noteDeliveries(sql, [later, whole, part]);
  const asked = [{ listenerId, trackId }, { listenerId, trackId: part.trackId }];
  expect(await deliveredWhole(sql, SHARD, asked)).toEqual(new Map([[`${listenerId} ${trackId}`, NOON + 5_000]]));
  expect(await deliveredWhole(sql, 0, asked)).toEqual(new Map());
});
