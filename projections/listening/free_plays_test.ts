import { afterAll, expect, it } from "vitest";
import { noteStream } from "../../backend/catalogue/stream/table.ts";
import { newId } from "../../backend/contract/ids.ts";
import { BELIEVED_SHORT_PLAYS } from "../../backend/contract/policy.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import type { Sql } from "../../backend/store/sql.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { credit } from "./reward_credit.ts";
import { freePlaysOn } from "./free_plays.ts";
import { plays } from "./plays.ts";

const test = await openTestProjection(credit, [plays as Projection]);
afterAll(() => test[Symbol.asyncDispose]());

const NOON = Date.UTC(2026, 5, 1, 12);
const DAY = "2026-06-01";
const [listenerId, track, other] = [newId(), newId(), newId()];
let minute = 0;
const play = (trackId: string, counted: boolean) => {
  minute += 1;
  const startedAt = NOON + minute * 60_000;
  const heard = counted ? {} : { counted, newlyCounted: false, listenedMs: 9_000 };
  return playReport({ listenerId, trackId, startedAt, ...heard });
};
const counted = (trackId = track) => play(trackId, true);
const short = (trackId = track) => play(trackId, false);

/** The free plays that were used, after songs were taken whole. */
function used(
  events: ReturnType<typeof play>[],
  taken: string[],
  more: { userId?: string | undefined; day?: string } = {},
) {
  const { userId = listenerId, day = DAY } = more;
  return test.given(events, async (tx) => {
    for (const trackId of taken) {
      const times = { begunAt: NOON, countedAt: NOON, isWhole: true };
      const stream = { grantId: newId(), shard: 0, subject: listenerId, trackId, address: undefined, bytes: 9 };
      await noteStream(tx as Sql, { ...stream, ...times });
    }
    const whose = { shard: 0, subject: listenerId, userId: "userId" in more ? more.userId : userId };
    return await freePlaysOn(tx, whose, day);
  });
}

it.each<[string, ReturnType<typeof play>[], string[], number]>([
  ["nothing", [], [], 0],
  ["a play that was reported", [counted()], [], 1],
  ["a song that was taken and never reported", [], [track], 1],
  ["a song that was taken and reported once", [counted()], [track], 1],
  ["a song that was taken twice and reported once", [counted()], [track, track], 2],
  ["a song that was taken and reported shorter, which is believed", [short()], [track], 0],
  ["a short play alone", [short()], [], 0],
  ["each track for itself", [counted(), short(other)], [track, other], 1],
])("uses up free plays of a day by %s", async (_what, events, taken, plays) => {
  expect((await used(events, taken)).used).toBe(plays);
});

it("believes ten shorter reports of songs that were taken, and no more", async () => {
  const tracks = Array.from({ length: BELIEVED_SHORT_PLAYS + 2 }, () => newId());
  expect((await used(tracks.map(short), tracks)).used).toBe(2);
});

it("tells the counted plays of each track, and has nothing of another day", async () => {
  const events = [counted(), counted(), counted(other)];
  expect((await used(events, [])).counted).toEqual(new Map([[track, 2], [other, 1]]));
  expect(await used(events, [track], { day: "2026-06-02" })).toEqual({ used: 0, counted: new Map() });
});

it("goes by what a visitor took alone, who reports nothing", async () => {
  expect(await used([counted(), short(other)], [track, track, other], { userId: undefined }))
    .toEqual({ used: 3, counted: new Map() });
});
