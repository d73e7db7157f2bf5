import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { longTime } from "../../contract/long_day.ts";
import type { Release, ReleaseAnswer, ReleaseList, Upcoming } from "../../contract/releases.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { notificationReactors } from "../../notifications/reactions.ts";
import { failTrack, recordRendition } from "../rendition/record.ts";
import { setMusic } from "../artist/suspended_music.ts";
import { publishDue } from "./publish.ts";

const HOUR = 3_600_000;
let test: TestListeners;
let ada: TestPerson;
let zee: TestPerson;
let listener: TestPerson;
let wav: ReturnType<typeof wavOf>;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 10, 25, 12));
  [ada, zee] = [await test.addArtist("Àdùkẹ́ Bright"), await test.addArtist("Zee Ɗanjuma")];
  listener = await test.addPerson("Bisi");
  wav = wavOf(3);
});
afterAll(() => test[Symbol.asyncDispose]());

// A change waits a second for the lists to show it: on a busy machine they may need longer.
const shown = () => test.world.deps.store.settle();

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, who = ada) {
  const answer = await test.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) });
  if (method !== "GET") await shown();
  return answer;
}
const media = { logs: ["social"], metadata: { actor: "system:media" } } as const;

async function draft(title: string, kind = "ep"): Promise<string> {
  const made = await call("POST", "/api/v1/releases", { title, kind });
  expect(made.status).toBe(201);
  return (made.body as ReleaseAnswer).release.id;
}

async function draftOf(who: TestPerson): Promise<{ id: string }> {
  return (await call("POST", "/api/v1/releases", { title: "Another", kind: "single" }, who)).body.release;
}

async function addSong(releaseId: string, title: string, who = ada) {
  const body = uploadForm(wav, null, { title, artist: null, releaseId });
  return await call("POST", "/api/v1/upload", body, who);
}

async function makeReady(trackId: string): Promise<void> {
  const file = { key: `tracks/${trackId}/normal.m4a`, bytes: 90_000, contentType: "audio/mp4" };
  await test.world.deps.store.execute(recordRendition, { trackId, quality: "normal", ...file }, media);
  await test.world.deps.store.settle();
}

/** A release with everything but a date. */
async function whole(title: string, songs: readonly string[]): Promise<{ id: string; trackIds: string[] }> {
  const id = await draft(title);
  await call("PUT", `/api/v1/releases/${id}`, { genre: "fuji" });
  const form = new FormData();
  form.set("coverImage", new File([await pictureOf()], "cover.png"));
  expect((await call("PUT", `/api/v1/releases/${id}/cover`, form)).status).toBe(200);
  const declaration = { ownership: "own", society: "MCSN", societyNumber: "77", agreed: true };
  expect((await call("PUT", `/api/v1/releases/${id}/declaration`, declaration)).status).toBe(200);
  const trackIds: string[] = [];
  for (const song of songs) trackIds.push((await addSong(id, song)).body.trackId);
  return { id, trackIds };
}

async function release(id: string): Promise<Release> {
  return ((await call("GET", `/api/v1/releases/${id}`)).body as ReleaseAnswer).release;
}

const mailed = ({ email }: TestPerson) =>
  test.world.outbox.newest(200).filter(({ to }) => to === email).map(({ subject }) => subject);

const heard = async (trackId: string) => (await test.call("GET", `/api/v1/tracks/${trackId}`)).status === 200;

