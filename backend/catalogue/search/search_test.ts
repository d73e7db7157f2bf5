import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setCreatorProfile } from "../artist/change_profile.ts";
import { newId } from "../../contract/ids.ts";
import { search as searchCall } from "../../contract/calls/catalogue.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { givePremium } from "../../testing/premium.ts";
import { removeTrack } from "../track/remove.ts";

let test: TestListeners;
let aduke: TestPerson;
let token: string;
beforeAll(async () => {
  test = await openTestListeners();
  aduke = await test.addArtist("Àdùkẹ́ Bright");
  const dan = await test.addArtist("Ɗan Maraya");
  const add = (owner: TestPerson, title: string, artist: string, album?: string) =>
    test.addTrack({ ownerId: owner.userId, title, artist, genre: "afrobeat", ...(album !== undefined && { album }) });
  await add(aduke, "Ọjọ́ Ìbí", "Àdùkẹ́ Bright", "Ìrìn Àjò");
  await add(aduke, "Ọ̀ṣun Dúró", "Àdùkẹ́ Bright", "Ìrìn Àjò");
  await add(dan, "Lagos at Night", "Ɗan Maraya");
  await add(dan, "Lagos", "Ɗan Maraya");
  await add(dan, "O'o'o", "Ɗan Maraya");
  token = (await test.call("GET", "/api/v1/token")).body.accessToken;
});
afterAll(() => test[Symbol.asyncDispose]());

const search = (q: string, type = "track", more = "", bearer: string | undefined = token) =>
  test.call("GET", `/api/v1/search?q=${encodeURIComponent(q)}&type=${type}${more}`, { token: bearer });
async function names(q: string, type = "track"): Promise<string[]> {
  const answer = answerOf(searchCall, (await search(q, type)).body);
  const { tracks, artists, albums, playlists } = answer;
  return [tracks, artists, albums, playlists].flatMap((page) => page?.items.map((item) => item.name) ?? []);
}

