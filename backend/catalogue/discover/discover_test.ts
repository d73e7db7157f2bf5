import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { heardBetween } from "../../../projections/catalogue/track_days.ts";
import { removeTrack } from "../track/remove.ts";
import { setCreatorProfile } from "../artist/change_profile.ts";
import { setMusic } from "../artist/suspended_music.ts";
import { topArtists as topArtistsCall } from "../../contract/calls/catalogue.ts";
import { answerOf } from "../../testing/answers.ts";

const DAY_MS = 24 * 3_600_000;
let test: TestListeners;
beforeAll(async () => void (test = await openTestListeners()));
afterAll(() => test[Symbol.asyncDispose]());

/** Reports a whole play that ends now, and moves on so that the next one overlaps nothing. */
async function play(person: TestPerson, trackId: string, listenedMs = 120_000, { overlapping = false } = {}) {
  if (!overlapping) test.pass(listenedMs + 1_000);
  await deliver(test.world.deps, person.userId, [trackId]);
  const body = { playId: newId(), listenedMs, startedAt: test.now() - listenedMs, sentAt: test.now() };
  return await test.call("POST", `/api/v1/play/${trackId}`, { token: person.token, body });
}
const top = async () => {
  test.pass(61_000);
  await test.world.settle();
  return answerOf(topArtistsCall, (await test.call("GET", "/api/v1/top-artists")).body);
};
const listOf = async (list: string) => {
  const { body } = await test.call("GET", `/api/v1/tracks?list=${list}`);
  return body.tracks.map((track: { title: string }) => track.title);
};

