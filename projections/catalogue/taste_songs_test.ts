import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { tastedSpans, tastesOf, tasteSongs, withTastes } from "./taste_songs.ts";

const test = await openTestProjection(tasteSongs);
afterAll(() => test[Symbol.asyncDispose]());

const [userId, trackId] = [newId(), newId()];
const told = (type: "TasteSongSaved" | "TasteSongRemoved", at: number) => ({ type, data: { userId, trackId, at } });
const EVENTS = [told("TasteSongSaved", 1_000), told("TasteSongRemoved", 2_000), told("TasteSongSaved", 3_000)];

it("knows when someone had saved a song without Premium", async () => {
  expect(await test.given(EVENTS, (tx) => tastedSpans(tx, 0, [userId]))).toEqual(
    new Map([[`${userId} ${trackId}`, [[1_000, 2_000], [3_000, Infinity]]]]),
  );
  expect(await test.given(EVENTS, (tx) => tastesOf(tx, 0, [userId, newId()]))).toEqual(
    new Map([[userId, new Map([[trackId, { savedAt: 3_000, removedAt: undefined }]])]]),
  );
  for (const [at, tasted] of [[999, false], [1_500, true], [2_000, false], [9_000, true]] as const) {
    const [row] = await test.given(
      EVENTS,
      (tx) =>
        tx`
          select exists (
            select from (
              select ${userId}::uuid as listener_id, ${trackId}::uuid as track_id, ${new Date(at)} as started_at
            ) as heard ${withTastes(tx)}
          ) as tasted`,
    );
    expect([at, row?.tasted]).toEqual([at, tasted]);
  }
});
