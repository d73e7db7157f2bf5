import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { listenerPlays } from "./listener_plays.ts";
import { findPlays, findServerMade, playHistory, plays, shortPlays } from "./plays.ts";

const test = await openTestProjection(plays, [listenerPlays]);
afterAll(() => test[Symbol.asyncDispose]());

const [listenerId, trackId, playId] = [newId(), newId(), newId()];
const own = { listenerId, trackId, playId };
const [first, second] = [
  playReport({ ...own, startedAt: 1_000, listenedMs: 20_000, counted: false }),
  playReport({ ...own, startedAt: 1_000, listenedMs: 45_000, creditedMs: 40_000, report: 2, reason: "overlap" }),
];

it("keeps a play's totals as its last report tells them", async () => {
  const find = (tx: Parameters<typeof findPlays>[0]) => findPlays(tx, 0, [playId, newId()]);
  expect(await test.given([first], find)).toMatchObject([{
    listenedMs: 20_000,
    counted: false,
    reports: 1,
    reason: undefined,
  }]);
  expect(await test.given([first, second], find)).toMatchObject([
    {
      playId,
      listenedMs: 45_000,
      creditedMs: 40_000,
      units: 13,
      counted: true,
      reports: 2,
      reason: "overlap",
    },
  ]);
});

it("pages a listener's plays newest first", async () => {
  const later = playReport({ listenerId, trackId, startedAt: 2_000 });
  const events = [later, first, playReport({ trackId, startedAt: 3_000 })];
  const history = await test.given(
    events,
    (tx) => playHistory(tx, { shard: 0, listenerId }, { now: 3_000, limit: 10 }),
  );
  expect(history.map((row) => row.playId)).toEqual([later.data.playId, playId]);
  const before = { startedAt: 2_000, playId: later.data.playId };
  const rest = await test.given(
    events,
    (tx) => playHistory(tx, { shard: 0, listenerId }, { now: 3_000, limit: 10, before }),
  );
  expect(rest.map((row) => row.playId)).toEqual([playId]);
});

it.each([[0, 999, []], [0, 1_001, ["own"]], [1_000, 2_000, []]])(
  "finds a play that the service made itself between %i and %i",
  async (after, before, found) => {
    const made = playReport({ ...own, startedAt: 1_000, serverMade: true });
    const rows = await test.given(
      [made, playReport({ listenerId, trackId, startedAt: 1_500 })],
      (tx) => findServerMade(tx, 0, [{ listenerId, trackId, after, before }]),
    );
    expect(rows.map((row) => row.playId === playId ? "own" : "another")).toEqual(found);
  },
);

it("counts what was too short to count, by track", async () => {
  const asked = { listenerId, trackIds: [trackId], from: 0, to: 10_000 };
  expect(await test.given([first], (tx) => shortPlays(tx, 0, asked))).toEqual(new Map([[trackId, 1]]));
  expect(await test.given([first, second], (tx) => shortPlays(tx, 0, asked))).toEqual(new Map());
});
