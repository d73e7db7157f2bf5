import { afterAll, expect, it } from "vitest";
import { newId } from "../backend/contract/ids.ts";
import { playReport } from "../backend/testing/play_reports.ts";
import type { UncountedEvent, UncountedPlay } from "../backend/listening/uncounted/events.ts";
import type { Tx } from "../backend/store/sql.ts";
import { openTestProjection } from "../backend/testing/projection.ts";
import { audienceBy, keenestListeners, newestPlays, partsBetween, trackAudience } from "./track_audience.ts";

const test = await openTestProjection(trackAudience);
afterAll(() => test[Symbol.asyncDispose]());

const [trackId, ada, ben] = [newId(), newId(), newId()];
const NOON = Date.UTC(2026, 5, 1, 12);
const heard = (listenerId: string, startedAt: number, more: object = {}) =>
  playReport({ trackId, listenerId, startedAt, source: "search", ...more });
const events = [
  heard(ada, NOON),
  heard(ada, NOON + 60_000),
  heard(ben, NOON + 120_000, { creditedMs: 0, reason: "overlap" }),
  heard(ben, NOON + 86_400_000),
];
const june = { trackIds: [trackId], from: "2026-06-01", to: "2026-06-30" };

it("tells who listened how much by day and by track, gross and filtered", async () => {
  const days = await test.given(events, (tx) => audienceBy(tx, "day", june));
  expect(days.get("2026-06-01")).toMatchObject({
    grossPlays: 3,
    filteredPlays: 2,
    grossMs: 180_000,
    filteredMs: 120_000,
  });
  expect(days.get("2026-06-02")).toMatchObject({ grossPlays: 1, filteredPlays: 1, listeners: 1 });
  const whole = await test.given(events, (tx) => audienceBy(tx, "track", june));
  expect(whole.get(trackId)).toMatchObject({ grossPlays: 4, filteredPlays: 3, listeners: 2, servedPlays: 0 });
});

it("takes uncounted plays out of what counts, says so as a reason, and puts them back", async () => {
  const offline = { offline: true, deviceId: "one phone", source: undefined };
  const all = [...events, heard(ben, NOON + 240_000, offline)];
  const plays = [all[0], all[4]].flatMap((event): UncountedPlay[] =>
    event
      ? [{
        ...{ playId: event.data.playId, trackId, day: event.data.day, plays: 1, ms: 60_000 },
        ...(event.data.offline && { offline: { deviceId: "one phone", startedAt: event.data.startedAt } }),
      }]
      : []
  );
  const [mine, bens] = plays;
  const told = (type: UncountedEvent["type"], listenerId: string, play = mine) => ({
    type,
    data: { listenerId, decisionId: newId(), appealId: newId(), plays: play ? [play] : [] },
  });
  const out = [...all, told("PlaysUncounted", ada), told("PlaysUncounted", ben, bens)];
  const dayOf = (tx: Tx) => audienceBy(tx, "day", june).then((days) => days.get("2026-06-01"));
  const [before, after] = [await test.given(all, dayOf), await test.given(out, dayOf)];
  expect(before).toMatchObject({ grossPlays: 4, filteredPlays: 3, filteredMs: 180_000 });
  expect(after).toMatchObject({ grossPlays: 4, filteredPlays: 1, grossMs: 240_000, filteredMs: 60_000 });
  expect(await test.given(out, (tx) => partsBetween(tx, "reason", june)))
    .toEqual(expect.arrayContaining([{ name: "removed", plays: 2, ms: 120_000 }]));
  expect(await test.given(out, (tx) => partsBetween(tx, "source", june)))
    .toEqual(await test.given(all, (tx) => partsBetween(tx, "source", june)));
  const back = [...out, told("PlaysRecounted", ada), told("PlaysRecounted", ben, bens)];
  expect(await test.given(back, dayOf)).toEqual(before);
  expect(await test.given(back, (tx) => partsBetween(tx, "reason", june)))
    .toEqual(await test.given(all, (tx) => partsBetween(tx, "reason", june)));
});

it("names sources and reasons, the keenest listeners and who heard it last", async () => {
  expect(await test.given(events, (tx) => partsBetween(tx, "reason", june))).toMatchObject([{ name: "overlap" }]);
  expect(await test.given(events, (tx) => partsBetween(tx, "source", june))).toMatchObject([{ name: "search" }]);
  const sums = await test.given(events, (tx) => keenestListeners(tx, { ...june, keenest: 1 }));
  expect(sums).toEqual([{ listeners: 1, plays: 2, ms: 120_000 }, { listeners: 1, plays: 1, ms: 60_000 }]);
  const newest = await test.given(events, (tx) => newestPlays(tx, [trackId], 10));
  expect(newest.map(({ listenerId, at }) => [listenerId, at]))
    .toEqual([[ben, NOON + 86_460_000], [ada, NOON + 120_000]]);
});
