import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServedBytes } from "../catalogue/stream/served_bytes.ts";
import { newId } from "../contract/ids.ts";
import type { PlayReward } from "../contract/listening.ts";
import type { Sql } from "../store/sql.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../testing/catalogue.ts";

const ADA = newId();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A song of two minutes: a KB is a second. */
const BYTES = 120_000;
let test: TestCatalogue;
let track: TestTrack;
let listener: { userId: string; token: string };
beforeEach(async () => {
  test = await openTestCatalogue();
  track = await test.addTrack({ durationMs: 120_000 }, { normal: BYTES, saver: BYTES / 2 });
  listener = await test.logIn();
  test.pass(HOUR_MS);
});
afterEach(() => test[Symbol.asyncDispose]());

/** The address of the song in a list. */
async function listed(token = listener.token, deviceId?: string): Promise<string> {
  const headers = deviceId === undefined ? {} : { "x-device-id": deviceId };
  const { tracks } = await (await test.call("/api/v1/tracks", { token, headers })).json();
  return tracks.find((one: { _id: string }) => one._id === track.trackId).audioUrl;
}

async function granted(query = "", token = listener.token): Promise<string> {
  return (await (await test.call(`/api/v1/stream/${track.trackId}${query}`, { token })).json()).streamUrl;
}