describe("the week", () => {
  it("is empty, with zeroed totals, before anybody listened", async () => {
    const { artists, totals } = await top();
    expect(artists).toEqual([]);
    expect(totals).toMatchObject({ totalStreams: 0, totalDuration: 0, uniqueTracks: 0, averageDuration: 0 });
    expect(totals.trends.totalStreams).toEqual({ before: 0, change: null });
    expect(await listOf("top-100")).toEqual([]);
    expect(await listOf("top-artist")).toEqual([]);
    expect((await test.call("GET", "/api/v1/tracks?list=best")).status).toBe(400);
    expect((await test.call("GET", "/api/v1/top-artists?limit=0")).status).toBe(400);
  });

  it("is answered with 304 to who has it, until it changes", async () => {
    const first = await test.call("GET", "/api/v1/top-artists");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    const again = (known: string) => test.call("GET", "/api/v1/top-artists", { headers: { "if-none-match": known } });
    expect(await again(`"other", ${etag}`)).toMatchObject({ status: 304, text: "" });
    expect(await again('"other"')).toMatchObject({ status: 200, text: first.text });
    // The next count has another time.
    await top();
    expect((await again(etag)).status).toBe(200);
  });

  it("counts real listening, without overlaps, capped time and own plays, and compares it with the week before", async () => {
    const [ada, ben] = [await test.addArtist("Ada Song"), await test.addArtist("Ben Drum")];
    const [one, two] = [await test.addPerson(), await test.addPerson()];
    const add = (owner: TestPerson, title: string) => test.addTrack({ ownerId: owner.userId, title, artist: "x" });
    const [a1, a2, b1] = [await add(ada, "A1"), await add(ada, "A2"), await add(ben, "B1")];
    await test.call("POST", `/api/v1/follow/${ada.userId}`, { token: one.token });
    // The week before: Ben leads with two plays to one.
    await play(one, b1.trackId);
    await play(two, b1.trackId);
    await play(one, a1.trackId);
    test.pass(7 * DAY_MS);
    await play(one, a1.trackId);
    await play(two, a1.trackId);
    await play(one, a2.trackId, 60_000);
    await play(one, b1.trackId);
    // Counted gross alone: at the same time as another one, over the track's length for a day, too short, one's own.
    await play(one, a2.trackId, 60_000, { overlapping: true });
    await play(one, b1.trackId);
    await play(two, b1.trackId, 5_000);
    await play(ben, b1.trackId);
    const { artists, totals, updatedAt, from, to } = await top();
    expect(artists.map((artist) => [artist.artistName, artist.rank, artist.rankBefore])).toEqual([
      ["Ada Song", 1, 2],
      ["Ben Drum", 2, 1],
    ]);
    expect(artists[0]).toMatchObject({
      ...{ artistId: ada.userId, totalStreams: 3, totalDurationPlayed: 300, uniqueTracksCount: 2 },
      ...{ averageStreamDuration: 100, trend: { before: 1, change: 200 } },
      profile: { fullName: "Ada Song", followerCount: 1 },
    });
    expect(artists[0]?.profile.email).toBe("");
    expect(artists[1]).toMatchObject({ totalStreams: 1, totalDurationPlayed: 125, trend: { before: 2, change: -50 } });
    expect(totals).toMatchObject({ totalStreams: 4, totalDuration: 425, uniqueTracks: 3, averageDuration: 106 });
    expect(totals.trends.totalStreams).toEqual({ before: 3, change: 33.3 });
    expect(Date.parse(updatedAt)).toBe(test.now());
    expect((Date.parse(to) - Date.parse(from)) / DAY_MS).toBe(6);
    expect((await test.call("GET", "/api/v1/top-artists?limit=1")).body.artists).toHaveLength(1);
    const open = { ...{ creatorId: ada.userId, name: "Ada Song", bio: "", city: "", stateProvince: "", country: "" } };
    const options = { logs: ["social"] as const, metadata: { actor: "system:test" } };
    const published = async (shown: { isContactPublic?: boolean; isNamePublic?: boolean }) => {
      await test.world.deps.store.execute(setCreatorProfile, { ...open, ...shown }, options);
      return (await top()).artists.map(({ profile }) => [profile.fullName, profile.email]);
    };
    expect(await published({ isContactPublic: true })).toEqual([["Ada Song", ada.email], ["Ben Drum", ""]]);
    expect(await published({ isNamePublic: true })).toEqual([["Ada Obi", ""], ["Ben Drum", ""]]);
    expect(await listOf("top-100")).toEqual(["A1", "B1", "A2"]);
    const chart = (await test.call("GET", "/api/v1/tracks?list=top-100")).body.tracks;
    expect(chart.map((track: { chart: object }) => track.chart)).toEqual([
      { rank: 1, rankBefore: 2, plays: 2 },
      { rank: 2, rankBefore: 1, plays: 1 },
      { rank: 3, rankBefore: null, plays: 1 },
    ]);
    // Of all days, and without people's own plays: as much as real listeners heard.
    const page = (await test.call("GET", `/api/auth/creators/${ben.userId}`)).body;
    expect(page.tracks.map((track: { plays: number }) => track.plays)).toEqual([3]);
    expect(await listOf("top-artist")).toEqual(["A1", "A2"]);
    // While the first artist is hidden, the next one is the artist of the week.
    const ofAda = { artistId: ada.userId, metadata: { actor: "system:test" } };
    const covers = async () => (await test.call("GET", "/api/v1/home")).body.slides["top-artist"].length;
    await setMusic(test.world.deps, { ...ofAda, music: "hidden" });
    expect([await listOf("top-artist"), await covers()]).toEqual([["B1"], 1]);
    await setMusic(test.world.deps, { ...ofAda, music: "stays" });
    expect([await listOf("top-artist"), await covers()]).toEqual([["A1", "A2"], 2]);
    const { sql } = test.world.deps.store;
    const gross = await sql`select sum(gross_plays)::int as plays from ${
      sql("track_days")
    } where track_id = ${b1.trackId}`;
    expect(gross[0]?.plays).toBe(5);
  });

  it("adds up a play that is reported again and again once", async () => {
    const artist = await test.addArtist("Cee Bass");
    const [listener, track] = [await test.addPerson(), await test.addTrack({ ownerId: artist.userId })];
    await deliver(test.world.deps, listener.userId, [track.trackId]);
    const startedAt = test.now();
    const playId = newId();
    for (const listenedMs of [20_000, 70_000, 70_000, 110_000]) {
      test.pass(startedAt + listenedMs - test.now());
      const body = { playId, startedAt, listenedMs, sentAt: test.now() };
      await test.call("POST", `/api/v1/play/${track.trackId}`, { token: listener.token, body });
      if (listenedMs !== 20_000) await test.world.settle();
    }
    const week = { before: "2026-01-01", from: "2026-01-02", to: "2026-12-31" };
    const heard = (await heardBetween(test.world.deps.store.sql, week)).find((one) => one.trackId === track.trackId);
    expect(heard).toMatchObject({ plays: 1, ms: 110_000 });
  });
});

