import { afterAll, expect, it } from "vitest";
import type {
  RecordingReplaced,
  RenditionMade,
  RenditionQuality,
  TrackRemoved,
  TrackUploaded,
} from "../../backend/catalogue/track/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { HoldEvent } from "./track_holds.ts";
import { nearestQuality, renditionOf, renditions } from "./renditions.ts";

const test = await openTestProjection(renditions);
afterAll(() => test[Symbol.asyncDispose]());

const [trackId, other] = [newId(), newId()];
const made = (quality: RenditionQuality, of = trackId): RenditionMade => (
  { type: "RenditionMade", data: { trackId: of, quality, key: `${of}/${quality}`, bytes: 9, contentType: "audio/mp4" } }
);
const removed: TrackRemoved = { type: "TrackRemoved", data: { trackId, ownerId: newId(), by: "owner" } };
const keyOf = (events: (RenditionMade | TrackRemoved)[], wanted: RenditionQuality, of = trackId) =>
  test.given(events, async (tx) => (await renditionOf(tx, of, { quality: wanted }))?.key);

it("finds the file of a quality, or of the nearest one of the same track", async () => {
  const events = [made("normal"), made("high"), made("saver", other), made("download")];
  expect(await test.given(events, (tx) => renditionOf(tx, trackId, { quality: "high" }))).toEqual(
    { quality: "high", key: `${trackId}/high`, bytes: 9, contentType: "audio/mp4", held: false },
  );
  expect(await keyOf(events, "saver")).toBe(`${trackId}/normal`);
  expect(await keyOf(events, "download", other)).toBeUndefined();
  expect(await keyOf(events, "normal", newId())).toBeUndefined();
});

it("has no file of a removed track, and those of others stay", async () => {
  const events = [made("normal"), made("normal", other), removed];
  expect(await keyOf(events, "normal")).toBeUndefined();
  expect(await keyOf(events, "normal", other)).toBe(`${other}/normal`);
});

it("says that a track is held, also where that was known before its first file", async () => {
  const hold = { trackId, ownerId: newId(), hold: "duplicate", holdId: "a", by: "system" } as const;
  const isHeld = (...events: (RenditionMade | HoldEvent)[]) =>
    test.given(events, async (tx) => (await renditionOf(tx, trackId, { quality: "normal" }))?.held);
  const [held, lifted] = [
    { type: "TrackHeld", data: hold },
    { type: "TrackHoldLifted", data: hold },
  ] as const;
  expect(await isHeld(held, made("normal"))).toBe(true);
  expect(await isHeld(made("normal"), held, lifted)).toBe(false);
  expect(await isHeld(made("normal"), held, { type: "TrackHeld", data: { ...hold, holdId: "b" } }, lifted)).toBe(true);
});

it("refuses a second file of the same quality: each is made once", async () => {
  await expect(keyOf([made("normal"), made("normal")], "normal")).rejects.toThrow("renditions_pkey");
});

it.each<[RenditionQuality, RenditionQuality[], RenditionQuality | undefined]>([
  ["saver", ["high", "normal"], "normal"],
  ["normal", ["high", "saver"], "saver"],
  ["high", ["saver", "normal"], "normal"],
  ["high", ["download"], undefined],
  ["download", ["high"], undefined],
])("nearestQuality() to %s of %j is %s", (wanted, existing, nearest) => {
  expect(nearestQuality(existing, wanted)).toBe(nearest);
});

it("has the files of the recording that took the first one's place, and the first one's for who listens since before", async () => {
  const loudness = { integratedLufs: -14, peakDbfs: -1 };
  const recording = { durationMs: 9_000, loudness, sourceKey: "s", peaksKey: "p" };
  const names = { ownerId: other, title: "Song", artist: "Ada", genre: "fuji", downloadable: false } as const;
  const uploaded: TrackUploaded = { type: "TrackUploaded", data: { trackId, ...names, ...recording } };
  const file = { quality: "normal", key: "new", bytes: 7, contentType: "audio/mp4" } as const;
  const replaced: RecordingReplaced = {
    type: "RecordingReplaced",
    data: { trackId, ownerId: other, ...recording, durationMs: 5_000, recordingId: newId(), renditions: [file] },
  };
  const events = [uploaded, made("normal"), made("saver"), replaced];
  const at = (moment?: number) =>
    test.given(events, async (tx) => await renditionOf(tx, trackId, { quality: "saver", at: moment }));
  expect(await at()).toMatchObject({ key: "new" });
  expect(await at(Date.now() + 1e9)).toMatchObject({ key: "new" });
  expect(await at(0)).toMatchObject({ key: `${trackId}/saver`, durationMs: 9_000 });
  expect(await test.given([...events, removed], (tx) => renditionOf(tx, trackId, { quality: "saver", at: 0 })))
    .toBeUndefined();
});