describe("a release", () => {
  it("of several songs is told once to who follows, as one, however often it comes out or is told again", async () => {
    const follower = await test.addPerson("Femi");
    await call("POST", `/api/v1/follow/${ada.userId}`, undefined, follower);
    await call("PUT", "/api/v1/notifications/settings", { switches: { release: { mail: true } } }, follower);
    const { id, trackIds } = await whole("Ojú", ["Dawn", "Noon", "Night"]);
    for (const trackId of trackIds) await makeReady(trackId);
    test.pass(1_000);
    const told = async () => (await call("GET", "/api/v1/notifications", undefined, follower)).body.notifications;
    await call("POST", `/api/v1/releases/${id}/publish`);
    await test.world.settle();
    const one = { title: "New EP from Àdùkẹ́ Bright", body: "“Ojú”, 3 songs", path: `/release/${id}` };
    expect(await told()).toMatchObject([one]);
    expect(mailed(follower)).toEqual([one.title]);

    // As after a crash: all of it is read again, by two processes.
    const events = (await Promise.all([`release/${id}`, ...trackIds.map((trackId) => `track/${trackId}`)].map(
      (stream) => test.world.deps.store.readStream("social", stream),
    ))).flat();
    for (const deps of [test.world.deps, test.world.another().deps]) {
      for (const reactor of notificationReactors(deps)) {
        for (const event of events) if (reactor.on.includes(event.type)) await reactor.react(event as never);
      }
    }
    await test.world.settle();
    expect([(await told()).length, mailed(follower)]).toEqual([1, [one.title]]);

    expect((await call("POST", `/api/v1/releases/${id}/withdraw`)).status).toBe(200);
    await test.world.settle();
    expect(await told()).toEqual([]);
    test.pass(1_000);
    await call("POST", `/api/v1/releases/${id}/publish`);
    await test.world.settle();
    expect(await told()).toMatchObject([one]);
    expect(mailed(follower)).toEqual([one.title]);
    // The list shows one song fewer.
    await call("DELETE", `/api/v1/tracks/${trackIds[1]}`);
    await test.world.settle();
    expect(await told()).toMatchObject([{ body: "“Ojú”, 2 songs" }]);
  });

  it("is a draft that nobody hears, and comes out whole, in its order, with its artwork and album", async () => {
    const { id, trackIds } = await whole("Ìrìn", ["One", "Two"]);
    const [one = "", two = ""] = trackIds;
    await makeReady(one);
    expect(await heard(one)).toBe(false);
    expect(await release(id)).toMatchObject({
      ...{ status: "draft", kind: "ep", artist: "Àdùkẹ́ Bright", missing: [], withheldPercent: 5 },
      declaration: { society: "MCSN", societyNumber: "77", withheldPercent: 5 },
      songs: [
        { title: "One", readiness: "ready", artist: "Àdùkẹ́ Bright", report: { codec: "pcm_s16le", channels: 2 } },
        { title: "Two", readiness: "processing" },
      ],
    });
    expect((await call("POST", `/api/v1/releases/${id}/publish`)).body).toMatchObject({ code: "release_not_ready" });

    // A song that failed keeps the other back, too.
    await test.world.deps.store.execute(failTrack, { trackId: two, reason: "Silence" }, media);
    await test.world.deps.store.settle();
    expect((await call("POST", `/api/v1/releases/${id}/publish`)).body.error).toContain("Nothing was published");
    expect(await heard(one)).toBe(false);
    expect((await call("DELETE", `/api/v1/tracks/${two}`)).status).toBe(200);
    await test.world.settle();
    const three = (await addSong(id, "Three")).body.trackId;
    await makeReady(three);
    await call("PUT", `/api/v1/releases/${id}/order`, { trackIds: [three, one], was: [one, three] });

    expect((await call("POST", `/api/v1/releases/${id}/publish`)).status).toBe(200);
    const published = await call("GET", `/api/v1/releases/${id}`);
    expect(published.body).toMatchObject({
      release: { status: "published", path: expect.stringContaining("/music-details") },
    });
    const album = await test.call("GET", `/api/v1/albums/${published.body.release.path.split("=")[1]}`);
    expect(album.body).toMatchObject({ title: "Ìrìn", tracks: [{ title: "Three" }, { title: "One" }] });
    expect(album.body.tracks.every((track: { coverImageUrl: string }) => track.coverImageUrl.includes(id))).toBe(true);
    // Pressed again: nothing more happens.
    expect((await call("POST", `/api/v1/releases/${id}/publish`)).status).toBe(200);

    // Its title changes with it out, and it is taken back and brought out again with the same plays and links.
    await call("PUT", `/api/v1/releases/${id}`, { title: "Ìrìn Àjò", was: { title: "Ìrìn" } });
    expect((await test.call("GET", `/api/v1/tracks/${one}`)).body.track.album).toBe("Ìrìn Àjò");
    expect((await call("POST", `/api/v1/releases/${id}/withdraw`)).body.release.status).toBe("withdrawn");
    expect(await heard(one)).toBe(false);
    await call("POST", `/api/v1/releases/${id}/publish`);
    expect(await heard(one)).toBe(true);
  });

  it("has a date, is waited for, and comes out once, in whichever process is first", async () => {
    const { id, trackIds: [song = ""] } = await whole("Ọjọ́", ["Dawn"]);
    await makeReady(song);
    const at = test.now() + 2 * HOUR;
    const [releaseAt, earlyAccessUntil] = [at, at + 24 * HOUR].map((moment) => new Date(moment).toISOString());
    expect((await test.call("GET", `/api/v1/upcoming/${id}`)).status).toBe(404);
    expect((await call("PUT", `/api/v1/upcoming/${id}/presave`, undefined, listener)).status).toBe(404);
    expect((await call("PUT", `/api/v1/releases/${id}/date`, { releaseAt, earlyAccessUntil })).status).toBe(200);
    expect((await call("PUT", `/api/v1/upcoming/${id}/presave`, undefined, listener)).body).toEqual({
      isPresaved: true,
    });
    expect((await call("PUT", `/api/v1/upcoming/${id}/presave`)).status).toBe(400);
    const seen = (await call("GET", `/api/v1/upcoming/${id}`, undefined, listener)).body as Upcoming;
    expect(seen).toMatchObject({ title: "Ọjọ́", isOut: false, isPresaved: true, releaseAt, earlyAccessUntil });
    expect(JSON.stringify(seen)).not.toContain("Dawn");
    expect((await release(id)).presaves).toBe(1);
    // While its artist is hidden, the release is hidden and takes no new pre-saves.
    const hiding = { artistId: ada.userId, metadata: { actor: "system:test" } };
    await setMusic(test.world.deps, { ...hiding, music: "hidden" });
    expect((await test.call("GET", `/api/v1/upcoming/${id}`)).status).toBe(404);
    const stranger = await test.addPerson("Ngozi");
    expect((await call("PUT", `/api/v1/upcoming/${id}/presave`, undefined, stranger)).status).toBe(404);
    expect(await (await test.world.app.request(`/release/${id}`)).text()).not.toContain("Ọjọ́");
    await setMusic(test.world.deps, { ...hiding, music: "stays" });
    expect((await test.call("GET", `/api/v1/upcoming/${id}`)).status).toBe(200);
    // Who waits for it and follows is told of it once; who only follows, too.
    const follower = await test.addPerson("Wale");
    test.pass(1_000);
    for (const who of [listener, follower]) {
      await call("POST", `/api/v1/follow/${ada.userId}`, undefined, who);
      await call("PUT", "/api/v1/notifications/settings", { switches: { release: { mail: true } } }, who);
    }

    await publishDue(test.world.deps);
    expect((await release(id)).status).toBe("scheduled");
    test.pass(2 * HOUR);
    const other = test.world.another();
    await Promise.all([publishDue(test.world.deps), publishDue(other.deps), publishDue(test.world.deps)]);
    await test.world.settle();
    const events = await test.world.deps.store.readStream("social", `release/${id}`);
    expect(events.filter(({ type }) => type === "ReleasePublished")).toHaveLength(1);
    const again = await test.logIn(listener);
    const hearts = await call("GET", "/api/v1/hearts", undefined, again);
    expect(hearts.body.trackIds).toEqual([song]);
    const notices = await call("GET", "/api/v1/notifications", undefined, again);
    expect(notices.body.notifications).toMatchObject([{ title: "Out now: Ọjọ́", path: `/release/${id}` }]);
    expect([mailed(listener), mailed(follower)]).toEqual([["Out now: Ọjọ́"], ["New from Àdùkẹ́ Bright"]]);
    const out = (await call("GET", `/api/v1/upcoming/${id}`, undefined, again)).body as Upcoming;
    expect(out).toMatchObject({ isOut: true, isPresaved: false });
    // Early access for Premium lasts as it was said.
    expect((await test.call("GET", `/api/v1/stream/${song}`)).body.code).toBe("early_access");
  });

  it("that comes out before its date is for Premium alone no longer than usual", async () => {
    const { id, trackIds: [song = ""] } = await whole("Sooner", ["Sunrise"]);
    await makeReady(song);
    const at = test.now() + 60 * 24 * HOUR;
    const [releaseAt, earlyAccessUntil] = [at, at + 30 * 24 * HOUR].map((moment) => new Date(moment).toISOString());
    expect((await call("PUT", `/api/v1/releases/${id}/date`, { releaseAt, earlyAccessUntil })).status).toBe(200);
    expect((await call("POST", `/api/v1/releases/${id}/publish`)).status).toBe(200);
    const { track } = (await test.call("GET", `/api/v1/tracks/${song}`)).body;
    expect(Date.parse(track.earlyAccessUntil)).toBeLessThanOrEqual(test.now() + 30 * 24 * HOUR);
    expect(Date.parse(track.earlyAccessUntil)).toBeGreaterThan(test.now() + 29 * 24 * HOUR);
  });

  it("is named in no notification while nobody hears it, and in all of them again afterwards", async () => {
    const reader = await test.addPerson("Kemi");
    const { id, trackIds: [song = ""] } = await whole("Ẹ̀yìnlà", ["Ìrọ̀lẹ́"]);
    await makeReady(song);
    await call("PUT", `/api/v1/releases/${id}/date`, { releaseAt: new Date(test.now() + HOUR).toISOString() });
    await call("PUT", `/api/v1/upcoming/${id}/presave`, undefined, reader);
    test.pass(HOUR);
    await publishDue(test.world.deps);
    await test.world.settle();
    const said = await call("POST", "/api/v1/comments", { trackId: song, content: "At last" }, reader);
    const answer = { trackId: song, content: "Yes", replyTo: said.body.comment._id };
    await call("POST", "/api/v1/comments", answer, listener);
    await test.world.settle();
    const told = async (): Promise<string[]> => {
      const { notifications } = (await call("GET", "/api/v1/notifications", undefined, reader)).body;
      return notifications.map(({ title, body }: { title: string; body: string }) => `${title}: ${body}`);
    };
    const before = await told();
    expect(before).toEqual([
      "A reply to your comment: On “Ìrọ̀lẹ́”",
      "Out now: Ẹ̀yìnlà: Àdùkẹ́ Bright: it is among your liked songs",
    ]);
    const metadata = { actor: "system:test" };
    await setMusic(test.world.deps, { artistId: ada.userId, music: "hidden", metadata });
    expect(await told()).toEqual(["A reply to your comment: Someone replied to you"]);
    await setMusic(test.world.deps, { artistId: ada.userId, music: "stays", metadata });
    expect(await told()).toEqual(before);
  });

  it("whose moment comes before its songs are ready tells its artist and comes out when they are", async () => {
    const { id, trackIds: [song = ""] } = await whole("Late", ["Slow"]);
    await call("PUT", `/api/v1/releases/${id}/date`, { releaseAt: new Date(test.now() + HOUR).toISOString() });
    test.pass(HOUR);
    await publishDue(test.world.deps);
    await publishDue(test.world.deps);
    await test.world.settle();
    expect(await release(id)).toMatchObject({ status: "scheduled", stalled: "processing" });
    const told = (await call("GET", "/api/v1/notifications")).body.notifications;
    expect(told.filter(({ title }: { title: string }) => title.includes("is not out yet"))).toHaveLength(1);
    await makeReady(song);
    await publishDue(test.world.deps);
    await test.world.settle();
    expect([(await release(id)).status, await heard(song)]).toEqual(["published", true]);
  });

  it("says who changed it first when two edit it, and belongs to nobody else", async () => {
    const id = await draft("Ours", "album");
    expect((await call("PUT", `/api/v1/releases/${id}`, { title: "Mine", was: { title: "Ours" } })).status).toBe(200);
    const late = await call("PUT", `/api/v1/releases/${id}`, { title: "Yours", was: { title: "Ours" } });
    expect([late.status, late.body.error]).toEqual([
      409,
      expect.stringContaining(`changed this release on ${longTime(test.now())}`),
    ]);
    for (const [method, path] of [["GET", ""], ["DELETE", ""], ["POST", "/publish"], ["POST", "/withdraw"]] as const) {
      expect((await call(method, `/api/v1/releases/${id}${path}`, undefined, zee)).status).toBe(404);
    }
    expect((await addSong(id, "Planted", zee)).status).toBe(404);
    expect((await addSong(newId(), "Lost")).status).toBe(404);
    expect((await call("PUT", `/api/v1/releases/${id}`, { upc: "036000291453" })).body.error).toContain("no UPC");
    expect((await call("PUT", `/api/v1/releases/${id}`, { upc: "0 36000 29145 2" })).body.release.upc).toBe(
      "036000291452",
    );
    // Each release has its own, in whichever form it is typed; two that ask together do not both get it.
    const [hers, other] = [(await draftOf(zee)).id, await draft("Also ours")];
    const typed = (releaseId: string, upc: string, who = ada) =>
      call("PUT", `/api/v1/releases/${releaseId}`, { upc }, who);
    expect((await typed(hers, "0036000291452", zee)).body).toMatchObject({
      code: "upc_taken",
      error: expect.stringContaining("has this UPC"),
    });
    expect((await typed(other, "036000291452")).body).toMatchObject({ code: "upc_taken" });
    const both = await Promise.all([typed(hers, "4006381333931", zee), typed(other, "4006381333931")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const song = (await addSong(id, "Gone")).body.trackId;
    expect((await call("DELETE", `/api/v1/releases/${id}`)).status).toBe(200);
    expect((await call("GET", `/api/v1/releases/${id}`)).status).toBe(404);
    const own = (await call("GET", "/api/v1/my-tracks")).body.tracks.map(({ _id }: { _id: string }) => _id);
    expect(own).not.toContain(song);
  });
});

describe("an artist's name", () => {
  it("is free text, but never another account's, however it is written", async () => {
    const cover = await pictureOf();
    const upload = (artist: string) => call("POST", "/api/v1/upload", uploadForm(wav, cover, { artist }));
    for (
      const name of ["Zee Ɗanjuma", "zee  danjuma", "ZÉÉ DANJUMA", "Zее Danjuma", "Aduke Bright feat. Zee Danjuma"]
    ) {
      const refused = await upload(name);
      expect([name, refused.status, refused.body.code]).toEqual([name, 409, "artist_name_taken"]);
      expect(refused.body.error).toContain("name them as a featured artist");
    }
    for (const name of ["aduke bright", "Àdùkẹ́ Bright & The Lagos Strings"]) {
      expect((await upload(name)).status, name).toBe(201);
    }
    const { trackId } = (await upload("Somebody\u200b  Else")).body;
    const tracks = (await call("GET", "/api/v1/my-tracks")).body.tracks;
    expect(tracks.find(({ _id }: { _id: string }) => _id === trackId).artist).toBe("Somebody Else");
    const edit = await call("PUT", `/api/v1/tracks/${trackId}`, { artist: "Zee Danjuma" });
    expect(edit.body.code).toBe("artist_name_taken");
    // A title does not credit an artist who has not agreed; it may mention them.
    const titled = (title: string) => call("POST", "/api/v1/upload", uploadForm(wav, cover, { title }));
    for (const title of ["Omi Tutu (feat. Zee Danjuma)", "Zee Ɗanjuma - Omi Tutu"]) {
      expect((await titled(title)).body, title).toMatchObject({ code: "artist_name_taken" });
      expect((await call("PUT", `/api/v1/tracks/${trackId}`, { title })).body.code, title).toBe("artist_name_taken");
    }
    expect((await titled("Song for Zee Danjuma")).status).toBe(201);
    for (const artistName of ["Zее Ɗanjuma", "0rin Support"]) {
      const renamed = await call("PUT", "/api/v1/update-profile", { artistName });
      expect(renamed.body.code, artistName).toBe("artist_name_taken");
    }
  });
});

describe("several songs", () => {
  it("change together, all of them or none, and keep what was left out", async () => {
    const { trackIds: [one = "", two = ""] } = await whole("Together", ["First", "Second"]);
    const own = async (id: string) => (await call("GET", `/api/v1/tracks/${id}/credits/own`)).body.credits;
    await call("PUT", `/api/v1/tracks/${one}/credits`, {
      writers: ["Adé Ọlá"],
      producers: ["K"],
      isrc: "NGA012600077",
    });
    const trackIds = [one, two, one];
    const change = { trackIds, genre: "gospel", writers: ["Bọ́lá"] };
    expect((await call("PUT", "/api/v1/my-tracks", change)).status).toBe(200);
    const genres = async () =>
      (await call("GET", "/api/v1/my-tracks")).body.tracks
        .filter(({ _id }: { _id: string }) => trackIds.includes(_id)).map(({ genre }: { genre: string }) => genre);
    expect(await genres()).toEqual(["gospel", "gospel"]);
    expect(await own(one)).toMatchObject({ writers: ["Bọ́lá"], producers: ["K"], isrc: "NGA012600077" });
    expect(await own(two)).toMatchObject({ writers: ["Bọ́lá"], producers: [] });
    const foreign = (await addSong((await draftOf(zee)).id, "Hers", zee)).body.trackId;
    const refused = await call("PUT", "/api/v1/my-tracks", { ...change, trackIds: [two, foreign], genre: "jazz" });
    expect([refused.status, refused.body.code]).toEqual([403, "not_track_owner"]);
    expect(await genres()).toEqual(["gospel", "gospel"]);
    expect((await call("PUT", "/api/v1/my-tracks", { trackIds: [] })).status).toBe(400);
  });
});

describe("credits", () => {
  it("name who made a song, and a featured artist only once they accept", async () => {
    const { id, trackIds: [song = "", second = ""] } = await whole("Made", ["With", "Alone"]);
    const path = `/api/v1/tracks/${song}`;
    const written = { writers: ["Adé Ọlá"], producers: ["K"], isrc: "ng-a01-26-00001", explicit: true, language: "yo" };
    expect((await call("PUT", `${path}/credits`, written)).body.credits).toEqual({ ...written, isrc: "NGA012600001" });
    expect((await call("PUT", `${path}/credits`, { isrc: "NG-A01" })).body.error).toContain("no ISRC");
    const taken = await call("PUT", `/api/v1/tracks/${second}/credits`, { isrc: "NGA012600001" });
    expect([taken.status, taken.body.code]).toEqual([409, "isrc_taken"]);
    const late = await call("PUT", `${path}/credits`, { explicit: false, was: { writers: [] } });
    expect([late.status, late.body.code]).toEqual([409, "conflict"]);
    const events = await test.world.deps.store.readStream("social", `credits/${song}`);
    expect(JSON.stringify(events)).not.toContain("Adé");

    expect((await call("POST", `${path}/features`, { name: "Nobody At All" })).status).toBe(404);
    const asked = await call("POST", `${path}/features`, { name: "zee danjuma" });
    expect(asked.body.featured).toEqual([{ id: zee.userId, name: "Zee Ɗanjuma", status: "asked" }]);
    for (const one of [song, second]) await makeReady(one);
    await call("POST", `/api/v1/releases/${id}/publish`);
    const shown = async () => (await test.call("GET", `${path}/credits`)).body;
    expect(await shown()).toEqual({ credits: { ...written, isrc: "NGA012600001" }, featured: [] });
    await test.world.settle();
    const list = (await call("GET", "/api/v1/releases", undefined, zee)).body as ReleaseList;
    expect(list.asked).toMatchObject([{ trackId: song, title: "With", status: "asked" }]);
    expect((await call("PUT", `/api/v1/features/${song}`, { accept: true })).status).toBe(404);
    expect((await call("PUT", `/api/v1/features/${song}`, { accept: true }, zee)).status).toBe(200);
    expect((await shown()).featured).toEqual([{ id: zee.userId, name: "Zee Ɗanjuma" }]);
    await call("PUT", `/api/v1/features/${song}`, { accept: false }, zee);
    expect((await shown()).featured).toEqual([]);

    // A deleted song frees its code.
    await call("DELETE", path);
    await test.world.settle();
    expect((await call("PUT", `/api/v1/tracks/${second}/credits`, { isrc: "NGA012600001" })).status).toBe(200);
  });
});
