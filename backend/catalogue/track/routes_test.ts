import { getTrack as getTrackCall, listTracks as listTracksCall } from "../../contract/calls/catalogue.ts";
import type { CreatorCard as Card } from "../../contract/catalogue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";
import { removeTrack } from "./remove.ts";
import { getArtist as getArtistCall, listArtists as listArtistsCall } from "../../contract/calls/artists.ts";
import { answerOf } from "../../testing/answers.ts";

const DAY_MS = 24 * 3_600_000;
let test: TestCatalogue;
beforeAll(async () => void (test = await openTestCatalogue()));
afterAll(() => test[Symbol.asyncDispose]());

const list = async (path: string, token?: string) =>
  answerOf(listTracksCall, await (await test.call(path, token === undefined ? {} : { token })).json());

describe("GET /api/v1/tracks", () => {
  const releasedAt = (days: number) => Date.UTC(2026, 4, 1) + days * DAY_MS;
  let ownerId: string;
  let titles: string[];
  beforeAll(async () => {
    ownerId = await test.addCreator();
    for (let day = 0; day < 7; day++) {
      const genre = day % 2 ? "highlife" : "jazz";
      await test.addTrack({ ownerId, title: `Day ${day}`, genre, releasedAt: releasedAt(day) });
    }
    // Two on one day: the id decides between them, the same way on every page.
    await test.addTrack({ ownerId, title: "Day 6 too", genre: "jazz", releasedAt: releasedAt(6) });
    titles = (await list(`/api/v1/tracks?artistId=${ownerId}`)).tracks.map((track) => track.title);
  });

  it("lists published tracks in the documented shape, newest first", async () => {
    const { success, tracks } = await list(`/api/v1/tracks?artistId=${ownerId}`);
    expect(success).toBe(true);
    expect(tracks.map((track) => track.createdAt)).toEqual(tracks.map((track) => track.createdAt).toSorted().reverse());
    expect(tracks.at(-1)).toMatchObject({
      title: "Day 0",
      artist: "Test Artist",
      artistId: ownerId,
      genre: "jazz",
      duration: "2:00",
      durationSeconds: 120,
      createdAt: new Date(releasedAt(0)).toISOString(),
    });
  });

  it("says the same of each track as its own call", async () => {
    const { tracks } = await list(`/api/v1/tracks?artistId=${ownerId}`);
    const own = async (id: string) =>
      answerOf(getTrackCall, await (await test.call(`/api/v1/tracks/${id}`)).json()).track;
    expect(tracks).toEqual(await Promise.all(tracks.map(({ _id }) => own(_id))));
  });

  it("goes through all pages without losing or repeating a track", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await list(`/api/v1/tracks?artistId=${ownerId}&limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.tracks.map((track) => track.title));
      cursor = page.nextCursor ?? "";
    } while (cursor);
    expect(seen).toEqual(titles);
    expect(titles).toHaveLength(8);
  });

  it("shows one genre when asked", async () => {
    const { tracks } = await list(`/api/v1/tracks?artistId=${ownerId}&genre=highlife`);
    expect(tracks.map((track) => track.title)).toEqual(["Day 5", "Day 3", "Day 1"]);
  });

  it("shows neither tracks that are not ready nor removed ones", async () => {
    const owner = await test.addCreator();
    await test.addTrack({ ownerId: owner, title: "Waits" }, {});
    const gone = await test.addTrack({ ownerId: owner, title: "Gone" });
    const removal = { trackId: gone.trackId, userId: owner, isAdmin: false };
    await test.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: { actor: "system:test" } });
    await test.deps.store.settle();
    expect((await list(`/api/v1/tracks?artistId=${owner}`)).tracks).toEqual([]);
    expect((await test.call(`/api/v1/stream/${gone.trackId}`)).status).toBe(404);
  });

  it("signs an address for the caller that plays at once, in the quality asked for", async () => {
    const { trackId } = await test.addTrack({ ownerId }, { saver: 500, normal: 1_000 });
    const { token } = await test.logIn();
    for (const [quality, bytes] of [["saver", "500"], ["normal", "1000"], ["high", "1000"]]) {
      const { tracks } = await list(`/api/v1/tracks?artistId=${ownerId}&quality=${quality}`, token);
      const url = tracks.find((track) => track._id === trackId)?.audioUrl ?? "";
      const answer = await test.call(url);
      expect([answer.status, answer.headers.get("content-length")]).toEqual([200, bytes]);
      await answer.body?.cancel();
    }
  });

  it("is what New Releases shows as well", async () => {
    const all = await list("/api/v1/tracks?limit=100");
    const newest = await list("/api/v1/tracks/admin-uploads?limit=100");
    expect(newest.tracks.map((track) => track._id)).toEqual(all.tracks.map((track) => track._id));
  });

  it("refuses bad parameters with 400", async () => {
    const bad = [
      "limit=0",
      "limit=x",
      "limit=1000",
      "cursor=x",
      "cursor=1_zz",
      "genre=polka",
      "quality=hifi",
      "artistId=7",
    ];
    for (const query of [...bad, `cursor=${"9".repeat(15)}_${"-".repeat(36)}`, "cursor=%00"]) {
      const answer = await test.call(`/api/v1/tracks?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(await answer.json()).toMatchObject({ code: "invalid_request" });
    }
  });
});

