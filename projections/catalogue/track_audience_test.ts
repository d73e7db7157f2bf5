import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { openTestStore } from "../../backend/testing/store.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import type { UncountedEvent, UncountedPlay } from "../../backend/listening/uncounted_plays/events.ts";
import type { Tx } from "../../backend/store/sql.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { offlineLicences } from "./offline_licences.ts";
import { countOf, countWithout } from "./distinct_sketch.ts";
import {
  audienceBy,
  FIRST_DAY,
  keenestListeners,
  newestPlays,
  partsBetween,
  sketchesOf,
  trackAudience,
} from "./track_audience.ts";
import { heardBy, trackDays } from "./track_days.ts";

const test = await openTestProjection(trackAudience, [trackDays, offlineLicences]);
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
const exactly = (value: number) => ({ value, error: 0 });
const june = { trackIds: [trackId], from: "2026-06-01", to: "2026-06-30" };

it("tells who listened how much by day and by track, gross and filtered", async () => {
  const days = await test.given(events, (tx) => heardBy(tx, "day", june));
  expect(days.get("2026-06-01")).toEqual({ grossPlays: 3, filteredPlays: 2, grossMs: 180_000, filteredMs: 120_000 });
  expect(days.get("2026-06-02")).toMatchObject({ grossPlays: 1, filteredPlays: 1 });
  const whole = await test.given(events, (tx) => heardBy(tx, "track", june));
  expect(whole.get(trackId)).toMatchObject({ grossPlays: 4, filteredPlays: 3 });
  const listeners = (key: "day" | "week" | "track") => test.given(events, (tx) => audienceBy(tx, key, june));
  expect([...await listeners("day")].toSorted()).toEqual([
    ["2026-06-01", { gross: exactly(2), counted: exactly(1), proven: 0 }],
    ["2026-06-02", { gross: exactly(1), counted: exactly(1), proven: 0 }],
  ]);
  // 1 June 2026 is a Monday.
  const both = { gross: exactly(2), counted: exactly(2), proven: 0 };
  expect([...await listeners("week")]).toEqual([["2026-06-01", both]]);
  expect([...await listeners("track")]).toEqual([[trackId, both]]);
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
  const dayOf = async (tx: Tx) => {
    const [heard, audience] = [await heardBy(tx, "day", june), await audienceBy(tx, "day", june)];
    const keenest = await keenestListeners(tx, { ...june, to: "2026-06-01", keenest: 1, people: 2 });
    return { ...heard.get("2026-06-01"), ...audience.get("2026-06-01"), keenest };
  };
  const [before, after] = [await test.given(all, dayOf), await test.given(out, dayOf)];
  expect([before.counted, after.counted, after.gross]).toEqual([exactly(2), exactly(1), exactly(2)]);
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

it("knows who is new in a span, and forgets in days, weeks and months who counts no longer", async () => {
  const DAY_MS = 86_400_000;
  // In the same block of 64 days as the first, then in others.
  const late = [1, 9, 70, 150].map((day) => heard(ben, NOON + day * DAY_MS));
  const [again] = [heard(ada, NOON + 150 * DAY_MS)];
  const all = [...events.slice(0, 2), ...late, again];
  const out = all.slice(0, 2).map(({ data: { playId, day } }): UncountedEvent => ({
    type: "PlaysUncounted",
    data: { listenerId: ada, decisionId: newId(), plays: [{ playId, trackId, day, plays: 1, ms: 60_000 }] },
  }));
  const ask = async (tx: Tx) => {
    const before = await sketchesOf(tx, { trackIds: [trackId], from: FIRST_DAY, to: "2026-10-28" });
    const span = await sketchesOf(tx, { trackIds: [trackId], from: "2026-10-29", to: "2026-10-30" });
    const stored = await tx`select kind, days, start::text, hashes from track_sketches order by kind, days, start`;
    const news = countWithout(span.counted, before.counted).value;
    return { before: countOf(before.counted).value, span: countOf(span.counted).value, news, stored: [...stored] };
  };
  expect(await test.given(all, ask)).toMatchObject({ before: 2, span: 2, news: 0 });
  const voided = await test.given([...all, ...out], ask);
  expect(voided).toMatchObject({ before: 1, span: 2, news: 1 });
  const counted = ({ stored }: typeof voided) => stored.filter(({ kind }) => kind === "counted");
  // As if these plays had never come.
  expect(counted(voided)).toEqual(counted(await test.given(all.slice(2), ask)));
});

it("names sources and reasons, the keenest listeners and who heard it last", async () => {
  expect(await test.given(events, (tx) => partsBetween(tx, "reason", june))).toMatchObject([{ name: "overlap" }]);
  expect(await test.given(events, (tx) => partsBetween(tx, "source", june))).toMatchObject([{ name: "search" }]);
  const sums = await test.given(events, (tx) => keenestListeners(tx, { ...june, keenest: 1, people: 2 }));
  expect(sums).toEqual([{ listeners: 1, plays: 2, ms: 120_000 }, { listeners: 1, plays: 1, ms: 60_000 }]);
  const newest = await test.given(events, (tx) => newestPlays(tx, [trackId], 10));
  expect(newest.map(({ listenerId, at }) => [listenerId, at]))
    .toEqual([[ben, NOON + 86_460_000], [ada, NOON + 120_000]]);
});

it("keeps two listeners apart whose devices say the same id of a play, whichever shard was read first", async () => {
  await using store = await openTestStore({ projections: [trackAudience], shards: 2 });
  const playId = newId();
  const report = async (shard: 0 | 1, listenerId: string) => {
    const play = heard(listenerId, NOON, { playId, offline: true, deviceId: "one phone", source: "offline" });
    await store.store.appendToStream(`plays/${shard}`, `play/${playId}`, [play], {
      metadata: { actor: "system:test" },
    });
    await store.store.settle();
  };
  // Both have the rank of half of all listeners.
  await report(1, "00000000-0000-7000-8000-0000f0000001");
  await report(0, "00000000-0000-7000-8000-0000f0000002");
  const rows = await store.store.sql`select listener_id from track_offline_plays`;
  expect(rows).toHaveLength(2);
  const { problems } = await verify({ url: store.serviceUrl, projections: [trackAudience], checks: [], full: true });
  expect(problems).toEqual([]);
});

it("reads no more rows of a track with more listeners, and tells their number from a sample", async () => {
  const days = 5;
  for (const people of [6_000, 12_000]) {
    const seen = await test.withAll(crowd(people, days), async (tx) => {
      // Not as planned for the tests above.
      await tx`set local plan_cache_mode = force_custom_plan`;
      // So few rows are in so few pages that reading all of them may cost the same: chance would decide.
      await tx`set local enable_seqscan = off`;
      const [byDay, read] = await rowsRead(tx, () => audienceBy(tx, "day", june));
      const [byTrack, readOfTrack] = await rowsRead(tx, () => audienceBy(tx, "track", june));
      const [sums, readOfSums] = await rowsRead(tx, () => keenestListeners(tx, { ...june, keenest: 10, people }));
      return { byDay, byTrack, sums, read: [read, readOfTrack, readOfSums] };
    });
    expect(Math.max(...seen.read)).toBeLessThanOrEqual(7_000);
    expect(Math.min(...seen.read)).toBeGreaterThan(3_000);
    expect(seen.byDay.size).toBe(days);
    const numbers = [...seen.byDay.values(), ...seen.byTrack.values()].map(({ counted }) => counted.value);
    const all = seen.sums.reduce((sum, { listeners }) => sum + listeners, 0);
    for (const number of [...numbers, all]) expect(Math.abs(number / people - 1)).toBeLessThan(0.03);
    expect(seen.sums[0]?.listeners).toBe(people === 6_000 ? 80 : 160);
    expect(seen.sums.reduce((sum, { plays }) => sum + plays, 0) / (people * days)).toBeCloseTo(1, 1);
  }
});

/** Each of them hears the track once a day. Their ids end as random ones do, and the same in every run. */
function crowd(people: number, days: number) {
  return Array.from({ length: people }, (_, index) => {
    const end = (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
    const listenerId = `${newId().slice(0, -8)}${end}`;
    return Array.from({ length: days }, (_, day) => heard(listenerId, NOON + day * 86_400_000));
  }).flat();
}

/** What `read` answers, and how many rows of listeners the database looked at. */
async function rowsRead<Answer>(tx: Tx, read: () => Promise<Answer>): Promise<[Answer, number]> {
  const count = async () => {
    const [row] = await tx<{ rows: number }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
      where relname in ('track_audience', 'track_sketches')`;
    return row?.rows ?? 0;
  };
  const before = await count();
  const answer = await read();
  return [answer, await count() - before];
}
