import { expect, it } from "vitest";
import type { TrackEvent } from "../../backend/catalogue/track/events.ts";
import { foldTrackChanges } from "./track_changes.ts";

const about = { trackId: "song", ownerId: "ada" };
const changed = (details: object): TrackEvent => ({ type: "TrackChanged", data: { ...about, ...details } });
const published = (releasedAt: number): TrackEvent => ({ type: "TrackPublished", data: { ...about, releasedAt } });
const failed: TrackEvent = { type: "TrackFailed", data: { trackId: "song", reason: "silent" } };
const removed: TrackEvent = { type: "TrackRemoved", data: { ...about, by: "owner" } };
const early = (until: number): TrackEvent => ({ type: "TrackEarlyAccessSet", data: { ...about, until } });

it.each<[string, TrackEvent[], object]>([
  ["the last state", [failed, published(5), published(6)], { status: "published", releasedAt: 6, failure: "silent" }],
  ["a removal after all", [published(5), removed], { status: "removed", releasedAt: 5 }],
  ["the last word on each detail", [
    changed({ title: "A", genre: "fuji" }),
    changed({ title: "B", downloadable: true }),
  ], {
    details: { title: "B", genre: "fuji", downloadable: true },
  }],
  ["what early access is in the end", [early(9), early(0)], { earlyUntil: 0 }],
  ["each fact beside the others", [changed({ title: "A" }), published(5), early(9), changed({ genre: "jazz" })], {
    ...{ status: "published", releasedAt: 5, earlyUntil: 9, details: { title: "A", genre: "jazz" } },
  }],
])("foldTrackChanges() keeps %s", (_what, events, change) => {
  expect(foldTrackChanges(events).get("song")).toMatchObject(change);
});

it("foldTrackChanges() keeps tracks apart, and leaves alone what nobody said", () => {
  const other: TrackEvent = { type: "TrackChanged", data: { ...about, trackId: "other", title: "C" } };
  const made: TrackEvent = {
    type: "RenditionMade",
    data: { trackId: "song", quality: "normal", key: "x", bytes: 1, contentType: "audio/mp4" },
  };
  const changes = foldTrackChanges([made, other]);
  expect(changes.get("song")).toEqual({ details: {} });
  expect(changes.get("other")?.details?.title).toBe("C");
  expect(foldTrackChanges([])).toEqual(new Map());
});
