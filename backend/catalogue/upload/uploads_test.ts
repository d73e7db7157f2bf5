import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { addUpload, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureBomb, pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { workRenditions } from "../rendition/reactions.ts";
import { tidyTrackFiles } from "./tidy.ts";
import { listMyTracks as listMyTracksCall } from "../../contract/calls/uploads.ts";
import { answerOf } from "../../testing/answers.ts";

let test: TestListeners;
let ada: TestPerson;
let wav: Bytes;
let cover: Bytes;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  workRenditions(test.world.deps);
  [ada, cover, wav] = [await test.member("creator"), await pictureOf(), wavOf(3)];
});
afterAll(() => test[Symbol.asyncDispose]());

const upload = (body: FormData, { token } = ada, headers: Record<string, string> = {}) =>
  test.call("POST", "/api/v1/upload", { token, body, headers });
const myTracks = async ({ token } = ada) =>
  answerOf(listMyTracksCall, (await test.call("GET", "/api/v1/my-tracks", { token })).body);
const find = async (trackId: string) => (await myTracks()).tracks.find((track) => track._id === trackId);
const listed = async () =>
  (await test.call("GET", "/api/v1/tracks?limit=100")).body.tracks.map((one: { _id: string }) => one._id);
const storedFiles = async (trackId: string) => {
  const prefixes = [`sources/${trackId}`, `tracks/${trackId}/`, `covers/${trackId}/`];
  const found = await Promise.all(prefixes.map((prefix) => Array.fromAsync(test.world.deps.files.list(prefix))));
  return found.flat().length;
};
const workFiles = () => Array.fromAsync(Deno.readDir(test.world.deps.media.workDir));

describe("POST /api/v1/upload", () => {
  it("takes the documented form: processing at first, then ready with the measured duration", async () => {
    const { status, body } = await upload(uploadForm(wav, cover, { duration: "9:59" }));
    expect([status, body.success, body.message]).toEqual([201, true, "Track uploaded successfully"]);
    expect(await find(body.trackId)).toMatchObject({
      state: "processing",
      title: "Ìfẹ́ Mi",
      duration: "0:03",
      audioUrl: "",
    });
    expect(await listed()).not.toContain(body.trackId);
    await test.world.settle();
    const track = await find(body.trackId);
    expect(track).toMatchObject({
      state: "ready",
      artist: "Adaeze",
      genre: "highlife",
      durationSeconds: 3,
      downloadable: true,
    });
    expect(track?.coverImageUrl).toMatch(/^\/media\/covers\//);
    expect(await listed()).toContain(body.trackId);
    const audio = await test.world.app.request(track?.audioUrl ?? "");
    expect([audio.status, audio.headers.get("content-type")]).toEqual([200, "audio/mp4"]);
    expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    expect(await workFiles()).toEqual([]);
  });

  it.each(["title", "artist", "genre", "duration"])(
    "says 'Please fill in all required fields' without %s",
    async (name) => {
      for (const text of [null, " "]) {
        const { status, body } = await upload(uploadForm(wav, cover, { [name]: text }));
        expect([status, body.error]).toEqual([400, "Please fill in all required fields"]);
      }
    },
  );

  it("says the same without the recording or the cover", async () => {
    for (const form of [uploadForm(null, cover), uploadForm(wav, null)]) {
      const { status, body } = await upload(form);
      expect([status, body.message]).toEqual([400, "Please fill in all required fields"]);
    }
  });

  it("is for creators: 401 for visitors, 403 for listeners", async () => {
    const listener = await test.member("listener");
    expect((await test.call("POST", "/api/v1/upload", { body: uploadForm(wav, cover) })).status).toBe(401);
    expect((await upload(uploadForm(wav, cover), listener)).status).toBe(403);
    expect((await test.call("GET", "/api/v1/my-tracks", { token: listener.token })).status).toBe(403);
  });

  it("is one track when it is sent again with its key", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await upload(uploadForm(wav, cover), ada, headers);
    const again = await upload(uploadForm(wav, cover), ada, headers);
    expect(again.body.trackId).toBe(first.body.trackId);
    const others = await upload(uploadForm(wav, cover), await test.member("creator"), headers);
    expect(others.body.trackId).not.toBe(first.body.trackId);
  });

  it("keeps an album with the order of its tracks", async () => {
    for (const trackNumber of ["1", "2"]) {
      test.pass(1);
      await upload(uploadForm(wav, cover, { title: `Part ${trackNumber}`, album: "Àjọ", trackNumber }));
    }
    const album = (await myTracks()).tracks.filter((track) => track.album === "Àjọ");
    expect(album.map(({ title, trackNumber }) => [title, trackNumber])).toEqual([["Part 2", 2], ["Part 1", 1]]);
  });
});

