import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { countedPlays, credit, findDays, findPoolUsed, findSpans, findTrackDays } from "./reward_credit.ts";

const test = await openTestProjection(credit);
afterAll(() => test[Symbol.asyncDispose]());

const [listenerId, trackId, other] = [newId(), newId(), newId()];
const NOON = Date.UTC(2026, 5, 1, 12);
const DAY = "2026-06-01";
const events = [
  playReport({ listenerId, trackId, startedAt: NOON }),
  playReport({ listenerId, trackId: other, startedAt: NOON + 60_000, creditedMs: 30_000 }),
  playReport({ listenerId, trackId, startedAt: NOON + 86_400_000 }),
  playReport({ trackId, startedAt: NOON, creditedMs: 0, newlyCounted: false, spans: [] }),
];

it.each([
  ["before all", NOON - 10, NOON, 0],
  ["at the first", NOON - 10, NOON + 1, 1],
  ["across two", NOON + 59_999, NOON + 60_001, 2],
  ["behind what was credited of the second", NOON + 90_000, NOON + 100_000, 0],
])("finds credited time that touches a range %s", async (_where, from, to, found) => {
  expect(await test.given(events, (tx) => findSpans(tx, 0, [{ listenerId, from, to }]))).toHaveLength(found);
});

it("adds up a listener's days and tracks, and what the pool has paid", async () => {
  const key = { listenerId, day: DAY };
  expect(await test.given(events, (tx) => findDays(tx, 0, [key]))).toMatchObject([{ day: DAY, creditedMs: 90_000 }]);
  expect(await test.given(events, (tx) => findTrackDays(tx, 0, [{ ...key, trackId: other }])))
    .toMatchObject([{ trackId: other, creditedMs: 30_000 }]);
  expect(await test.given(events, (tx) => countedPlays(tx, 0, key))).toEqual(new Map([[trackId, 1], [other, 1]]));
  expect(await test.given(events, (tx) => findPoolUsed(tx, 0, DAY))).toEqual({ all: 30, late: 0, first: 0 });
  expect(await test.given(events, (tx) => findPoolUsed(tx, 0, "2026-06-03"))).toEqual({ all: 0, late: 0, first: 0 });
});
