import { afterAll, expect, it } from "vitest";
import type { TrackEvent } from "../backend/catalogue/track/events.ts";
import { newId } from "../backend/contract/ids.ts";
import { openTestProjection } from "../backend/testing/projection.ts";
import { TrackMeasures } from "./track_measures.ts";
import { tracks } from "./tracks.ts";

const test = await openTestProjection(tracks);
afterAll(() => test[Symbol.asyncDispose]());

const NOW = Date.UTC(2026, 5, 1, 12);
const [trackId, ownerId] = [newId(), newId()];
const uploaded: TrackEvent = {
  type: "TrackUploaded",
  data: {
    ...{ trackId, ownerId, title: "Song", artist: "Ada", genre: "fuji", durationMs: 60_000, downloadable: false },
    ...{ loudness: { integratedLufs: -14, peakDbfs: -1 }, sourceKey: "x.wav", peaksKey: "x.json" },
  },
};
const published: TrackEvent = { type: "TrackPublished", data: { trackId, ownerId, releasedAt: 7 } };
const removed: TrackEvent = { type: "TrackRemoved", data: { trackId, ownerId, by: "owner" } };
/** What a process finds that has asked at a moment, after these events and once more after none of them. */
async function asked(measures: TrackMeasures, events: TrackEvent[], now: number) {
  return (await test.given(events, (tx) => measures.of(tx, [trackId, newId()], now))).get(trackId);
}

it("measures a track by its length and when it could be heard", async () => {
  const out = { durationMs: 60_000, earlierLengths: [], ownerId, availableFrom: 7, availableUntil: undefined };
  expect(await asked(new TrackMeasures(), [uploaded], NOW)).toEqual({ ...out, availableFrom: Infinity });
  expect(await asked(new TrackMeasures(), [uploaded, published], NOW)).toEqual(out);
  expect(await asked(new TrackMeasures(), [uploaded, published, removed], NOW)).toEqual({ ...out, availableUntil: 2 });
});

it.each<[string, number, boolean]>([
  ["for a few seconds", 4_999, true],
  ["and looks again after them", 5_000, false],
  ["and looks again where the clock went back", -5_000, false],
])("keeps what it knows %s", async (_how, after, isKept) => {
  const measures = new TrackMeasures();
  await asked(measures, [uploaded], NOW);
  const found = await asked(measures, [uploaded, published], NOW + after);
  expect(found?.availableFrom).toBe(isKept ? Infinity : 7);
});

it("keeps nothing of a track that does not exist, so that an upload is seen at once", async () => {
  const measures = new TrackMeasures();
  expect(await asked(measures, [], NOW)).toBeUndefined();
  expect(await asked(measures, [uploaded], NOW)).toMatchObject({ durationMs: 60_000 });
});
