import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { send } from "../../testing/call.ts";
import { interceptQueries } from "../../testing/intercept_calls.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { grantSubscription } from "../../subscriptions/grant.ts";
import { provenStreams, takenOn } from "../../../projections/catalogue/served_streams.ts";

const LIMIT = 20;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let test: TestCatalogue;
let track: TestTrack;
/** More than a day's free plays, the first of them `track`. */
const songs: TestTrack[] = [];
/** Noon of the test's day: free plays are a day's, so each test has one for itself. */
let noon: number;
beforeAll(async () => {
  test = await openTestCatalogue();
  noon = test.deps.now();
  track = await test.addTrack();
  songs.push(track);
  while (songs.length < LIMIT + 5) songs.push(await test.addTrack());
});
afterAll(() => test[Symbol.asyncDispose]());
// A test may go on into the next day.
beforeEach(() => {
  noon += 2 * DAY_MS;
  test.pass(noon - test.deps.now());
});

interface Who {
  readonly token?: string;
  readonly deviceId?: string;
}

const caller = ({ token, deviceId }: Who) => ({
  ...(token === undefined ? {} : { token }),
  headers: deviceId === undefined ? {} : { "x-device-id": deviceId },
});

async function ask(who: Who, trackId = track.trackId) {
  const answer = await test.call(`/api/v1/stream/${trackId}`, caller(who));
  return { status: answer.status, body: await answer.json() };
}

