import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import type { TrackEarnings } from "../contract/listening.ts";
import { deliver, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";

const MINUTE = 60_000;
let test: TestListeners;
let trackId: string;
let otherId: string;
let ownerId: string;

beforeAll(async () => {
  test = await openTestListeners();
  ({ userId: ownerId } = await test.addArtist("Sikiru"));
  ({ trackId } = await test.addTrack({ ownerId, durationMs: 10 * MINUTE }));
  ({ trackId: otherId } = await test.addTrack({ ownerId, durationMs: 10 * MINUTE }));
});
afterAll(() => test[Symbol.asyncDispose]());

async function report(who: TestPerson, play: object) {
  const plays = [{ playId: newId(), trackId, listenedMs: MINUTE, ...play }];
  const answer = await test.call("POST", "/api/v1/plays", { token: who.token, body: { sentAt: test.now(), plays } });
  expect(answer.status).toBe(200);
  await test.world.settle();
  return answer.body.results[0].tokens as number;
}

async function earned(who: TestPerson, id = trackId): Promise<TrackEarnings> {
  const { status, body } = await test.call("GET", `/api/v1/track-earnings/${id}`, { token: who.token });
  expect(status).toBe(200);
  return body;
}

it("a track's earnings are the sum of its receipts, for each listener alone, also when a report comes twice", async () => {
  const [ada, bola] = [await test.addPerson("Ada"), await test.addPerson("Bola")];
  await deliver(test.world.deps, ada.userId, [trackId, otherId]);
  test.pass(60 * MINUTE);
  const startedAt = test.now() - 30 * MINUTE;
  const playId = newId();
  await report(ada, { playId, startedAt });
  const first = await report(ada, { playId, startedAt, listenedMs: 2 * MINUTE });
  await report(ada, { playId, startedAt, listenedMs: 2 * MINUTE });
  const second = await report(ada, { startedAt: startedAt + 5 * MINUTE });
  await report(ada, { startedAt: startedAt + 10 * MINUTE, trackId: otherId });
  expect(first).toBeGreaterThan(0);
  expect(await earned(ada)).toEqual({
    trackId,
    tokens: Math.round((first + second) * 100) / 100,
    plays: 2,
    creditedMs: 3 * MINUTE,
    lastPlayedAt: new Date(startedAt + 5 * MINUTE).toISOString(),
  });
  expect(await earned(bola)).toEqual({ trackId, tokens: 0, plays: 0, creditedMs: 0 });
});

it("a track's earnings are told to who is logged in, for any id that is one", async () => {
  const ada = await test.addPerson("Ada");
  expect((await test.call("GET", `/api/v1/track-earnings/${trackId}`)).status).toBe(401);
  expect((await earned(ada, newId())).tokens).toBe(0);
  const none = await test.call("GET", "/api/v1/track-earnings/zzz", { token: ada.token });
  expect([none.status, none.body.error]).toEqual([404, "Track not found"]);
});
