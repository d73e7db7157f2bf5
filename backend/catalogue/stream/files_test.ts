import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";

let test: TestCatalogue;
beforeAll(async () => void (test = await openTestCatalogue()));
afterAll(() => test[Symbol.asyncDispose]());

describe("GET /media/covers", () => {
  const key = `covers/${newId()}/0123456789abcdef`;
  const body = crypto.getRandomValues(new Uint8Array(900));
  beforeAll(async () => {
    await test.deps.files.put(`${key}/256.avif`, body, { contentType: "image/avif" });
    await test.deps.files.put(`${key}/64.webp`, body, { contentType: "image/webp" });
    await test.deps.files.put("sources/secret.wav", body, { contentType: "audio/wav" });
  });

  it("gives everybody a picture to keep for ever, its type by the end of the address", async () => {
    for (const [name, type] of [["256.avif", "image/avif"], ["64.webp", "image/webp"]]) {
      const answer = await test.call(`/media/${key}/${name}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(type);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(body);
    }
  });

  it("gives the next size for covers that were made before there were 160 pixels", async () => {
    const answer = await test.call(`/media/${key}/160.avif`);
    expect([answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([200, body]);
    expect((await test.call(`/media/${key}/160.webp`)).status).toBe(404);
  });

  it("answers HEAD and conditional requests without the bytes", async () => {
    const head = await test.call(`/media/${key}/256.avif`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "900"]);
    const etag = head.headers.get("etag") ?? "";
    expect((await test.call(`/media/${key}/256.avif`, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("reaches no other file, however the path is written", async () => {
    const paths = [
      `${key}/128.avif`,
      `${key}/256.png`,
      `${key}/../../../sources/secret.wav`,
      `${key}/..%2f..%2f..%2fsources%2fsecret.wav`,
      `${key}/256.avif%00`,
      "covers/../sources/secret.wav",
      "covers/..%2fsources%2fsecret.wav",
      "covers/%2e%2e/sources/secret.wav",
      "covers/..%5csources%5csecret.wav",
      "covers//sources/secret.wav",
      "covers/%00",
      "covers/",
    ];
    for (const path of paths) expect([path, (await test.call(`/media/${path}`)).status]).toEqual([path, 404]);
  });
});

describe("GET /api/v1/download", () => {
  const mp3 = { normal: 1_000, download: 5_000 };

  it("gives listeners the MP3 under the artist's and the track's name, in parts as well", async () => {
    const track = await test.addTrack({ artist: "Àdùkẹ́", title: 'Say "Yes"/No' }, mp3);
    const { token } = await test.logIn();
    const answer = await test.call(`/api/v1/download/${track.trackId}`, { token });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    expect(answer.headers.get("content-disposition")).toContain('filename="Aduke - Say _Yes__No.mp3"');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(track.bodies.get("download"));
    const part = await test.call(`/api/v1/download/${track.trackId}`, { token, headers: { range: "bytes=10-19" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  it("works as a plain link from a list, which no header goes with", async () => {
    const track = await test.addTrack({}, mp3);
    const { token } = await test.logIn();
    const urlFor = async (options: { token?: string }) => {
      const { tracks } = await (await test.call(`/api/v1/tracks?artistId=${track.ownerId}`, options)).json();
      return tracks[0].downloadUrl;
    };
    expect((await test.call(await urlFor({ token }), { method: "HEAD" })).status).toBe(200);
    const refused = await test.call(await urlFor({}));
    expect([refused.status, (await refused.json()).code]).toEqual([401, "unauthenticated"]);
  });

  it("is for accounts, and a stream's link does not open it", async () => {
    const track = await test.addTrack({}, mp3);
    const { streamUrl } = await (await test.call(`/api/v1/stream/${track.trackId}`)).json();
    const token = new URL(streamUrl, "http://orin.test").search;
    for (const query of ["", "?token=x", token]) {
      expect((await test.call(`/api/v1/download/${track.trackId}${query}`)).status).toBe(401);
    }
  });

  it("is for tracks whose creator permits it and whose MP3 stands", async () => {
    const { token } = await test.logIn();
    const kept = await test.addTrack({ downloadable: false }, mp3);
    const early = await test.addTrack({}, { normal: 1_000 });
    const answers = [kept.trackId, early.trackId, newId(), "7"].map(async (id) => {
      const answer = await test.call(`/api/v1/download/${id}`, { token });
      return [answer.status, (await answer.json()).error];
    });
    expect(await Promise.all(answers)).toEqual([
      [403, "The artist does not offer this track for download"],
      [404, "No download URL available for this track."],
      [404, "Track not found"],
      [404, "Track not found"],
    ]);
    const { tracks } = await (await test.call(`/api/v1/tracks?artistId=${early.ownerId}`, { token })).json();
    expect(tracks[0]).not.toHaveProperty("downloadUrl");
  });
});