/** Takes the first bytes of a stream: 44 of the track's 120 seconds, 44,000 of its bytes, are as good as all of it. */
async function listen(url: string, bytes = 50_000): Promise<number> {
  const answer = await test.call(url, { headers: { range: `bytes=0-${bytes - 1}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Songs taken whole today, once the served bytes are stored. */
async function served(subject: string): Promise<number> {
  await test.deps.served.settle();
  const streams = await takenOn(test.deps.store.sql, subject, lagosDay(test.deps.now()));
  return [...streams.values()].reduce((sum, count) => sum + count, 0);
}

/** Streams of today that prove a play. */
async function proven(subject: string): Promise<number> {
  await test.deps.served.settle();
  const asked = { subject, day: lagosDay(test.deps.now()), trackId: track.trackId, grantId: undefined };
  return (await provenStreams(test.deps.store.sql, asked)).length;
}

/** Passes the time in which a new stream would continue the one before. */
const nextSong = () => test.pass(30 * MINUTE_MS);

async function useUp(who: Who, subject: string, plays = LIMIT): Promise<string> {
  let last = "";
  for (let play = 0; play < plays; play++) {
    const { body } = await ask(who);
    expect(body.remainingFreePlays).toBe(LIMIT - play);
    await listen(last = body.streamUrl);
    await served(subject);
    if (play < plays - 1) nextSong();
  }
  return last;
}

describe("a stream", () => {
  it("proves a play from 30 seconds on, and counts once when it is a whole song, over all requests", async () => {
    const { token, userId } = await test.logIn();
    const { body: { streamUrl } } = await ask({ token });
    await listen(streamUrl, 29_999);
    expect(await proven(userId)).toBe(0);
    await listen(streamUrl, 43_999);
    expect([await proven(userId), await served(userId)]).toEqual([1, 0]);
    await listen(streamUrl, 44_000);
    expect(await served(userId)).toBe(1);
    await listen(streamUrl, 120_000);
    expect([await proven(userId), await served(userId)]).toEqual([1, 1]);
  });

  it("of a short song counts when nine tenths of it were sent", async () => {
    const { token, userId } = await test.logIn();
    const short = await test.addTrack({ durationMs: 20_000 }, { normal: 40_000 });
    const { body: { streamUrl } } = await ask({ token }, short.trackId);
    await listen(streamUrl, 35_999);
    expect(await served(userId)).toBe(0);
    await listen(streamUrl, 36_000);
    expect(await served(userId)).toBe(1);
  });

  it("does not count when it is only looked at", async () => {
    const { token, userId } = await test.logIn();
    const { body: { streamUrl } } = await ask({ token });
    await test.call(streamUrl, { method: "HEAD" });
    const answer = await test.call(streamUrl);
    await answer.body?.cancel();
    expect(await served(userId)).toBe(0);
  });

  it("goes on under the same grant with a fresh link, so that a lost network costs no second play", async () => {
    const { token, userId } = await test.logIn();
    await listen((await ask({ token })).body.streamUrl);
    expect(await served(userId)).toBe(1);
    test.pass(MINUTE_MS);
    const again = await ask({ token });
    expect(again.body.remainingFreePlays).toBe(LIMIT - 1);
    await listen(again.body.streamUrl, 120_000);
    expect(await served(userId)).toBe(1);
  });
});

describe("when the free plays of a day are used up", () => {
  it("answers a listener's new stream with 402, never cuts the song that plays, and gives new ones tomorrow", async () => {
    const { token, userId } = await test.logIn();
    const playing = await useUp({ token }, userId);
    const other = await test.addTrack();
    const refused = await ask({ token }, other.trackId);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ code: "free_plays_used_up", error: expect.stringContaining("Premium") });
    expect(refused.body.error).toContain("Pay Per View");
    expect(await listen(playing, 120_000)).toBe(206);
    expect((await ask({ token })).status).toBe(200);
    nextSong();
    expect((await ask({ token })).status).toBe(402);
    test.pass(DAY_MS);
    expect((await ask({ token }, other.trackId)).body.remainingFreePlays).toBe(LIMIT);
  });

  it("does not cut a song that was paused, even when the service was restarted meanwhile", async () => {
    const { token, userId } = await test.logIn();
    const playing = await useUp({ token }, userId);
    test.pass(60 * MINUTE_MS);
    test.restart();
    expect(await listen(playing, 120_000)).toBe(206);
    expect((await ask({ token })).status).toBe(402);
  });

  it("does the same to links from lists, which were signed before", async () => {
    const { token, userId } = await test.logIn();
    const other = await test.addTrack();
    await useUp({ token }, userId);
    const { tracks } = await (await test.call("/api/v1/tracks", { token })).json();
    const url = (id: string) => tracks.find((one: { _id: string }) => one._id === id).audioUrl;
    const answer = await test.call(url(other.trackId));
    expect([answer.status, (await answer.json()).code]).toEqual([402, "free_plays_used_up"]);
    expect(await listen(url(track.trackId))).toBe(206);
  });

  it("holds for links that were given before and not used, and cuts none that was counted", async () => {
    const { token } = await test.logIn();
    const urls: string[] = [];
    for (const { trackId } of songs) urls.push((await ask({ token }, trackId)).body.streamUrl);
    const statuses = [];
    for (const url of urls) {
      statuses.push(await listen(url));
      await test.deps.served.settle();
    }
    expect(statuses).toEqual([...Array(LIMIT).fill(206), ...Array(5).fill(402)]);
    test.pass(3 * 60 * MINUTE_MS);
    expect(await listen(urls[0] ?? "", 120_000)).toBe(206);
  });

  it("lets no more streams begin than free plays are left, even all at once", async () => {
    const { token } = await test.logIn();
    const { tracks } = await (await test.call("/api/v1/tracks", { token })).json();
    const urls: string[] = tracks.map((one: { audioUrl: string }) => one.audioUrl);
    const statuses = await Promise.all(urls.slice(0, LIMIT + 3).map((url) => listen(url, 1)));
    expect(statuses.toSorted()).toEqual([...Array(LIMIT).fill(206), ...Array(3).fill(402)]);
    // A stream that only began returns its free play.
    test.pass(5_000);
    expect((await ask({ token })).body.remainingFreePlays).toBe(LIMIT);
  });

  it("asks visitors to make an account, device by device", async () => {
    const device = { deviceId: "phone-of-a-visitor" };
    await useUp(device, "device:phone-of-a-visitor");
    nextSong();
    const refused = await ask(device);
    expect([refused.status, refused.body.code]).toEqual([402, "free_plays_used_up"]);
    expect(refused.body.error).toBe("Create a free account to keep listening and earn");
    expect((await ask({ deviceId: "another-phone" })).status).toBe(200);
    expect((await ask(await test.logIn())).status).toBe(200);
  });

  it("counts a visitor without a usable device id by address", async () => {
    for (const who of [{}, { deviceId: "short" }, { deviceId: "ü".repeat(9) }]) {
      const { body } = await ask(who);
      expect(await listen(body.streamUrl)).toBe(206);
      await served("");
      nextSong();
    }
    expect((await ask({})).body.remainingFreePlays).toBe(LIMIT - 3);
  });

  it("bounds all devices behind one address together", async () => {
    await fillAddress(test.deps, LIMIT * 25 - 1);
    const { body } = await ask({ deviceId: "one-more-phone" });
    await listen(body.streamUrl);
    await served("device:one-more-phone");
    expect((await ask({ deviceId: "yet-another-phone" })).status).toBe(402);
    expect((await ask(await test.logIn())).status).toBe(200);
  });

  it("has no limit for Premium", async () => {
    const { token, userId } = await test.logIn();
    await useUp({ token }, userId);
    nextSong();
    expect((await ask({ token })).status).toBe(402);
    const grant = { userId, shard: 0, months: 1, reference: "paid-1" };
    await test.deps.store.execute(grantSubscription, grant, { logs: ["ledger/0"], metadata: { actor: "system:test" } });
    expect(await ask({ token })).toMatchObject({ status: 200, body: { remainingFreePlays: LIMIT } });
  });
});

/** Streams of many devices behind the tests' address, as a busy network would have left them. */
async function fillAddress(deps: Deps, streams: number): Promise<void> {
  const { body } = await ask({ deviceId: "first-phone" });
  await listen(body.streamUrl);
  await served("device:first-phone");
  const ids = Array.from({ length: streams - 1 }, () => newId());
  await deps.store.sql`
    insert into served_streams (grant_id, shard, subject, day, track_id, bytes_served, counted_at, address, whole_at)
    select id, 0, 'device:' || id, day, track_id, bytes_served, counted_at, address, whole_at
    from served_streams, unnest(${ids}::uuid[]) as t(id) where subject = 'device:first-phone'`;
}

describe("a song that becomes whole while another one is asked for", () => {
  /** Asks for the second song, reads late, and makes the first one whole meanwhile. Answers the second one's status. */
  async function askMeanwhile(
    { left, words, isReadLate }: { left: number; words: string; isReadLate: boolean },
  ): Promise<number> {
    const { token, userId } = await test.logIn();
    await useUp({ token }, userId, LIMIT - left);
    nextSong();
    const [first, second] = [await test.addTrack(), await test.addTrack()];
    const urls = [
      (await ask({ token }, first.trackId)).body.streamUrl,
      (await ask({ token }, second.trackId)).body.streamUrl,
    ];
    await listen(urls[0], 1);
    const [reached, whole] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = interceptQueries(test.deps.store, words, async (query) => {
      const rows = isReadLate ? undefined : await query();
      reached.resolve();
      await whole.promise;
      return rows ?? await query();
    });
    const late = createApp({ ...test.deps, store }, { isReady: () => true, pagesDirectory: "" });
    const asked = send(late, "GET", { path: urls[1], headers: { range: "bytes=0-49999" } });
    await reached.promise;
    expect(await listen(urls[0], 120_000)).toBe(206);
    expect(await served(userId)).toBe(LIMIT - left + 1);
    whole.resolve();
    return (await asked).status;
  }

  it("counts: no more are sent than free plays are left", async () => {
    expect(await askMeanwhile({ left: 1, words: "from subscriptions", isReadLate: false })).toBe(402);
  });

  it("counts once: the last free play begins", async () => {
    expect(await askMeanwhile({ left: 2, words: "from songs_in_part", isReadLate: true })).toBe(206);
  });
});