/** Takes seconds of the song. */
async function take(url: string, [from, to]: [number, number] = [0, 120]): Promise<number> {
  const bytesPerSecond = url.includes("/saver") ? 500 : 1_000;
  const range = `bytes=${from * bytesPerSecond}-${to * bytesPerSecond - 1}`;
  const answer = await test.call(url, { headers: { range } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Reports seconds that ended right now. */
async function report(seconds: number, more: object = {}, token = listener.token): Promise<PlayReward> {
  const body = { listenedMs: seconds * 1_000, playId: newId(), sentAt: test.deps.now(), ...more };
  return await (await test.call(`/api/v1/play/${track.trackId}`, { method: "POST", token, body })).json();
}

describe("a play earns for sound that was delivered", () => {
  it("and nothing without a byte: 200 with the documented fields, 0 tokens and the reason", async () => {
    expect(await report(60)).toMatchObject({
      ...{ status: "capped", tokens: 0, reason: "not_delivered", newBalance: 0, alreadyEarned: false },
      ...{ freePlayCount: 1, freePlayLimit: 20 },
    });
    expect(await report(60, { offline: true, deviceId: "my-phone-1" })).toMatchObject({ tokens: 0 });
  });

  it("by the address of a list, with and without a playId, each second once", async () => {
    await take(await listed(), [0, 60]);
    const { status: first, tokens } = await report(30);
    expect([first, tokens]).toEqual(["accepted", 0.1]);
    test.pass(MINUTE_MS);
    expect(await report(30, { playId: undefined, durationPlayed: 0.5 })).toMatchObject({
      status: "accepted",
      tokens: 0.1,
    });
    test.pass(MINUTE_MS);
    expect(await report(30)).toMatchObject({ status: "capped", tokens: 0, reason: "not_delivered" });
  });

  it("for what was delivered of it, and pays the rest once it is", async () => {
    const url = await granted();
    const playId = newId();
    await take(url, [0, 40]);
    const startedAt = test.deps.now() - MINUTE_MS;
    expect(await report(60, { playId, startedAt })).toMatchObject({ tokens: 0.13, reason: "not_delivered" });
    await take(url, [40, 120]);
    test.pass(MINUTE_MS);
    expect(await report(120, { playId, startedAt })).toMatchObject({ status: "accepted", tokens: 0.4 });
  });

  it("when its beginning was loaded ahead, before its turn came", async () => {
    const url = await granted();
    await take(url, [0, 8]);
    test.pass(2 * MINUTE_MS);
    const startedAt = test.deps.now();
    await take(url, [8, 120]);
    test.pass(2 * MINUTE_MS);
    expect(await report(120, { startedAt })).toMatchObject({ status: "accepted", tokens: 0.4 });
  });

  it("whatever the order of its ranges, in two renditions, and once where a range comes again", async () => {
    await take(await granted("?quality=saver"), [30, 60]);
    await take(await granted(), [0, 30]);
    for (let again = 0; again < 5; again++) await take(await granted(), [0, 30]);
    expect(await report(60)).toMatchObject({ status: "accepted", tokens: 0.2 });
  });

  it("before the network went away: what was buffered proves the time until the ticket ends", async () => {
    await take(await granted());
    const startedAt = test.deps.now();
    test.pass(5 * HOUR_MS);
    expect(await report(120, { startedAt, offline: true })).toMatchObject({ status: "accepted", tokens: 0.4 });
    await take(await listed());
    const later = test.deps.now() + 8 * HOUR_MS;
    test.pass(9 * HOUR_MS);
    const said = { startedAt: later };
    expect(await report(60, said)).toMatchObject({ tokens: 0, reason: "not_delivered" });
  });

  it("and not for time before it: one burst ahead, and never the days that went by", async () => {
    await take(await granted());
    const hourAgo = test.deps.now() - HOUR_MS / 2;
    expect(await report(60, { startedAt: hourAgo })).toMatchObject({ tokens: 0, reason: "not_delivered" });
    expect(await report(120, { startedAt: test.deps.now() - 120_000 })).toMatchObject({ tokens: 0.4 });
  });

  it("under a fresh link of the same stream, after the first has ended", async () => {
    await take(await granted(), [0, 60]);
    const startedAt = test.deps.now();
    test.pass(MINUTE_MS);
    expect(await report(60, { startedAt })).toMatchObject({ status: "accepted", tokens: 0.2 });
    const link = { subject: listener.userId, trackId: track.trackId, now: test.deps.now() + 7 * HOUR_MS };
    const [row] = await test.deps.store.sql<{ ticketId: string }[]>`select ticket_id from deliveries`;
    test.pass(7 * HOUR_MS);
    await take(test.deps.links.granted(link, { quality: "normal", grantId: row?.ticketId }).url, [60, 120]);
    const goesOnAt = test.deps.now();
    test.pass(MINUTE_MS);
    // After so long a pause it is another play.
    expect(await report(60, { startedAt: goesOnAt })).toMatchObject({ status: "accepted", tokens: 0.2 });
  });

  it("to the account and the device that it was delivered to", async () => {
    await take(await listed(listener.token, "phone-of-ada"));
    const other = await test.logIn();
    test.pass(HOUR_MS);
    expect(await report(60, {}, other.token)).toMatchObject({ tokens: 0, reason: "not_delivered" });
    const startedAt = test.deps.now() - HOUR_MS;
    expect(await report(60, { startedAt, deviceId: "laptop-of-ada" })).toMatchObject({ tokens: 0 });
    expect(await report(60, { startedAt, deviceId: "phone-of-ada" })).toMatchObject({ tokens: 0.2 });
  });

  it("and of no other track: its address plays that track alone", async () => {
    const other = await test.addTrack({ durationMs: 120_000 }, { normal: BYTES });
    const url = (await listed()).replace(track.trackId, other.trackId);
    expect(await take(url)).toBe(403);
    expect(await report(60)).toMatchObject({ tokens: 0, reason: "not_delivered" });
  });

  it("at the clock's pace, however fast the song is heard", async () => {
    await take(await granted("?speed=2"));
    test.pass(MINUTE_MS);
    expect(await report(60)).toMatchObject({ status: "accepted", tokens: 0.2 });
    const said = await test.call(`/api/v1/stream/${track.trackId}?speed=3`, { token: listener.token });
    expect([said.status, (await said.json()).error]).toEqual([400, "The speed is a number from 0.5 to 2"]);
  });

  it("nothing to HEAD, to a copy that is known, or to a client that takes nothing", async () => {
    const url = await listed();
    const head = await test.call(url, { method: "HEAD" });
    const etag = head.headers.get("etag") ?? "";
    await (await test.call(url, { headers: { "if-none-match": etag } })).body?.cancel();
    await (await test.call(url)).body?.cancel();
    expect(await report(60)).toMatchObject({ tokens: 0, reason: "not_delivered" });
  });

  it("little to a thousand ranges of one byte", async () => {
    const url = await listed();
    for (let at = 0; at < 1_000; at++) {
      const answer = await test.call(url, { headers: { range: `bytes=${at * 120}-${at * 120}` } });
      await answer.arrayBuffer();
    }
    expect((await report(120)).tokens).toBe(0);
  });

  it("in a batch that names the track twice, before anything was written down", async () => {
    await take(await listed());
    const startedAt = test.deps.now() - MINUTE_MS;
    const plays = [0, 30_000].map((later) => ({
      ...{ playId: newId(), trackId: track.trackId, startedAt: startedAt + later, listenedMs: 30_000 },
    }));
    const body = { sentAt: test.deps.now(), plays };
    const answer = await test.call("/api/v1/plays", { method: "POST", token: listener.token, body });
    expect((await answer.json()).newBalance).toBe(0.2);
  });

  it("also when another process sent it", async () => {
    await take(await listed());
    await test.deps.served.settle();
    test.restart();
    expect(await report(60)).toMatchObject({ status: "accepted", tokens: 0.2 });
  });
});

it("what was delivered is written down in one statement, not in one for each piece", async () => {
  const statements: string[] = [];
  const sql = (strings: TemplateStringsArray) => {
    const [text = ""] = strings;
    if (text.includes("insert into")) statements.push(text.trim().split(" ")[2] ?? "");
    return Promise.resolve([]);
  };
  const served = new ServedBytes(sql as unknown as Sql, Date.now, () => {});
  const listener = { subject: ADA, userId: ADA, shard: 0, address: undefined };
  const ticket = { expiresAt: Date.now() + HOUR_MS, device: undefined, speed: 1, isCopy: false };
  const stream = { grantId: newId(), listener, trackId: newId(), durationMs: 120_000, ...ticket };
  served.begin(stream, { isPaid: false, taken: 0 });
  const body = served.send(stream.grantId, { start: 0, of: BYTES });
  for (let piece = 0; piece < 1_000; piece++) body.went(BYTES / 1_000);
  await served.flush(listener.subject, [stream.trackId]);
  await served.settle();
  expect(statements.filter((table) => table === "deliveries")).toHaveLength(1);
});

it("a report whose deliveries cannot be written down now is not decided without them: it comes again", async () => {
  let isAway = true;
  const written: string[] = [];
  const sql = (strings: TemplateStringsArray) => {
    const [text = ""] = strings;
    if (!text.includes("insert into")) return Promise.resolve([]);
    if (isAway) return Promise.reject(new Error("the database is away"));
    written.push(text.trim().split(" ")[2] ?? "");
    return Promise.resolve([]);
  };
  const served = new ServedBytes(sql as unknown as Sql, Date.now, () => {});
  const subject = { subject: ADA, userId: ADA, shard: 0, address: undefined };
  const ticket = { expiresAt: Date.now() + HOUR_MS, device: undefined, speed: 1, isCopy: false };
  const stream = { grantId: newId(), listener: subject, trackId: newId(), durationMs: 120_000, ...ticket };
  served.begin(stream, { isPaid: true, taken: 0 });
  served.send(stream.grantId, { start: 0, of: BYTES }).went(BYTES);
  await expect(served.flush(ADA, [stream.trackId])).rejects.toThrow("the database is away");
  await served.flush(ADA, [newId()]);
  isAway = false;
  await served.flush(ADA, [stream.trackId]);
  expect(written).toContain("deliveries");
  await served.settle();
});
