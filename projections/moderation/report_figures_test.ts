import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { PlayReported } from "../../backend/listening/report/events.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { heardIn, offlineIn, partsOf, totalled } from "./report_figures.ts";

const [trackId, listenerId, playId] = [newId(), newId(), newId()];
const NOON = Date.UTC(2026, 5, 1, 12);
const report = (more: Partial<PlayReported["data"]> = {}) => (
  { shard: 0, ...playReport({ trackId, listenerId, playId, startedAt: NOON, ...more }).data }
);
const first = report({ listenedMs: 20_000, counted: false, source: "search" });
const second = report({ listenedMs: 90_000, creditedMs: 60_000, report: 2, source: "search", reason: "overlap" });

it("heardIn() gives a report's own figures, and of a later one what it adds", () => {
  const about = { trackId, listenerId, day: "2026-06-01" };
  expect(heardIn({ now: first, before: undefined })).toEqual({
    ...{ ...about, lastAt: NOON + 20_000, grossPlays: 0, filteredPlays: 0, grossMs: 20_000, filteredMs: 20_000 },
  });
  expect(heardIn({ now: second, before: first })).toEqual({
    ...{ ...about, lastAt: NOON + 90_000, grossPlays: 1, filteredPlays: 1, grossMs: 70_000, filteredMs: 40_000 },
  });
});

it("partsOf() takes back what the report before counted under its own source and reason", () => {
  const moved = report({ listenedMs: 90_000, creditedMs: 60_000, report: 2, source: "album", reason: "overlap" });
  const sums = totalled(partsOf({ now: moved, before: first }), ({ kind, name }) => `${kind} ${name}`);
  expect(sums.map(({ kind, name, plays, ms }) => [kind, name, plays + 0, ms + 0])).toEqual([
    ...[["source", "album", 1, 90_000], ["reason", "overlap", 0, 30_000]],
    ...[["source", "search", 0, -20_000], ["reason", "not_heard", 0, 0]],
  ]);
});

it.each<[string, Partial<PlayReported["data"]>, string[]]>([
  ["with a source", { source: "search" }, ["search", "not_heard"]],
  ["of which nobody said how it was found", {}, ["unknown", "not_heard"]],
  ["without the network", { offline: true, source: "search" }, ["offline", "not_heard"]],
  ["that was not credited", { reason: "overlap", creditedMs: 0 }, ["unknown", "overlap"]],
])("partsOf() names the source and the reason of a play %s", (_how, more, names) => {
  expect(partsOf({ now: report(more), before: undefined }).map(({ name }) => name)).toEqual(names);
});

it.each<[string, object, object | undefined, boolean[]]>([
  ["is in the figures now", {}, undefined, [true]],
  ["was in them before", {}, {}, []],
  ["is in them at last", {}, { counted: false }, [true]],
  ["is in them no longer", { creditedMs: 0 }, {}, [false]],
  ["never was", { counted: false }, undefined, []],
  ["was heard with the network", { offline: false }, undefined, []],
  ["is of a device without a name", { deviceId: undefined }, undefined, []],
])("offlineIn() tells of a play without the network that %s", (_how, now, before, told) => {
  const of = (more: object) => report({ offline: true, deviceId: "phone", ...more });
  const found = offlineIn({ now: of(now), before: before && of(before) });
  expect(found.map(({ isFiltered }) => isFiltered)).toEqual(told);
  if (found[0]) expect(found[0]).toMatchObject({ playId, listenerId, trackId, deviceId: "phone", startedAt: NOON });
});

it("totalled() adds up what has the same key, and keeps the last moment", () => {
  const rows = [{ id: "a", ms: 5, lastAt: 9 }, { id: "b", ms: 1, lastAt: 2 }, { id: "a", ms: -2, lastAt: 4 }];
  expect(totalled(rows, ({ id }) => id)).toEqual([{ id: "a", ms: 3, lastAt: 9 }, { id: "b", ms: 1, lastAt: 2 }]);
  expect(rows[0]).toEqual({ id: "a", ms: 5, lastAt: 9 });
  expect(totalled([], () => "")).toEqual([]);
});