describe("lists and albums", () => {
  it("derives albums from published tracks, in their order, under ids that stay", async () => {
    const [dele, efe] = [await test.addArtist("Dele"), await test.addArtist("Efe")];
    const add = async (owner: TestPerson, title: string, album?: string) => {
      test.pass(1_000);
      const { userId: ownerId } = owner;
      return await test.addTrack({ ownerId, title, artist: "Dele", ...(album !== undefined && { album }) });
    };
    await add(dele, "One", "Ìrìn Àjò");
    const removed = await add(dele, "Gone", "Only Gone");
    await add(efe, "Other", "Ìrìn Àjò");
    await add(dele, "Two", "ìrìn  àjò ");
    await add(dele, "Single");
    const removal = { trackId: removed.trackId, userId: dele.userId, isAdmin: false };
    await test.world.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: { actor: "system:test" } });
    await test.world.settle();
    const { body } = await test.call("GET", `/api/v1/albums?artistId=${dele.userId}`);
    expect(body.albums).toMatchObject([{ title: "Ìrìn Àjò", artist: "Dele", trackCount: 2, durationSeconds: 240 }]);
    const follower = await test.addPerson();
    await test.call("POST", `/api/v1/follow/${dele.userId}`, { token: follower.token });
    const followed = await test.call("GET", "/api/v1/followed-albums", { token: follower.token });
    expect(followed.body.albums).toEqual(body.albums);
    const nobodys = await test.call("GET", "/api/v1/followed-albums", { token: efe.token });
    expect(nobodys.body.albums).toEqual([]);
    const album = await test.call("GET", `/api/v1/albums/${body.albums[0]._id}`, { token: follower.token });
    expect(album.body.tracks.map((track: { title: string }) => track.title)).toEqual(["One", "Two"]);
    expect(album.body.artists).toMatchObject([{ name: "Dele", followerCount: 1, isFollowing: true }]);
    expect(album.body.moreMusic.map((one: { artistId: string }) => one.artistId)).toEqual([efe.userId]);
    expect(await listOf("new-albums")).toEqual(["One", "Two", "Other"]);
    for (const id of [newId(), "7"]) expect((await test.call("GET", `/api/v1/albums/${id}`)).status).toBe(404);
    const first = (await test.call("GET", "/api/v1/albums?limit=1")).body;
    const second = (await test.call("GET", `/api/v1/albums?limit=1&cursor=${first.nextCursor}`)).body;
    expect([first.albums[0].artistId, second.albums[0].artistId, second.nextCursor]).toEqual([
      dele.userId,
      efe.userId,
      undefined,
    ]);
    expect((await test.call("GET", `/api/v1/albums?cursor=${newId()}`)).status).toBe(400);
  });

  it("mixes a day's discoveries that stay the same all day, one track of each artist first", async () => {
    const artist = await test.addArtist("Many Songs");
    for (let index = 0; index < 5; index++) await test.addTrack({ ownerId: artist.userId, title: `Many ${index}` });
    const mix = await listOf("discover");
    expect(await listOf("discover")).toEqual(mix);
    expect(mix.toSorted()).toEqual((await listOf("new-releases")).toSorted());
    const { body } = await test.call("GET", "/api/v1/tracks?list=discover");
    const owners = body.tracks.map((track: { artistId: string }) => track.artistId);
    const distinct = new Set(owners).size;
    expect(new Set(owners.slice(0, distinct)).size).toBe(distinct);
  });
});