describe("hostile uploads", () => {
  beforeAll(() => test.world.settle());
  const text = (words: string): Bytes => new TextEncoder().encode(words);
  const svg = text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`);
  const cases: [string, () => FormData, string][] = [
    [
      "a text called song.mp3",
      () => uploadForm(new File([text("not a song at all")], "song.mp3"), cover),
      "This is a text file, which we cannot take: please upload MP3, M4A",
    ],
    [
      "an HTML page behind an ID3 tag",
      () => uploadForm(text("ID3\x04\0\0\0\0\0\0<html><script>alert(1)</script>"), cover),
      "This is a web page, which we cannot take",
    ],
    [
      "an AMR recording",
      () => uploadForm(new File([text(`#!AMR\n${"\x3c\x48".repeat(2_000)}`)], "voice.amr"), cover),
      "This is an AMR recording, which we cannot take: please upload MP3, M4A",
    ],
    ["half a WAV", () => uploadForm(wav.slice(0, wav.length / 2), cover), "incomplete"],
    ["no bytes", () => uploadForm(new Uint8Array(), cover), "empty"],
    ["half a second", () => uploadForm(wavOf(0.5), cover), "shorter than one second"],
    ["silence", () => uploadForm(wav.map((byte, at) => at < 44 ? byte : 0), cover), "This recording is silent"],
    [
      "an SVG with a script as cover",
      () => uploadForm(wav, new File([svg], "cover.svg")),
      "This is an SVG drawing, which we cannot take: please choose a JPEG",
    ],
    ["an SVG called cover.png", () => uploadForm(wav, svg), "This is an SVG drawing"],
    ["a sound as cover", () => uploadForm(wav, wav), "This is a recording or a video, which we cannot take"],
    [
      "a picture as sound",
      () => uploadForm(cover, cover),
      "This is a picture, which we cannot take: please upload MP3",
    ],
    ["a picture bomb", () => uploadForm(wav, pictureBomb()), "too large"],
    ["an unknown genre", () => uploadForm(wav, cover, { genre: "noise" }), "Choose a genre from the list."],
    ["an endless title", () => uploadForm(wav, cover, { title: "x".repeat(5_000) }), "too long"],
  ];

  it.each(cases)("refuse %s with clear words and leave nothing", async (_, form, words) => {
    const sources = () => Array.fromAsync(test.world.deps.files.list("sources/"));
    const before = [(await myTracks()).tracks.length, (await sources()).length];
    const headers = { "idempotency-key": newId() };
    const { status, body } = await upload(form(), ada, headers);
    expect(body.error).toContain(words);
    expect(status >= 400 && status < 500).toBe(true);
    expect([(await myTracks()).tracks.length, (await sources()).length]).toEqual(before);
    expect(await workFiles()).toEqual([]);
  });

  it.each([
    ["another content type", "application/json", "{}", 415],
    ["no boundary", "multipart/form-data", "x", 400],
    [
      "a boundary that never comes",
      "multipart/form-data; boundary=a",
      "--b\r\ncontent-disposition: form-data; name=x\r\n\r\n1",
      400,
    ],
    [
      "a form that breaks off",
      "multipart/form-data; boundary=a",
      '--a\r\ncontent-disposition: form-data; name="audioFile"; filename="a"\r\n\r\nRIFF',
      400,
    ],
    ["an empty body", "multipart/form-data; boundary=a", "", 400],
    [
      "NUL in a text",
      "multipart/form-data; boundary=a",
      '--a\r\ncontent-disposition: form-data; name="title"\r\n\r\n\0\r\n--a--',
      400,
    ],
  ])("are answered when they have %s", async (_, type, body, expected) => {
    const headers = { authorization: `Bearer ${ada.token}`, "content-type": type };
    const answer = await test.world.app.request("/api/v1/upload", { method: "POST", headers, body });
    expect(answer.status).toBe(expected);
    expect((await answer.json()).error).not.toBe("");
    expect(await workFiles()).toEqual([]);
  });

  it("cannot name a file or field outside of the form's own", async () => {
    const form = uploadForm(wav, cover, { "__proto__": "x" });
    form.set("../../evil", new File([wav], "../../../evil.wav"));
    const { status } = await upload(form);
    expect(status).toBe(201);
    await test.world.settle();
    expect(await workFiles()).toEqual([]);
  });
});

