import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { listenerPlays, playIdsByDay } from "./listener_plays.ts";

const test = await openTestProjection(listenerPlays);
afterAll(() => test[Symbol.asyncDispose]());

const [listenerId, trackId] = [newId(), newId()];
const play = (startedAt: number, more: object = {}) => playReport({ trackId, listenerId, startedAt, ...more });
const at = (day: number, hour: number) => Date.UTC(2026, 5, day, hour);
const ids = (...plays: ReturnType<typeof play>[]) => plays.map(({ data }) => data.playId);
const days = (events: Parameters<typeof test.given>[0], { shard = 0, from = "2026-06-30", limit = 10 } = {}) =>
  test.given(events, (tx) => playIdsByDay(tx, { shard, listenerId }, { from, limit }));

it("keeps a listener's plays by the Lagos day on which they began, from a day backwards", async () => {
  // The last is of the next day in Lagos, and of the one before in Greenwich.
  const [one, two, late] = [play(at(1, 10)), play(at(1, 22)), play(at(1, 23))];
  const events = [one, two, late, playReport({ trackId, startedAt: at(1, 10) })];
  const [first, second] = [{ day: "2026-06-01", playIds: ids(one, two) }, { day: "2026-06-02", playIds: ids(late) }];
  expect(await days(events)).toEqual([second, first]);
  expect(await days(events, { limit: 1 })).toEqual([second]);
  expect(await days(events, { from: "2026-06-01" })).toEqual([first]);
  expect(await days(events, { from: "2026-05-31" })).toEqual([]);
});

it("keeps a play once, however many reports it has, and those of another shard apart", async () => {
  const first = play(at(1, 10));
  const { playId } = first.data;
  const events = [first, play(at(1, 10), { playId, report: 2 }), play(at(1, 10), { playId, report: 3 })];
  expect(await days(events)).toEqual([{ day: "2026-06-01", playIds: [playId] }]);
  const there = { ...play(at(1, 11)), log: "plays/1" as const };
  expect(await days([...events, there], { shard: 1 })).toEqual([{ day: "2026-06-01", playIds: ids(there) }]);
  expect(await days([...events, there])).toHaveLength(1);
});
