import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { givePremium } from "../../testing/premium.ts";
import { endSubscription } from "../../subscriptions/grant.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { lastLicences } from "../../../projections/catalogue/offline_licences.ts";

const DAY_MS = 24 * 3_600_000;
const DEVICE = "device-one";
let test: TestCatalogue;
let track: TestTrack;

beforeAll(async () => {
  test = await openTestCatalogue();
  track = await test.addTrack({}, { saver: 40_000, normal: 90_000, high: 150_000 });
});
afterAll(() => test[Symbol.asyncDispose]());

const get = async (path: string, token?: string) => {
  const answer = await test.call(path, token === undefined ? {} : { token });
  return { status: answer.status, body: await answer.json() };
};
const licenceOf = (token: string, device = DEVICE) => get(`/api/v1/offline-licence?deviceId=${device}`, token);
const copyOf = (token: string, licence: string, quality = "high", trackId = track.trackId) =>
  get(`/api/v1/offline-copy/${trackId}?licence=${encodeURIComponent(licence)}&quality=${quality}`, token);

async function premium() {
  const person = await test.logIn();
  await givePremium(test.deps, person.userId);
  return person;
}

describe("GET /api/v1/offline-licence", () => {
  it("asks visitors to log in, and tells who has no Premium that offline mode is part of it", async () => {
    expect((await get(`/api/v1/offline-licence?deviceId=${DEVICE}`)).status).toBe(401);
    const { token } = await test.logIn();
    expect(await licenceOf(token)).toMatchObject({
      status: 403,
      body: { code: "premium_only", error: "Offline mode is part of Premium" },
    });
    expect((await licenceOf(token, "x")).status).toBe(400);
  });

  it("lasts 14 days from each check, and is kept for the device", async () => {
    const { userId, token } = await premium();
    const first = await licenceOf(token);
    expect(first.body).toMatchObject({ deviceId: DEVICE, issuedAt: test.deps.now(), now: test.deps.now() });
    expect(first.body.until).toBe(test.deps.now() + 14 * DAY_MS);
    expect((await licenceOf(token)).body.licence).toBe(first.body.licence);
    test.pass(3 * DAY_MS);
    const later = await licenceOf(token);
    expect(later.body.until).toBe(first.body.until + 3 * DAY_MS);
    expect([...(await lastLicences(test.deps.store.sql, 0, [userId])).values()]).toEqual([
      { from: later.body.issuedAt, until: later.body.until, kind: "premium" },
    ]);
  });
});

describe("GET /api/v1/offline-copy", () => {
  it("says where the whole file is, how long it is and what it hashes to, in the wanted quality", async () => {
    const { token } = await premium();
    const { licence } = (await licenceOf(token)).body;
    for (const quality of ["saver", "normal", "high"] as const) {
      const { status, body } = await copyOf(token, licence, quality);
      expect([status, body.quality]).toEqual([200, quality]);
      const file = new Uint8Array(await (await test.call(body.url)).arrayBuffer());
      expect([file.length, createHash("sha256").update(file).digest("hex")]).toEqual([body.bytes, body.sha256]);
    }
    expect((await copyOf(token, licence, "high", crypto.randomUUID())).status).toBe(404);
    expect((await copyOf(token, licence, "best")).status).toBe(400);
  });

  it("wants a licence of this person that we signed and that has not run out, and Premium now", async () => {
    const { userId, token } = await premium();
    const { licence } = (await licenceOf(token)).body;
    const other = await premium();
    const [body = "", signature = ""] = licence.split(".");
    const forged = Buffer.from(JSON.stringify([other.userId, DEVICE, 0, Date.now() * 2])).toString("base64url");
    const refused = { status: 403, body: { code: "premium_only" } };
    for (const bad of ["x", body, `${forged}.${signature}`]) expect(await copyOf(token, bad)).toMatchObject(refused);
    expect(await copyOf(other.token, licence)).toMatchObject(refused);
    expect((await copyOf(token, licence)).status).toBe(200);
    await test.deps.store.execute(endSubscription, { userId, shard: 0 }, {
      logs: shardLogs(0),
      metadata: { actor: "system:test" },
    });
    expect(await copyOf(token, licence)).toMatchObject(refused);
    expect(await licenceOf(token)).toMatchObject(refused);
    await givePremium(test.deps, userId);
    test.pass(14 * DAY_MS);
    expect(await copyOf(token, licence)).toMatchObject(refused);
  });
});

