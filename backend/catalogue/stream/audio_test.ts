import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { givePremium } from "../../testing/premium.ts";

const HOUR_MS = 3_600_000;
const BYTES = 300_000;
let test: TestCatalogue;
let track: TestTrack;
let body: Uint8Array<ArrayBuffer>;
let url: string;
beforeAll(async () => {
  test = await openTestCatalogue();
  track = await test.addTrack({}, { normal: BYTES, high: 400_000 });
  body = track.bodies.get("normal") ?? new Uint8Array();
  url = await streamUrl();
});
afterAll(() => test[Symbol.asyncDispose]());

async function streamUrl(options: { quality?: string; token?: string } = {}): Promise<string> {
  const { quality = "normal", ...rest } = options;
  const answer = await test.call(`/api/v1/stream/${track.trackId}?quality=${quality}`, rest);
  return (await answer.json()).streamUrl;
}

const get = (headers: Record<string, string> = {}, method = "GET") => test.call(url, { headers, method });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe("GET /media/audio", () => {
  it("sends the whole file with everything a player needs to know", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "audio/mp4",
      "content-length": String(BYTES),
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=21600",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-expose-headers": expect.stringContaining("content-range"),
    });
    expect(await bytesOf(answer)).toEqual(body);
  });

  it("sends parts: closed, open, of the end, cut at the end", async () => {
    const parts: [string, number, number][] = [
      ["bytes=0-1", 0, 1],
      ["bytes=100-70000", 100, 70_000],
      ["bytes=299990-", 299_990, BYTES - 1],
      ["bytes=-10", BYTES - 10, BYTES - 1],
      ["bytes=0-9999999", 0, BYTES - 1],
    ];
    for (const [range, start, end] of parts) {
      const answer = await get({ range });
      expect([range, answer.status]).toEqual([range, 206]);
      expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/${BYTES}`);
      expect(answer.headers.get("content-length")).toBe(String(end - start + 1));
      expect(await bytesOf(answer)).toEqual(body.subarray(start, end + 1));
    }
  });

  it("answers 416 with the length for what lies behind the end", async () => {
    for (const range of [`bytes=${BYTES}-`, "bytes=-0"]) {
      const answer = await get({ range });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${BYTES}`]);
    }
  });

  it("sends the whole file for ranges it does not know", async () => {
    for (const range of ["bytes=0-1,5-9", "seconds=1-2", "bytes=9-1"]) {
      const answer = await get({ range });
      expect([range, answer.status, (await bytesOf(answer)).length]).toEqual([range, 200, BYTES]);
    }
  });

  it("goes on with a part only of the same file", async () => {
    const etag = (await get({}, "HEAD")).headers.get("etag") ?? "";
    const same = await get({ range: "bytes=5-9", "if-range": etag });
    expect([same.status, (await bytesOf(same)).length]).toEqual([206, 5]);
    const other = await get({ range: "bytes=5-9", "if-range": '"other"' });
    expect(other.status).toBe(200);
    expect(await bytesOf(other)).toEqual(body);
    expect((await get({ "if-none-match": etag })).status).toBe(304);
  });

  it("answers HEAD like GET, without a byte and whatever range is asked", async () => {
    const answer = await get({ range: "bytes=0-1" }, "HEAD");
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(BYTES)]);
    expect(await bytesOf(answer)).toHaveLength(0);
  });

  it("serves each quality under its own link", async () => {
    const { userId, token } = await test.logIn();
    await givePremium(test.deps, userId);
    const high = await streamUrl({ quality: "high", token });
    expect((await bytesOf(await test.call(high))).length).toBe(400_000);
    expect(await streamUrl({ quality: "saver" })).toContain(`/media/audio/${track.trackId}/normal?`);
  });
});

describe("the link's token", () => {
  const expired = async (path: string) => {
    const answer = await test.call(path);
    expect([path.slice(0, 60), answer.status]).toEqual([path.slice(0, 60), 403]);
    expect(await answer.json()).toMatchObject({ code: "media_link_expired" });
  };

  it("fits one track and one quality only", async () => {
    const other = await test.addTrack();
    await expired(url.replace(track.trackId, other.trackId));
    await expired(url.replace("/normal?", "/high?"));
  });

  it("is needed, and no other token will do: not a session's, not one for reports, not a bearer header", async () => {
    const { token, userId } = await test.logIn();
    const report = await test.deps.tokens.signReport(userId);
    const path = `/media/audio/${track.trackId}/normal`;
    for (const bad of ["", "?token=", "?token=x", `?token=${token}`, `?token=${report.token}`]) {
      await expired(path + bad);
    }
    expect((await test.call(path, { token })).status).toBe(403);
  });

  it("works beside the session's token that documented clients append", async () => {
    const { token } = await test.logIn();
    for (const appended of [`${url}&token=${token}`, `${url}?token=${token}`, url.replace("?", `?token=${token}&`)]) {
      expect((await test.call(appended, { method: "HEAD" })).status).toBe(200);
    }
  });

  it("expires after six hours", async () => {
    await using own = await openTestCatalogue();
    const { trackId } = await own.addTrack();
    const { streamUrl, expiresAt } = await (await own.call(`/api/v1/stream/${trackId}`)).json();
    expect(Date.parse(expiresAt)).toBe(own.deps.now() + 6 * HOUR_MS);
    own.pass(6 * HOUR_MS - 1);
    expect((await own.call(streamUrl, { method: "HEAD" })).status).toBe(200);
    own.pass(1);
    expect((await own.call(streamUrl)).status).toBe(403);
  });

  it("is of no use where a session is asked for", async () => {
    const token = new URL(url, "http://orin.test").searchParams.get("token") ?? "";
    expect((await test.call(`/api/v1/follow/${newId()}`, { method: "POST", token })).status).toBe(401);
  });
});

describe("paths that lead nowhere", () => {
  it("answers 404 for unknown and malformed ids and qualities, never 500", async () => {
    const token = url.slice(url.indexOf("?"));
    const id = track.trackId;
    const paths = [
      ...["7", newId().slice(1), "%00", "..%2f..%2fetc%2fpasswd", "'or 1=1"].map((bad) => `/media/audio/${bad}/normal`),
      ...["hifi", "download", "normal.m4a", "%2e%2e", "..%2fnormal.m4a"].map((bad) => `/media/audio/${id}/${bad}`),
      `/media/audio/${id}`,
      `/media/audio/${id}/normal/x`,
    ];
    for (const path of paths) expect([path, (await test.call(path + token)).status]).toEqual([path, 404]);
    for (const bad of [newId(), "7", "%00"]) {
      const answer = await test.call(`/api/v1/stream/${bad}`);
      expect([answer.status, (await answer.json()).error]).toEqual([404, "Track not found"]);
    }
    expect((await test.call(`/api/v1/stream/${id}?quality=hifi`)).status).toBe(400);
  });
});
