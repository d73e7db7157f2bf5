import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { NewEvent } from "../../backend/store/log/event.ts";
import { openTestStore } from "../../backend/testing/store.ts";
import { findDocuments, search } from "./search.ts";

const test = await openTestStore({ projections: [search] });
afterAll(() => test[Symbol.asyncDispose]());

const [ownerId, out, hidden, playlistId] = [newId(), newId(), newId(), newId()];
const tell = (...events: NewEvent[]) =>
  test.store.appendToStream("social", `story/${newId()}`, events, { metadata: { actor: "system:test" } });
const uploaded = (trackId: string, title: string): NewEvent => ({
  type: "TrackUploaded",
  data: {
    trackId,
    ownerId,
    title,
    artist: "Ayọ̀",
    genre: "fuji",
    durationMs: 60_000,
    downloadable: false,
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: "sources/x.wav",
    peaksKey: "tracks/x/peaks.json",
  },
});
beforeAll(async () => {
  await tell(
    uploaded(out, "Ìfẹ́ Mi"),
    uploaded(hidden, "Ìfẹ́ Rẹ"),
    { type: "TrackPublished", data: { trackId: out, ownerId, releasedAt: 1_000 } },
    { type: "PlaylistCreated", data: { playlistId, ownerId, name: "sealed", publicName: "Road trip", trackIds: [] } },
  );
});

const found = async (kind: "track" | "playlist", q: string) => {
  await test.store.settle();
  return (await findDocuments(test.store.sql, [kind], { q, limit: 10, offset: 0 })).get(kind)?.ids;
};

it("finds what is out, by its beginning and without its marks", async () => {
  expect(await found("track", "ife")).toEqual([out]);
  expect(await found("track", "ayo")).toEqual([out]);
  expect(await found("playlist", "Road")).toEqual([playlistId]);
  expect(await found("track", "Road")).toEqual([]);
});

it("does not find what is held, and finds it again once nothing holds it", async () => {
  const hold = (holdId: string) => ({ trackId: out, ownerId, hold: "moderation", holdId, by: "admin" });
  await tell({ type: "TrackHeld", data: hold("a") }, { type: "TrackHeld", data: hold("b") });
  expect(await found("track", "ife")).toEqual([]);
  await tell({ type: "TrackHoldLifted", data: hold("a") });
  expect(await found("track", "ife")).toEqual([]);
  await tell({ type: "TrackHoldLifted", data: hold("b") });
  expect(await found("track", "ife")).toEqual([out]);
});

it("follows new names, and forgets what was taken away or its owner erased", async () => {
  await tell({ type: "PlaylistRenamed", data: { playlistId, ownerId, name: "sealed", publicName: "Beach" } });
  expect([await found("playlist", "Road"), await found("playlist", "Beach")]).toEqual([[], [playlistId]]);
  await tell({ type: "TrackRemoved", data: { trackId: out, ownerId, by: "owner" } });
  expect(await found("track", "ife")).toEqual([]);
  await tell({ type: "AccountErased", data: { userId: ownerId } });
  expect(await found("playlist", "Beach")).toEqual([]);
});

it("forgets the words that no document holds any more", async () => {
  await test.store.settle();
  const words = async () => (await test.store.sql`select word from search_vocabulary`).map(({ word }) => word);
  const listId = newId();
  const list = { playlistId: listId, ownerId: newId(), name: "sealed", trackIds: [] };
  await tell({ type: "PlaylistCreated", data: { ...list, publicName: "Owambe Saturday" } });
  await test.store.settle();
  expect(await words()).toEqual(expect.arrayContaining(["owambe", "saturday"]));
  expect(await found("playlist", "owanbe")).toEqual([listId]);
  await tell({ type: "PlaylistRenamed", data: { ...list, publicName: "Owambe Friday" } });
  await test.store.settle();
  expect(await words()).toContain("friday");
  expect(await words()).not.toContain("saturday");
  await tell({ type: "PlaylistDeleted", data: { playlistId: listId, ownerId: list.ownerId } });
  await test.store.settle();
  expect(await words()).toEqual([]);
});

it("follows a song to another artist's spelling, album and genre, and shows albums that have one", async () => {
  const [moving, albumSong] = [newId(), newId()];
  const album = async (q: string) => {
    await test.store.settle();
    return (await findDocuments(test.store.sql, ["album"], { q, limit: 10, offset: 0 })).get("album")?.total;
  };
  const change = (data: Record<string, string>): NewEvent => (
    { type: "TrackChanged", data: { trackId: moving, ownerId: albumSong, ...data } }
  );
  await tell(
    uploaded(moving, "Wanderer"),
    { type: "TrackPublished", data: { trackId: moving, ownerId, releasedAt: 1_000 } },
    change({ album: "Harmattan", artist: "Zaynab" }),
  );
  expect([await album("harmattan"), await found("track", "zaynab")]).toEqual([1, [moving]]);
  expect(await found("track", "wanderer harmattan fuji")).toEqual([moving]);
  await tell(change({ album: "Monsoon", genre: "juju" }));
  expect([await album("harmattan"), await album("monsoon")]).toEqual([0, 1]);
  expect([await found("track", "wanderer juju"), await found("track", "wanderer fuji")]).toEqual([[moving], []]);
  await tell(change({ album: "" }));
  expect(await album("monsoon")).toBe(0);
});