describe("a taste of offline mode without Premium", () => {
  const taste = (token: string, device = DEVICE) => get(`/api/v1/offline-licence?deviceId=${device}&taste=true`, token);
  const song = async (method: string, trackId: string, token?: string) => {
    const answer = await test.call(`/api/v1/saved-songs/${trackId}`, { method, ...token !== undefined && { token } });
    return { status: answer.status, body: await answer.json() };
  };

  it("is five songs over all devices, which alone can be copied, and the sixth is refused with words", async () => {
    const { userId, token } = await test.logIn();
    const { body } = await taste(token);
    expect(body).toMatchObject({ kind: "taste", limit: 5, songs: [], until: test.deps.now() + 14 * DAY_MS });
    expect(await copyOf(token, body.licence)).toMatchObject({ status: 403, body: { code: "premium_only" } });
    expect(await song("PUT", track.trackId)).toMatchObject({ status: 401 });
    expect(await song("PUT", newId(), token)).toMatchObject({ status: 404 });
    const songs = await Promise.all([1, 2, 3, 4].map(() => test.addTrack({}, { normal: 9_000 })));
    for (const { trackId } of [track, track, ...songs]) expect((await song("PUT", trackId, token)).status).toBe(200);
    const sixth = (await test.addTrack({}, { normal: 9_000 })).trackId;
    expect(await song("PUT", sixth, token)).toMatchObject({ status: 409, body: { code: "taste_full" } });
    expect((await copyOf(token, body.licence)).body).toMatchObject({ quality: "normal" });
    const phone = (await taste(token, "device-two")).body;
    expect(phone.songs).toHaveLength(5);
    expect((await copyOf(token, phone.licence, "normal", sixth)).status).toBe(403);
    expect((await song("DELETE", track.trackId, token)).body.songs[0]).toMatchObject({ isRemoved: true });
    expect((await copyOf(token, body.licence)).status).toBe(403);
    expect((await song("PUT", sixth, token)).status).toBe(409);
    test.pass(7 * DAY_MS);
    expect((await song("PUT", sixth, token)).status).toBe(200);
    await givePremium(test.deps, userId);
    expect((await taste(token)).body).toMatchObject({ kind: "premium" });
  });

  it("earns for the songs that were saved, for no others that were sent, and on no third party's word", async () => {
    const { token } = await test.logIn();
    const other = await test.addTrack({}, { normal: 90_000 });
    const { licence } = (await taste(token)).body;
    await song("PUT", track.trackId, token);
    await (await test.call((await copyOf(token, licence, "normal")).body.url)).arrayBuffer();
    const streamed = await get(`/api/v1/stream/${other.trackId}?quality=normal`, token);
    await (await test.call(streamed.body.streamUrl)).arrayBuffer();
    test.pass(2 * DAY_MS);
    const play = async (trackId: string, deviceId = DEVICE) => {
      test.pass(60_000);
      const body = { listenedMs: 60_000, playId: newId(), sentAt: test.deps.now(), deviceId, offline: true };
      return await (await test.call(`/api/v1/play/${trackId}`, { method: "POST", token, body })).json();
    };
    expect(await play(other.trackId)).toMatchObject({ tokens: 0, reason: "not_delivered" });
    expect(await play(track.trackId, "device-two")).toMatchObject({ tokens: 0, reason: "not_delivered" });
    expect(await play(track.trackId)).toMatchObject({ status: "accepted", tokens: 0.2 });
  });
});

describe("a saved song", () => {
  it("earns by its device's licence long after the copy was sent, and on no other device", async () => {
    const { token } = await premium();
    const { licence } = (await licenceOf(token)).body;
    await (await test.call((await copyOf(token, licence)).body.url)).arrayBuffer();
    test.pass(3 * DAY_MS);
    const play = async (deviceId: string) => {
      test.pass(60_000);
      const playId = newId();
      const body = { listenedMs: 60_000, playId, sentAt: test.deps.now(), deviceId, offline: true };
      return await (await test.call(`/api/v1/play/${track.trackId}`, { method: "POST", token, body })).json();
    };
    expect(await play("device-two")).toMatchObject({ status: "capped", tokens: 0, reason: "not_delivered" });
    expect(await play(DEVICE)).toMatchObject({ status: "accepted", tokens: 0.2 });
  });
});

describe("GET /api/v1/stream", () => {
  it("gives 160 kbit/s to Premium alone, and says so to others, who get 96", async () => {
    const { token } = await test.logIn();
    const ask = (who: string, quality: string) => get(`/api/v1/stream/${track.trackId}?quality=${quality}`, who);
    const free = await ask(token, "high");
    expect(free.body).toMatchObject({ quality: "normal", message: "High quality is part of Premium" });
    expect(free.body.streamUrl).toContain("/normal?token=");
    expect((await ask(token, "saver")).body).toMatchObject({ quality: "saver" });
    const listed = await get("/api/v1/tracks?quality=high", token);
    expect(listed.body.tracks[0].audioUrl).toContain("/normal?token=");
    const paying = await ask((await premium()).token, "high");
    expect([paying.body.quality, paying.body.message]).toEqual(["high", undefined]);
    expect((await test.call(paying.body.streamUrl)).headers.get("content-length")).toBe("150000");
  });
});
