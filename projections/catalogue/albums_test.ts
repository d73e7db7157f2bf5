import { afterAll, expect, it } from "vitest";
import type {
  TrackChanged,
  TrackPublished,
  TrackRemoved,
  TrackUploaded,
} from "../../backend/catalogue/track/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { HoldEvent } from "./track_holds.ts";
import { albumIdOf, albums, findAlbums } from "./albums.ts";

type Event = TrackUploaded | TrackPublished | TrackChanged | TrackRemoved | HoldEvent;

const test = await openTestProjection(albums);
afterAll(() => test[Symbol.asyncDispose]());

const ownerId = newId();
const [one, two, single] = [newId(), newId(), newId()];
const uploaded = (trackId: string, album?: string, trackNumber?: number): Event => ({
  type: "TrackUploaded",
  data: {
    trackId,
    ownerId,
    title: "Song",
    artist: "Ada",
    genre: "fuji",
    durationMs: 60_000,
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: "sources/x.wav",
    peaksKey: "tracks/x/peaks.json",
    downloadable: false,
    ...(album !== undefined && { album }),
    ...(trackNumber !== undefined && { trackNumber }),
  },
});
const published = (trackId: string, releasedAt: number): Event => (
  { type: "TrackPublished", data: { trackId, ownerId, releasedAt } }
);
const removed = (trackId: string): Event => ({ type: "TrackRemoved", data: { trackId, ownerId, by: "owner" } });
const hold = (trackId: string) => ({ trackId, ownerId, hold: "moderation", holdId: "a", by: "admin" }) as const;
const held = (trackId: string): Event => ({ type: "TrackHeld", data: hold(trackId) });
const lifted = (trackId: string): Event => ({ type: "TrackHoldLifted", data: hold(trackId) });
const moved = (trackId: string, change: { album?: string; trackNumber?: number }): Event => (
  { type: "TrackChanged", data: { trackId, ownerId, ...change } }
);
const uploads = [uploaded(one, "Ìrìn", 2), uploaded(two, "ìrìn ", 1), uploaded(single)];

it.each<[string, Event[], object | undefined]>([
  ["is not shown before a track of it is out", uploads, undefined],
  ["came out with the newest of its tracks, which are in their order", [
    ...uploads,
    published(one, 1_000),
    published(two, 2_000),
  ], { releasedAt: 2_000, trackIds: [two, one] }],
  ["goes back to what is left", [...uploads, published(one, 1_000), published(two, 2_000), removed(two)], {
    releasedAt: 1_000,
    trackIds: [one],
  }],
  ["takes songs in that move to it, at their place", [
    ...uploads,
    ...[one, two, single].map((trackId, index) => published(trackId, (index + 1) * 1_000)),
    moved(single, { album: "Ìrìn", trackNumber: 3 }),
    moved(two, { trackNumber: 9 }),
  ], { releasedAt: 3_000, trackIds: [one, single, two] }],
  ["lets songs go that leave it, which also puts it out of sight", [
    ...uploads,
    published(one, 1_000),
    published(two, 2_000),
    moved(one, { album: "" }),
    moved(two, { album: "Other" }),
  ], undefined],
  ["leaves out what is held", [...uploads, published(one, 1_000), published(two, 2_000), held(two)], {
    releasedAt: 1_000,
    trackIds: [one],
  }],
  ["is not shown while all of it is held", [...uploads, published(one, 1_000), held(one)], undefined],
  ["comes back whole", [...uploads, published(one, 1_000), published(two, 2_000), held(two), lifted(two)], {
    releasedAt: 2_000,
    trackIds: [two, one],
  }],
  ["goes with its last track", [...uploads, published(one, 1_000), removed(one)], undefined],
])("an album %s", async (_how, events, album) => {
  const albumId = albumIdOf(ownerId, "Ìrìn");
  const found = await test.given(events, async (tx) => (await findAlbums(tx, [albumId])).get(albumId));
  if (album === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(album);
});

it("is hidden while its artist's account is closed", async () => {
  const albumId = albumIdOf(ownerId, "Ìrìn");
  const out = [...uploads, published(one, 1_000)];
  const closed = { type: "AccountClosed" as const, data: { userId: ownerId, by: "owner" as const, eraseAt: 9 } };
  const reopened = { type: "AccountReopened" as const, data: { userId: ownerId, by: "owner" as const } };
  const shown = async (tx: Parameters<typeof findAlbums>[0]) => (await findAlbums(tx, [albumId])).size;
  expect(await test.given([...out, closed], shown)).toBe(0);
  expect(await test.given([...out, closed, reopened], shown)).toBe(1);
});
