import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As many as a test takes. */
const SONGS = 24;
let test: TestCatalogue;
/** Noon of the test's day: free plays are a listener's and a day's, so each test has both for itself. */
let noon: number;
let token: string;
const songs: string[] = [];
let taken: number;
beforeAll(async () => {
  test = await openTestCatalogue();
  noon = test.deps.now();
  for (let song = 0; song < SONGS; song++) songs.push((await test.addTrack()).trackId);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  taken = 0;
  noon += DAY_MS;
  test.pass(noon - test.deps.now());
  ({ token } = await test.logIn());
  // Reports tell of the past: the account is older than they are.
  test.pass(60 * MINUTE_MS);
});

/** The listener's next song, whole and as fast as it comes, with the documented calls alone. */
async function take(bytes = 120_000): Promise<{ status: number; trackId: string }> {
  const trackId = songs[taken++] ?? "none is left";
  test.pass(MINUTE_MS);
  const asked = await test.call(`/api/v1/stream/${trackId}`, { token });
  if (asked.status !== 200) return { status: asked.status, trackId };
  const answer = await test.call((await asked.json()).streamUrl, { headers: { range: `bytes=0-${bytes - 1}` } });
  await answer.arrayBuffer();
  await test.deps.served.settle();
  return { status: answer.status, trackId };
}

const report = async (trackId: string, body: Record<string, unknown> = { durationPlayed: 0.1 }) => {
  const answer = await test.call(`/api/v1/play/${trackId}`, { method: "POST", token, body });
  return [answer.status, (await answer.json()).status];
};
const freePlays = async () => (await test.call("/api/v1/free-plays", { token })).json();
const used = async () => (await freePlays()).usedFreePlays;

describe("free plays", () => {
  it("are not used by skips: three songs of 6 s that were reported leave 20 of 20", async () => {
    for (let song = 0; song < 3; song++) {
      const { trackId } = await take();
      expect(await report(trackId)).toEqual([200, "accepted"]);
    }
    expect(await freePlays()).toMatchObject({ freePlayLimit: 20, usedFreePlays: 0, remainingFreePlays: 20 });
  });

  it("are used by whole songs without a report: the 21st stream answers 402", async () => {
    for (let song = 0; song < 20; song++) expect((await take()).status).toBe(206);
    expect(await freePlays()).toMatchObject({ usedFreePlays: 20, remainingFreePlays: 0 });
    expect((await take()).status).toBe(402);
  });

  it("are not used by the first ten whole songs that were reported shorter, but by each from the 11th on", async () => {
    const after: number[] = [];
    for (let song = 0; song < 12; song++) {
      await report((await take()).trackId);
      after.push(await used());
    }
    expect(after).toEqual([...Array(10).fill(0), 1, 2]);
  });

  it("are given back when a report comes later, for what was heard and on the day on which it was", async () => {
    const { trackId } = await take();
    expect(await used()).toBe(1);
    const startedAt = test.deps.now();
    test.pass(40 * MINUTE_MS);
    await report(trackId, { playId: newId(), startedAt, listenedMs: 6_000, sentAt: test.deps.now() });
    expect(await used()).toBe(0);
  });

  it("are used once by a song that was heard and taken whole", async () => {
    const { trackId } = await take();
    expect(await report(trackId, { durationPlayed: 0.5 })).toEqual([200, "accepted"]);
    expect(await used()).toBe(1);
  });

  it("are not given back for reports of another track, of another day, or of a millisecond again and again", async () => {
    const { trackId } = await take();
    const other = await test.addTrack();
    await report(other.trackId);
    const yesterday = test.deps.now() - DAY_MS;
    await report(trackId, { playId: newId(), startedAt: yesterday, listenedMs: 6_000, sentAt: test.deps.now() });
    expect(await used()).toBe(1);
    for (let song = 0; song < 10; song++) await report((await take()).trackId, { listenedMs: 1 });
    expect(await used()).toBe(1);
    await report((await take()).trackId, { listenedMs: 1 });
    expect(await used()).toBe(2);
    for (let song = 0; song < 5; song++) await report(trackId, { playId: newId(), listenedMs: 1 });
    expect(await used()).toBe(2);
  });

  it("of a song that began before midnight are those of the day on which it began", async () => {
    test.pass(noon + (10 * 60 + 58.5) * MINUTE_MS - test.deps.now());
    const { trackId } = await test.addTrack();
    const url = (await (await test.call(`/api/v1/stream/${trackId}`, { token })).json()).streamUrl;
    const startedAt = test.deps.now();
    await (await test.call(url, { headers: { range: "bytes=0-30000" } })).arrayBuffer();
    test.pass(2 * MINUTE_MS);
    await (await test.call(url)).arrayBuffer();
    await test.deps.served.settle();
    await report(trackId, { playId: newId(), startedAt, listenedMs: 60_000, sentAt: test.deps.now() });
    expect(await used()).toBe(0);
  });
});