describe("a track of one's own", () => {
  const uploaded = async () => (await upload(uploadForm(wav, cover, { downloadable: "false" }))).body.trackId as string;

  it("fails visibly when its recording cannot be prepared", async () => {
    const { deps } = test.world;
    const trackId = newId();
    const sourceKey = `sources/${trackId}.wav`;
    await deps.files.put(sourceKey, new TextEncoder().encode("broken"), { contentType: "audio/wav" });
    await addUpload(deps, { trackId, ownerId: ada.userId, durationMs: 3_000, downloadable: true, sourceKey });
    await test.world.settle();
    expect(await find(trackId)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("This is a text file, which we cannot take"),
    });
  });

  it("changes its title, genre, cover and permission, and gets its MP3 with that", async () => {
    const trackId = await uploaded();
    await test.world.settle();
    expect((await find(trackId))?.downloadUrl).toBeUndefined();
    const body = { title: "New", genre: "Jazz", downloadable: true };
    const turned = { token: ada.token, body: { ...body, title: "turned \u202e around" } };
    expect((await test.call("PUT", `/api/v1/tracks/${trackId}`, turned)).body.fields).toEqual({
      title: "Title has characters that cannot be shown",
    });
    const luring = { token: ada.token, body: { ...body, title: "Win at www.orin-prizes.com" } };
    expect((await test.call("PUT", `/api/v1/tracks/${trackId}`, luring)).body.fields).toEqual({
      title: "Title cannot hold a web address",
    });
    const changed = await test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body });
    expect([changed.status, changed.body.message]).toEqual([200, "Track updated successfully"]);
    const before = await find(trackId);
    expect(before).toMatchObject({ title: "New", genre: "jazz", downloadable: true });
    const form = new FormData();
    form.set("coverImage", new File([await pictureOf(200, "#aa2200")], "new.png"));
    form.set("title", "Newer");
    expect((await test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body: form })).status).toBe(200);
    await test.world.settle();
    const after = await find(trackId);
    expect(after).toMatchObject({ title: "Newer", genre: "jazz" });
    expect(after?.coverImageUrl).not.toBe(before?.coverImageUrl);
    expect(after?.downloadUrl).toContain("/api/v1/download/");
  });

  it("keeps the change that came first where two forms were loaded before it", async () => {
    const trackId = await uploaded();
    await test.world.settle();
    const { title, genre } = (await find(trackId)) ?? {};
    const was = { title, genre, downloadable: false };
    const change = (body: FormData | object) =>
      test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body });
    expect((await change({ title: "First", genre, downloadable: false, was })).status).toBe(200);
    expect((await change({ title: "First", genre, downloadable: false, was })).status).toBe(200);
    const late = await change({ title: "Second", genre, downloadable: false, was });
    expect([late.status, late.body.code]).toEqual([409, "conflict"]);
    expect(late.body.message).toMatch(
      /^Adaeze changed this track on \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d \(Lagos time\)\. Nothing was saved: open the form again\.$/,
    );
    const form = new FormData();
    form.set("coverImage", new File([await pictureOf(200, "#00aa22")], "late.png"));
    form.set("title", "Third");
    form.set("was", JSON.stringify(was));
    expect((await change(form)).status).toBe(409);
    form.set("was", "no JSON");
    expect((await change(form)).status).toBe(400);
    expect(await find(trackId)).toMatchObject({ title: "First" });
  });

  it("is changed and deleted by its owner or an admin alone, and leaves every list and the disk", async () => {
    const trackId = await uploaded();
    await test.world.settle();
    const [other, admin] = [await test.member("creator"), await test.member("listener", { isAdmin: true })];
    const remove = (token?: string) =>
      test.call("DELETE", `/api/v1/tracks/${trackId}`, token === undefined ? {} : { token });
    expect([(await remove()).status, (await remove(other.token)).status]).toEqual([401, 403]);
    const edit = { token: other.token, body: { title: "Mine" } };
    expect((await test.call("PUT", `/api/v1/tracks/${trackId}`, edit)).status).toBe(403);
    expect(await listed()).toContain(trackId);
    await tidyTrackFiles(test.world.deps, trackId);
    expect(await storedFiles(trackId)).toBeGreaterThan(0);
    expect((await remove(admin.token)).body).toEqual({ message: "Track deleted successfully" });
    expect(await listed()).not.toContain(trackId);
    expect(await find(trackId)).toBeUndefined();
    expect((await test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body: { title: "Back" } })).status)
      .toBe(404);
    test.pass(8 * 3_600_000);
    await test.world.settle();
    expect(await storedFiles(trackId)).toBe(0);
  });
});
