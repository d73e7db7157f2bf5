import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreatorProfileSet } from "../backend/catalogue/artist/events.ts";
import type { RenditionQuality, TrackEvent, TrackUploaded } from "../backend/catalogue/track/events.ts";
import { newId } from "../backend/contract/ids.ts";
import { openTestStore, type TestStore } from "../backend/testing/store.ts";
import type { RecordedEvent } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Tx } from "../backend/store/sql.ts";
import type { FollowEvent } from "../backend/social/follow/events.ts";
import { creators, findCreator } from "./catalogue/creators.ts";
import { followerCounts, follows, pairKey, readFollows } from "./social/follows.ts";
import { nearestQuality, renditionOf, renditions } from "./catalogue/renditions.ts";
import { findTracks, listOwnTracks, listTracks, trackFacts, trackMeasures, tracks } from "./catalogue/tracks.ts";

type CatalogueEvent = TrackEvent | CreatorProfileSet;

const FOLDED: readonly Projection[] = [creators, follows, renditions, tracks];

let test: TestStore;
beforeAll(async () => void (test = await openTestStore({ projections: FOLDED })));
afterAll(() => test[Symbol.asyncDispose]());

/** Folds the events in batches of the given size in a transaction that is undone, and answers what is asked then. */
async function given<Answer>(
  events: readonly (CatalogueEvent | FollowEvent)[],
  batch: number,
  ask: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const undo = new Error("undo");
  let answer: Answer | undefined;
  const all = events.map(recordedEvent);
  await test.store.sql.begin(async (tx) => {
    for (let from = 0; from < events.length; from += batch) {
      const recorded = all.slice(from, from + batch);
      for (const projection of FOLDED) {
        const own = recorded.filter((event) => projection.on.includes(event.type));
        if (own.length > 0) await projection.apply(tx, own);
      }
    }
    answer = await ask(tx);
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  if (answer === undefined) throw new Error("Nothing was asked");
  return answer;
}

function recordedEvent(event: CatalogueEvent | FollowEvent, index: number): RecordedEvent {
  const { followerId, creatorId } = event.data as Partial<FollowEvent["data"]>;
  return {
    ...{ log: "social", position: index + 1, stream: `${followerId}/${creatorId}`, streamVersion: 1, schemaVersion: 1 },
    ...{ eventId: newId(), metadata: { actor: "system:test" }, occurredAt: index, recordedAt: index },
    ...event,
  };
}

const [ada, obi] = [newId(), newId()];
const upload = (more: Partial<TrackUploaded["data"]> = {}): TrackUploaded => ({
  type: "TrackUploaded",
  data: {
    trackId: newId(),
    ownerId: ada,
    title: "Song",
    artist: "Ada",
    genre: "fuji",
    durationMs: 61_234,
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: "sources/x.wav",
    peaksKey: "tracks/x/peaks.json",
    downloadable: false,
    ...more,
  },
});
const made = ({ data: { trackId } }: TrackUploaded, quality: RenditionQuality): CatalogueEvent => ({
  type: "RenditionMade",
  data: { trackId, quality, key: `tracks/${trackId}/${quality}.m4a`, bytes: 1_000, contentType: "audio/mp4" },
});
const published = ({ data: { trackId, ownerId } }: TrackUploaded, releasedAt = 5_000): CatalogueEvent => (
  { type: "TrackPublished", data: { trackId, ownerId, releasedAt } }
);
const failed = ({ data: { trackId } }: TrackUploaded): CatalogueEvent => (
  { type: "TrackFailed", data: { trackId, reason: "silent" } }
);
const removed = ({ data: { trackId, ownerId } }: TrackUploaded): CatalogueEvent => (
  { type: "TrackRemoved", data: { trackId, ownerId, by: "owner" } }
);
const profile = (creatorId: string, name: string): CatalogueEvent => (
  { type: "CreatorProfileSet", data: { creatorId, name, bio: "", city: "", stateProvince: "", country: "" } }
);

describe.each([["one by one", 1], ["in one batch", 1_000]])("catalogue events folded %s", (_, batch) => {
  it("make a track that is listed once it is published, with the qualities that exist", async () => {
    const song = upload({ album: "One", cover: { key: "covers/x/1", placeholder: "#111111 #222222" } });
    const events = [song, made(song, "normal"), published(song), made(song, "saver")];
    const page = await given(events, batch, (tx) => listTracks(tx, { limit: 10 }));
    expect(page).toEqual({
      nextCursor: undefined,
      tracks: [{
        ...{ trackId: song.data.trackId, ownerId: ada, title: "Song", artist: "Ada", album: "One", genre: "fuji" },
        ...{ durationMs: 61_234, coverImageUrl: "/media/covers/x/1/512.webp", placeholder: "#111111 #222222" },
        ...{ downloadable: false, qualities: ["normal", "saver"], releasedAt: 5_000, gainDb: 0, replaced: 0 },
      }],
    });
  });

  it("show failed and removed tracks to nobody, and one that was published after a failure to everybody", async () => {
    const [waiting, broken, repaired, gone] = [upload(), upload(), upload(), upload()];
    const events = [
      ...[waiting, broken, repaired, gone, failed(broken), failed(repaired)],
      ...[made(repaired, "normal"), published(repaired), made(gone, "normal"), published(gone), removed(gone)],
    ];
    const ids = [waiting, broken, repaired, gone].map((one) => one.data.trackId);
    const found = await given(events, batch, (tx) => findTracks(tx, ids));
    expect([...found.keys()]).toEqual([repaired.data.trackId]);
    const facts = await given(events, batch, (tx) => trackFacts(tx, [...ids, newId()]));
    expect(ids.map((id) => facts.get(id)?.published)).toEqual([false, false, true, false]);
    expect(facts.size).toBe(4);
    expect(await given(events, batch, async (tx) => [await renditionOf(tx, gone.data.trackId, { quality: "normal" })]))
      .toEqual([
        undefined,
      ]);
  });

  it("show a changed track with the last word on each detail", async () => {
    const song = upload({ title: "Old", trackNumber: 3 });
    const { trackId, ownerId } = song.data;
    const changed = (details: Partial<TrackUploaded["data"]>): CatalogueEvent => (
      { type: "TrackChanged", data: { trackId, ownerId, ...details } }
    );
    const cover = { key: "covers/x/2", placeholder: "#333333 #444444" };
    const events = [
      ...[song, changed({ title: "Newer" }), made(song, "normal"), published(song)],
      ...[changed({ title: "New", downloadable: true }), changed({ genre: "jazz", cover })],
    ];
    expect((await given(events, batch, (tx) => findTracks(tx, [trackId]))).get(trackId)).toMatchObject({
      ...{ title: "New", genre: "jazz", downloadable: true, coverImageUrl: "/media/covers/x/2/512.webp" },
      ...{ placeholder: "#333333 #444444", trackNumber: 3, artist: "Ada", releasedAt: 5_000 },
    });
  });

  it("tell owners how all their tracks are, newest first, and why one failed", async () => {
    const [first, broken, gone] = [upload({ title: "1" }), upload({ title: "2" }), upload({ title: "3" })];
    const events = [first, broken, gone, upload({ ownerId: obi }), failed(broken), removed(gone), published(first)];
    const own = await given(events, batch, (tx) => listOwnTracks(tx, ada, 10));
    expect(own.map(({ title, status, failure }) => [title, status, failure])).toEqual([
      ["2", "failed", "silent"],
      ["1", "published", undefined],
    ]);
  });

  it("count an artist's published tracks and albums", async () => {
    const songs = [upload({ album: "A" }), upload({ album: "A" }), upload({ album: "B" }), upload()];
    const [, , third] = songs;
    const out = songs.flatMap((song) => [made(song, "normal"), published(song)]);
    const begin = [profile(ada, "Ada"), profile(obi, "Obi"), ...songs, upload({ album: "C" })];
    const counts = async (events: CatalogueEvent[]) => {
      const row = await given(events, batch, (tx) => findCreator(tx, ada));
      return [row?.tracks, row?.albums];
    };
    expect(await counts(begin)).toEqual([0, 0]);
    expect(await counts([...begin, ...out])).toEqual([4, 2]);
    expect(await counts([...begin, ...out, ...(third ? [removed(third)] : [])])).toEqual([3, 1]);
    expect(await counts([...begin, ...out, ...songs.map(removed)])).toEqual([0, 0]);
  });

  it("keep the counts when a profile changes", async () => {
    const song = upload();
    const events = [profile(ada, "Ada"), song, made(song, "normal"), published(song), profile(ada, "Ada Obi")];
    expect(await given(events, batch, (tx) => findCreator(tx, ada))).toMatchObject({ name: "Ada Obi", tracks: 1 });
  });

  it("count followers by what was said last", async () => {
    const [one, two] = [newId(), newId()];
    const word = (type: FollowEvent["type"], followerId: string): FollowEvent => (
      { type, data: { followerId, creatorId: ada } }
    );
    const events = [
      ...[word("UserFollowed", one), word("UserFollowed", two), word("UserUnfollowed", one)],
      ...[word("UserFollowed", one), word("UserUnfollowed", two)],
    ];
    const pairs = [one, two].map((followerId) => ({ followerId, creatorId: ada }));
    expect([...await given(events, batch, (tx) => readFollows(tx, pairs))]).toEqual(pairs.slice(0, 1).map(pairKey));
    expect((await given(events, batch, (tx) => followerCounts(tx, [ada]))).get(ada)).toBe(1);
  });
});

it("nearestQuality() gives the wanted quality, else the nearest that exists, and never an MP3 to stream", () => {
  expect(nearestQuality(["normal", "saver", "high"], "saver")).toBe("saver");
  expect(nearestQuality(["normal", "high", "download"], "saver")).toBe("normal");
  expect(nearestQuality(["normal", "download"], "high")).toBe("normal");
  expect(nearestQuality(["download"], "normal")).toBeUndefined();
  expect(nearestQuality(["normal"], "download")).toBeUndefined();
});

it("trackMeasures() tells how long a track is and when it could be heard, in any state, and nothing of others", async () => {
  const song = upload();
  const { trackId } = song.data;
  const published: TrackEvent = { type: "TrackPublished", data: { trackId, ownerId: ada, releasedAt: 7 } };
  const removed: TrackEvent = { type: "TrackRemoved", data: { trackId, ownerId: ada, by: "owner" } };
  const measured = (events: TrackEvent[]) => given(events, 1, (tx) => trackMeasures(tx, [trackId, newId()]));
  const out = { durationMs: 61_234, earlierLengths: [], ownerId: ada, availableFrom: 7, availableUntil: undefined };
  expect(await measured([song])).toEqual(new Map([[trackId, { ...out, availableFrom: Infinity }]]));
  expect(await measured([song, published])).toEqual(new Map([[trackId, out]]));
  expect((await measured([song, published, removed])).get(trackId)?.availableUntil).toEqual(expect.any(Number));
});