describe("a whole song", () => {
  it("is one, though it is taken piece by piece, in other qualities and under other grants", async () => {
    const other = await test.addTrack({}, { normal: 120_000, saver: 60_000 });
    const part = async (url: string, range: string) => {
      await (await test.call(url, { headers: { range: `bytes=${range}` } })).arrayBuffer();
      await test.deps.served.settle();
    };
    const url = async (quality: string) => {
      const answer = await test.call(`/api/v1/stream/${other.trackId}?quality=${quality}`, { token });
      return (await answer.json()).streamUrl;
    };
    await part(await url("normal"), "0-19999");
    await part(await url("normal"), "0-19999");
    expect(await used()).toBe(0);
    await part(await url("saver"), "30000-");
    expect(await used()).toBe(1);
    await part(await url("normal"), "20000-59999");
    expect(await used()).toBe(1);
  });
});

describe("a song that was left and then taken whole under another grant", () => {
  it("has one free play, and holds no second one back", async () => {
    for (let song = 0; song < 18; song++) await take();
    const { trackId } = await test.addTrack();
    const streams: string[] = [];
    for (let grant = 0; grant < 2; grant++) {
      streams.push((await (await test.call(`/api/v1/stream/${trackId}`, { token })).json()).streamUrl);
    }
    await (await test.call(streams[0] ?? "", { headers: { range: "bytes=0-9999" } })).arrayBuffer();
    await (await test.call(streams[1] ?? "")).arrayBuffer();
    await test.deps.served.settle();
    expect(await used()).toBe(19);
    const next = await test.addTrack();
    expect((await test.call(`/api/v1/stream/${next.trackId}`, { token })).status).toBe(200);
  });
});

describe("a skip", () => {
  it("frees its place at once: with one free play left many songs are begun and left one after the other", async () => {
    for (let song = 0; song < 19; song++) await take();
    for (let song = 0; song < 5; song++) expect((await take(16_000)).status).toBe(206);
    expect(await freePlays()).toMatchObject({ remainingFreePlays: 1 });
  });

  it("that comes back for the rest of the songs gets no more of them than free plays are left", async () => {
    for (let song = 0; song < 19; song++) await take();
    const urls: string[] = [];
    for (let song = 0; song < 4; song++) {
      const { trackId } = await test.addTrack();
      const { streamUrl } = await (await test.call(`/api/v1/stream/${trackId}`, { token })).json();
      await (await test.call(streamUrl, { headers: { range: "bytes=0-40000" } })).arrayBuffer();
      urls.push(streamUrl);
      test.pass(6_000);
    }
    const statuses: number[] = [];
    for (const url of urls) {
      const answer = await test.call(url);
      await answer.arrayBuffer();
      await test.deps.served.settle();
      statuses.push(answer.status);
      test.pass(6_000);
    }
    expect(statuses).toEqual([200, 402, 402, 402]);
    expect(await used()).toBe(20);
  });

  it("cannot hold songs open: no more are sent at a time than free plays are left", async () => {
    for (let song = 0; song < 19; song++) await take();
    const begun = async () => {
      const { trackId } = await test.addTrack({}, { normal: 1_200_000 });
      const asked = await test.call(`/api/v1/stream/${trackId}`, { token });
      return asked.status === 200 ? await test.call((await asked.json()).streamUrl) : asked;
    };
    const first = await begun();
    const reader = first.body?.getReader();
    await reader?.read();
    test.pass(2 * MINUTE_MS);
    expect((await begun()).status).toBe(402);
    await reader?.cancel();
    test.pass(5_000);
    const next = await begun();
    expect(next.status).toBe(200);
    await next.body?.cancel();
  });
});

describe("a song that was heard long enough to count", () => {
  it("is not cut when its free play was the last, though it was not yet sent whole", async () => {
    for (let song = 0; song < 19; song++) await take();
    const { trackId } = await take(40_000);
    await report(trackId, { durationPlayed: 0.5 });
    expect(await used()).toBe(20);
    test.pass(10 * MINUTE_MS);
    const again = await test.call(`/api/v1/stream/${trackId}`, { token });
    expect(again.status).toBe(200);
    const rest = await test.call((await again.json()).streamUrl);
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([200, 120_000]);
    expect([await used(), (await take()).status]).toEqual([20, 402]);
  });

  it("brings no new stream by a report alone", async () => {
    for (let song = 0; song < 20; song++) await take();
    const { trackId } = await test.addTrack();
    await report(trackId, { durationPlayed: 0.5 });
    expect((await test.call(`/api/v1/stream/${trackId}`, { token })).status).toBe(402);
  });
});
