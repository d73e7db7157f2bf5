import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takenOn } from "../../../projections/catalogue/served_streams.ts";
import { createApp } from "../../app.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { newMemory } from "../../start/memory.ts";
import { send } from "../../testing/call.ts";
import { interceptQueries } from "../../testing/intercept_calls.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";

const MINUTE_MS = 60_000;
const LIMIT = 20;
/** The track has 120 s of 1,000 bytes; 44 s of it are a whole song. */
const HALF = 22_000;
let test: TestCatalogue;
let track: TestTrack;
let listener: { userId: string; token: string };
let processes: readonly [Process, Process];
beforeEach(async () => {
  test = await openTestCatalogue();
  track = await test.addTrack();
  listener = await test.logIn();
  processes = [processOf(test.deps), processOf(test.deps)];
});
afterEach(() => test[Symbol.asyncDispose]());

interface Process {
  readonly deps: Deps;
  call(path: string, options?: Parameters<TestCatalogue["call"]>[1]): Promise<Response>;
}

/** One more process of the service on the same database. */
function processOf(shared: Deps): Process {
  const deps = { ...shared, ...newMemory(shared) };
  const app = createApp(deps, { isReady: () => true, pagesDirectory: "" });
  return { deps, call: (path, { method = "GET", ...options } = {}) => send(app, method, { path, ...options }) };
}

async function ask({ call }: Process, { trackId } = track) {
  const answer = await call(`/api/v1/stream/${trackId}`, { token: listener.token });
  return { status: answer.status, url: (await answer.json()).streamUrl as string };
}