describe("GET /api/v1/tracks/{id}", () => {
  it("answers one published track with an address signed for the caller, and 404 for any other id", async () => {
    const { trackId } = await test.addTrack({ title: "Shared" });
    const body = await (await test.call(`/api/v1/tracks/${trackId}`)).json();
    const { track } = answerOf(getTrackCall, body);
    expect(["success", "track", "albumId"]).toEqual(expect.arrayContaining(Object.keys(body)));
    expect(track).toMatchObject({ _id: trackId, title: "Shared", audioUrl: expect.stringContaining("token=") });
    const gone = await test.addTrack();
    const options = { logs: ["social"] as const, metadata: { actor: "system:test" } };
    await test.deps.store.execute(
      removeTrack,
      { trackId: gone.trackId, userId: gone.ownerId, isAdmin: false },
      options,
    );
    await test.deps.store.settle();
    for (const id of [gone.trackId, newId(), "7"]) {
      expect(await (await test.call(`/api/v1/tracks/${id}`)).json()).toMatchObject({
        code: "not_found",
        error: "Track not found",
      });
    }
  });
});

describe("GET /api/auth/creators", () => {
  it("lists artists by name as a plain array, with real counts, page by page", async () => {
    const ids = [];
    for (const name of ["ágata", "Bello", "abel", "Zuma"]) ids.push(await test.addCreator(`Q ${name}`));
    const [, bello = ""] = ids;
    for (const album of ["One", "One", "Two", undefined]) {
      await test.addTrack({ ownerId: bello, ...(album ? { album } : {}) });
    }
    const { token } = await test.logIn();
    await test.call(`/api/v1/follow/${bello}`, { method: "POST", token });
    const cards: Card[] = [];
    let cursor = "";
    do {
      const answer = await test.call(`/api/auth/creators?limit=2${cursor && `&cursor=${cursor}`}`);
      cards.push(...answerOf(listArtistsCall, await answer.json()));
      cursor = answer.headers.get("x-next-cursor") ?? "";
    } while (cursor);
    expect(new Set(cards.map((card) => card._id)).size).toBe(cards.length);
    const mine = cards.filter((card) => card.name.startsWith("Q "));
    expect(mine.map((card) => card._id).toSorted()).toEqual(ids.toSorted());
    expect(mine.find((card) => card._id === bello)).toMatchObject({
      ...{ name: "Q Bello", firstName: "Q", lastName: "Bello", followerCount: 1, albums: 2, tracks: 4 },
      profilePicture: { url: "" },
    });
  });

  it("shows an artist with tracks and without contacts", async () => {
    const id = await test.addCreator("Ada Obi");
    await test.addTrack({ ownerId: id, title: "First" });
    const profile = await (await test.call(`/api/auth/creators/${id}`)).json();
    expect(answerOf(getArtistCall, profile)).toMatchObject({ _id: id, name: "Ada Obi", city: "Jos", trackCount: 1 });
    expect(profile.tracks.map((track: { title: string }) => track.title)).toEqual(["First"]);
    expect(profile).toMatchObject({ email: "", phone: "" });
  });

  it("answers 404 for artists that do not exist, whatever the id looks like", async () => {
    for (const id of [newId(), "7", "%00", "..%2f..", "'; drop table creators", "x".repeat(5_000)]) {
      const answer = await test.call(`/api/auth/creators/${id}`);
      expect([id.slice(0, 40), answer.status]).toEqual([id.slice(0, 40), 404]);
      expect(await answer.json()).toMatchObject({ error: "Artist not found", code: "not_found" });
    }
  });
});