describe("search", () => {
  it("needs its token or a session, and tells a bad query", async () => {
    expect((await test.call("GET", "/api/v1/search?q=lagos&type=track")).status).toBe(401);
    for (const bad of ["x", `${token}x`, "9999999999999.AAAA"]) {
      expect((await search("lagos", "track", "", bad)).status).toBe(401);
    }
    for (
      const [q, type, more] of [["", "track", ""], [" ", "track", ""], ["x", "show", ""], ["x", "track", "&limit=11"]]
    ) {
      expect((await search(q ?? "", type, more)).status).toBe(400);
    }
    expect((await search("a\u0000b")).status).toBe(400);
    const person = await test.addPerson();
    expect((await search("lagos", "track", "", person.token)).status).toBe(200);
    const old = token;
    test.pass(11 * 60_000);
    expect((await search("lagos", "track", "", old)).status).toBe(401);
    const answer = await test.call("GET", "/api/v1/token");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toMatchObject({ tokenType: "Bearer", expiresIn: 600 });
    token = answer.body.accessToken;
  });

  it("finds names with and without their marks, in any case, by their beginning and mistyped", async () => {
    for (const q of ["Ọjọ́ Ìbí", "ojo ibi", "OJO", "o\u0323jo\u0323\u0301", "ibi"]) {
      expect(await names(q)).toContain("Ọjọ́ Ìbí");
    }
    for (const q of ["osun", "Ọṣun duro", "osun duor"]) expect((await names(q))[0]).toBe("Ọ̀ṣun Dúró");
    for (const q of ["aduke", "adukle", "Adúkẹ bright", "brihgt"]) {
      expect(await names(q, "artist")).toEqual(["Àdùkẹ́ Bright"]);
    }
    expect(await names("dan maraya", "artist")).toEqual(["Ɗan Maraya"]);
    expect(await names("irin ajo", "album")).toEqual(["Ìrìn Àjò"]);
    expect(await names("zzzzqqq")).toEqual([]);
    for (const q of ["'", "a & b | !c:*", "%", "\\", "(((", "🎶"]) expect((await search(q)).status).toBe(200);
  });

  it("puts the name that was typed before those that only hold it", async () => {
    expect(await names("lagos")).toEqual(["Lagos", "Lagos at Night"]);
    expect((await names("maraya")).length).toBe(3);
  });

  it("answers in Spotify's shape, several kinds at once, by pages", async () => {
    const { body } = await search("aduke", "track,artist", "&limit=1");
    expect(Object.keys(body).toSorted()).toEqual(["artists", "tracks"]);
    expect(body.tracks).toMatchObject({ limit: 1, offset: 0, total: 2, previous: null });
    const [item] = body.tracks.items;
    expect(item).toMatchObject({
      artists: [{ id: aduke.userId, name: "Àdùkẹ́ Bright" }],
      ...{ duration_ms: 120_000, type: "track", album: { name: "Ìrìn Àjò", images: [], release_date: "2026-06-10" } },
    });
    expect(item.preview_url).toMatch(/^\/media\/audio\/.+\/normal\?token=/);
    expect(item.external_urls.orin).toBe(`http://localhost:8000/track/${item.id}`);
    const { track } = (await test.call("GET", `/api/v1/tracks/${item.id}`, { token })).body;
    expect({ ...item.track, audioUrl: "" }).toEqual({ ...track, audioUrl: "" });
    expect(item.track.audioUrl).toMatch(/^\/media\/audio\/.+\/normal\?token=/);
    const next = new URL(body.tracks.next);
    const second = (await test.call("GET", `${next.pathname}${next.search}`, { token })).body.tracks;
    expect(second).toMatchObject({ offset: 1, next: null });
    expect(second.items[0].id).not.toBe(item.id);
    const album = (await search("irin", "album")).body.albums.items[0];
    expect((await test.call("GET", `/api/v1/albums/${album.id}`)).body.trackCount).toBe(album.total_tracks);
  });

  it("forgets what was taken away and finds what has a new name", async () => {
    const gone = await test.addTrack({ ownerId: aduke.userId, title: "Vanishing", album: "Vanishing Album" });
    expect(await names("vanishing", "track,album")).toEqual(["Vanishing", "Vanishing Album"]);
    const removal = { trackId: gone.trackId, userId: aduke.userId, isAdmin: false };
    const options = { logs: ["social"] as const, metadata: { actor: "system:test" } };
    await test.world.deps.store.execute(removeTrack, removal, options);
    const profile = { creatorId: aduke.userId, name: "Queen Aduke", bio: "", city: "", stateProvince: "", country: "" };
    await test.world.deps.store.execute(setCreatorProfile, profile, options);
    await test.world.settle();
    expect(await names("vanishing", "track,album")).toEqual([]);
    expect(await names("queen", "artist")).toEqual(["Queen Aduke"]);
  });

  it("finds playlists only while their owners show them and are there", async () => {
    const owner = await test.addPerson();
    await givePremium(test.world.deps, owner.userId);
    const call = (method: string, path: string, body?: unknown) =>
      test.call(method, path, { token: owner.token, body });
    const playlistId = newId();
    await call("POST", "/api/v1/playlists", { playlistId, name: "Owambe Saturday" });
    await test.world.settle();
    expect(await names("owambe", "playlist")).toEqual([]);
    await call("PUT", `/api/v1/playlists/${playlistId}`, { isPublic: true });
    await test.world.settle();
    const { body } = await search("owanbe saturday", "playlist");
    expect(body.playlists.items).toMatchObject([{
      id: playlistId,
      name: "Owambe Saturday",
      owner: { display_name: "A listener" },
      external_urls: { orin: `http://localhost:8000/playlists/${playlistId}` },
    }]);
    await test.world.deps.personal.destroy(test.world.deps.store.sql, owner.userId);
    expect(await names("owambe", "playlist")).toEqual([]);
  });
});