/** Takes [from, to) of the song's bytes from a process, by a link of its own. */
async function take(process: Process, [from, to]: readonly [number, number], url?: string): Promise<number> {
  const link = url ?? (await ask(process)).url;
  const answer = await process.call(link, { headers: { range: `bytes=${from}-${to - 1}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Takes the first byte of a song. */
async function begin(process: Process, url: string): Promise<number> {
  const answer = await process.call(url, { headers: { range: "bytes=0-0" } });
  await answer.arrayBuffer();
  return answer.status;
}

const settle = () => Promise.all(processes.map(({ deps }) => deps.served.settle()));

async function taken(subject = listener.userId): Promise<number> {
  await settle();
  const songs = await takenOn(test.deps.store.sql, subject, lagosDay(test.deps.now()));
  return [...songs.values()].reduce((sum, count) => sum + count, 0);
}

describe("two processes that send a song", () => {
  it("have sent one with half of it each, at once or one after the other", async () => {
    const [one, other] = processes;
    await take(one, [0, HALF]);
    expect(await taken()).toBe(0);
    await take(other, [HALF, 2 * HALF - 1]);
    expect(await taken()).toBe(0);
    await take(other, [2 * HALF - 1, 2 * HALF]);
    expect(await taken()).toBe(1);
    test.pass(30 * MINUTE_MS);
    await Promise.all([take(one, [0, HALF]), take(other, [HALF, 2 * HALF])]);
    expect(await taken()).toBe(2);
  });

  it("have sent none with the same half", async () => {
    for (const process of processes) await take(process, [0, 2 * HALF - 1]);
    expect(await taken()).toBe(0);
  });

  it("have sent one when both send all of it at once, under two links or one", async () => {
    const urls = await Promise.all(processes.map(async (process) => (await ask(process)).url));
    await Promise.all(processes.map((process, at) => take(process, [0, 120_000], urls[at])));
    expect(await taken()).toBe(1);
    const second = await test.logIn();
    const { url } = await ask(processes[0]);
    listener = second;
    const shared = (await ask(processes[0])).url;
    expect(shared).not.toBe(url);
    await Promise.all(processes.map((process) => take(process, [0, 120_000], shared)));
    expect(await taken()).toBe(1);
  });

  it("have sent one when the first makes it whole while the second reads what was taken", async () => {
    const [one] = processes;
    const [reached, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = interceptQueries(test.deps.store, "from songs_in_part", async (query) => {
      reached.resolve();
      return await reading.promise.then(query);
    });
    const other = processOf({ ...test.deps, store });
    const urls = [(await ask(one)).url, (await ask(processes[1])).url];
    const second = take(other, [0, 120_000], urls[1]);
    await reached.promise;
    await take(one, [0, 120_000], urls[0]);
    expect(await taken()).toBe(1);
    reading.resolve();
    expect(await second).toBe(206);
    await other.deps.served.settle();
    expect(await taken()).toBe(1);
  });

  it("decide in either of them on the song that the other one has made whole", async () => {
    const [one, other] = processes;
    const { url } = await ask(other);
    await take(other, [0, HALF], url);
    await settle();
    await take(one, [HALF, 2 * HALF]);
    expect(await taken()).toBe(1);
    await take(other, [HALF, 120_000], url);
    expect(await taken()).toBe(1);
    test.pass(30 * MINUTE_MS);
    await take(other, [0, HALF]);
    await take(other, [HALF, 2 * HALF]);
    expect(await taken()).toBe(2);
  });

  it("use up a day's free plays with 20 times two halves", async () => {
    const [one, other] = processes;
    for (let song = 0; song < LIMIT; song++) {
      expect(await take(one, [0, HALF])).toBe(206);
      await settle();
      expect(await take(other, [HALF, 2 * HALF])).toBe(206);
      expect(await taken()).toBe(song + 1);
      test.pass(30 * MINUTE_MS);
    }
    expect(await Promise.all(processes.map(async (process) => (await ask(process)).status))).toEqual([402, 402]);
  });

  it("let no more songs begin together than free plays are left, even all at once", async () => {
    const songs = [track, ...await Promise.all(Array.from({ length: LIMIT + 3 }, () => test.addTrack()))];
    const links = await Promise.all(songs.map(async (song) => (await ask(processes[0], song)).url));
    const begins = links.map((url, at) => begin(processes[at % 2 === 0 ? 0 : 1], url));
    const statuses = await Promise.all(begins);
    expect(statuses.toSorted()).toEqual([...Array(LIMIT).fill(206), ...Array(songs.length - LIMIT).fill(402)]);
    // A stream that only began returns its free play: immediately in its own process, in the others within seconds.
    test.pass(5_000);
    for (const process of processes) await ask(process);
    const [first = ""] = links.filter((_, at) => statuses[at] === 402);
    expect(await begin(processes[0], first)).toBe(206);
  });

  it("let the last free play begin once, under one link in each", async () => {
    const songs = await Promise.all(Array.from({ length: LIMIT + 1 }, () => test.addTrack()));
    for (const song of songs.slice(0, LIMIT - 1)) {
      await take(processes[0], [0, 2 * HALF], (await ask(processes[0], song)).url);
    }
    expect(await taken()).toBe(LIMIT - 1);
    test.pass(30 * MINUTE_MS);
    const [one, other] = await Promise.all(
      songs.slice(-2).map(async (song, at) => {
        const process = processes[at === 0 ? 0 : 1];
        return { process, url: (await ask(process, song)).url };
      }),
    );
    if (!one || !other) throw new Error("two songs are left");
    const statuses = await Promise.all([one, other].map(({ process, url }) => take(process, [0, 2 * HALF], url)));
    expect(statuses.toSorted()).toEqual([206, 402]);
    expect(await taken()).toBe(LIMIT);
  });

  it("count for a visitor, too", async () => {
    const headers = { "x-device-id": "phone-of-a-visitor" };
    for (const [at, { call, deps }] of processes.entries()) {
      const { streamUrl } = await (await call(`/api/v1/stream/${track.trackId}`, { headers })).json();
      const range = `bytes=${at * HALF}-${(at + 1) * HALF - 1}`;
      await (await call(streamUrl, { headers: { range } })).arrayBuffer();
      await deps.served.settle();
    }
    expect(await taken("device:phone-of-a-visitor")).toBe(1);
  });
});
