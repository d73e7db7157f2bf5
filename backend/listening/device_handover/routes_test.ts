import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { AskAnswer, PlayingDevices, PlayingQueue, ToldAnswer } from "../../contract/playing.ts";
import { callerOf } from "../../testing/call.ts";
import { addPerson, addRendition, addUpload } from "../../testing/people_fixtures.ts";
import { addCreator } from "../../testing/catalogue.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { forgetOldPlaying } from "./tell.ts";

const SECOND = 1_000;
const NO_DEVICE = "This device has nothing in its player any more";
let now = Date.UTC(2026, 5, 1, 12);
let world: World;
let songs: string[];

interface Phone {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

beforeAll(async () => {
  world = await openWorld({ now: () => now });
  const ownerId = await addCreator(world.deps, "Tega");
  songs = [];
  for (const title of ["One", "Two", "Three"]) {
    const { trackId } = await addUpload(world.deps, { ownerId, title });
    await addRendition(world.deps, { trackId, quality: "normal", bytes: 1_000 });
    songs.push(trackId);
  }
  await world.settle();
});
afterAll(() => world[Symbol.asyncDispose]());

let ada: string;
let phone: Phone;
let laptop: Phone;
beforeEach(async () => {
  now += 3_600 * SECOND;
  ada = (await addPerson(world.deps)).userId;
  phone = await logIn(ada, "Chrome Android");
  laptop = await logIn(ada, "Firefox Linux");
});

async function logIn(userId: string, userAgent: string): Promise<Phone> {
  const start = { userId, role: "listener", isAdmin: false, audience: "user", remember: true, userAgent } as const;
  const { session } = await world.deps.sessions.start(start);
  return { userId, sessionId: session.sessionId, token: await world.deps.tokens.signSession(session) };
}

const call = async <Answer>(method: string, path: string, { token }: Phone, body?: unknown) => {
  const answer = await callerOf(world.app)(method, path, { token, ...(body !== undefined && { body }) });
  return { status: answer.status, body: answer.body as Answer & { message?: string } };
};
const QUEUE_ID = newId();
const told = (change: Record<string, unknown> = {}) => ({
  ...{ isPlaying: true, soundMs: 10 * SECOND, queueId: QUEUE_ID, place: 1, positionMs: 20 * SECOND },
  ...{ isRepeating: false, repeatsAll: true, ...change },
});
const tell = (who: Phone, change: Record<string, unknown> = {}) =>
  call<ToldAnswer>("PUT", "/api/v1/playing", who, told(change));
const start = (who: Phone, change = {}) => tell(who, { queue: songs, ...change });
const look = async (who: Phone) => (await call<PlayingDevices>("GET", "/api/v1/playing", who)).body.devices;
const take = (who: Phone, of: Phone) => call<PlayingQueue>("GET", `/api/v1/playing/${of.sessionId}`, who);
const ask = (who: Phone, of: Phone, kind = "hand_over", askId = newId()) =>
  call<AskAnswer>("POST", `/api/v1/playing/${of.sessionId}/ask`, who, { askId, kind });

describe("what plays on another device of the account", () => {
  it("is seen with its song and position, and tells more often while somebody looks", async () => {
    expect((await start(phone)).body).toEqual({ isWatched: false, needsQueue: false, playsElsewhere: false });
    now += 5 * SECOND;
    expect(await look(laptop)).toMatchObject([{
      ...{ id: phone.sessionId, isThis: false, userAgent: "Chrome Android", state: "playing", positionSeconds: 25 },
      ...{ track: { _id: songs[1], title: "Two" }, queued: 3, isShuffled: false },
    }]);
    expect((await tell(phone)).body.isWatched).toBe(true);
    now += 46 * SECOND;
    expect((await tell(phone)).body.isWatched).toBe(false);
    expect((await start(laptop)).body.playsElsewhere).toBe(true);
    await tell(laptop, { isPlaying: false });
    expect((await tell(phone)).body.playsElsewhere).toBe(false);
    expect((await look(laptop)).map(({ state, isThis }) => [state, isThis])).toEqual(
      expect.arrayContaining([["playing", false], ["paused", true]]),
    );
    now += 76 * SECOND;
    expect((await look(laptop)).find(({ isThis }) => !isThis)).toMatchObject({ state: "silent", positionSeconds: 20 });
  });

  it("pauses and hands over its queue, its place and what is on, when it next tells", async () => {
    await start(phone, { unmixed: [2, 0, -1] });
    const askId = newId();
    expect(await ask(laptop, phone, "hand_over", askId)).toMatchObject({ status: 200, body: { isAnswered: false } });
    expect(await ask(laptop, phone, "hand_over", askId)).toMatchObject({ status: 200, body: { isAnswered: false } });
    expect((await look(laptop))[0]).toMatchObject({ askId });
    now += 4 * SECOND;
    expect((await tell(phone)).body.ask).toEqual({ id: askId, kind: "hand_over" });
    await tell(phone, { isPlaying: false, positionMs: 24_500, soundMs: 0, answeredId: askId });
    expect((await look(laptop))[0]).toMatchObject({ state: "paused", answeredId: askId, isShuffled: true });
    expect((await ask(laptop, phone, "hand_over", askId)).body.isAnswered).toBe(true);
    const { body } = await take(laptop, phone);
    expect(body).toMatchObject({ place: 1, positionSeconds: 24.5, isRepeating: false, repeatsAll: true });
    expect(body.unmixed).toEqual([2, 0, -1]);
    expect(body.tracks.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
    expect(body.tracks[0]?.audioUrl).toContain("/media/audio/");
  });

  it("is nobody else's, not even by its id", async () => {
    await start(phone);
    const other = await logIn((await addPerson(world.deps)).userId, "Chrome Android");
    expect(await look(other)).toEqual([]);
    expect(await take(other, phone)).toMatchObject({ status: 404, body: { message: NO_DEVICE } });
    expect(await ask(other, phone)).toMatchObject({ status: 404, body: { message: NO_DEVICE } });
    expect((await tell(phone)).body.ask).toBeUndefined();
    expect((await ask(phone, phone)).status).toBe(400);
    expect((await callerOf(world.app)("GET", "/api/v1/playing")).status).toBe(401);
  });

  it("is gone with the log-in, with the player's end, and after a day", async () => {
    await start(phone);
    await start(laptop);
    await call("DELETE", "/api/v1/playing", laptop);
    expect((await look(laptop)).map(({ id }) => id)).toEqual([phone.sessionId]);
    await call("POST", "/api/auth/logout", phone);
    expect(await look(laptop)).toEqual([]);
    // Another process may take the token for five seconds more.
    const late = world.another();
    await start(laptop);
    await callerOf(late.app)("PUT", "/api/v1/playing", { token: laptop.token, body: told() });
    await world.deps.store.sql`delete from sessions where session_id = ${laptop.sessionId}`;
    const body = told({ queue: songs });
    expect((await callerOf(late.app)("PUT", "/api/v1/playing", { token: laptop.token, body })).status).toBe(401);

    const old = await logIn(ada, "Old");
    await start(old);
    const count = async () => (await world.deps.store.sql`select 1 from playing_devices where user_id = ${ada}`).length;
    await forgetOldPlaying(world.deps.store.sql, now + 24 * 3_600 * SECOND);
    expect(await count()).toBe(1);
    await forgetOldPlaying(world.deps.store.sql, now + 24 * 3_600 * SECOND + 1);
    expect(await count()).toBe(0);
  });

  it("asks for a queue that it does not know, leaves out songs that are gone, and refuses what is no queue", async () => {
    expect((await tell(phone)).body).toMatchObject({ needsQueue: true });
    expect(await look(laptop)).toEqual([]);
    await start(phone, { queue: [newId(), ...songs], place: 1 });
    expect((await take(laptop, phone)).body).toMatchObject({ place: 0, tracks: [{ title: "One" }, {}, {}] });
    const refused = [
      { queue: [] },
      { queue: Array.from({ length: 501 }, () => songs[0]) },
      { queue: ["1; drop table sessions"] },
      { place: 3 },
      { place: -1 },
      { positionMs: -1 },
      { positionMs: 1.5 },
      { unmixed: [0] },
      { isPlaying: "yes" },
      { place: 0, where: "Lagos" },
    ];
    for (const change of refused) expect((await start(phone, change)).status, JSON.stringify(change)).toBe(400);
    expect((await call("GET", "/api/v1/playing/nothing", phone)).status).toBe(404);
    const longest = Array.from({ length: 500 }, () => songs[0]);
    const unmixed = longest.map(() => 1_000_000);
    expect((await start(phone, { queue: longest, unmixed })).status).toBe(200);
  });

  it("earns nothing and says nothing to the logs", async () => {
    const events = async () => (await world.deps.store.sql`select count(*)::int as n from events`)[0]?.n;
    const before = await events();
    await start(phone);
    await start(laptop);
    await ask(laptop, phone);
    await tell(phone, { isPlaying: false });
    expect(await events()).toBe(before);
  });
});
