import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { followCreator } from "../social/follow/follow.ts";
import { type Call, callerOf } from "../testing/call.ts";
import { deliver, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { Rounds } from "../testing/rounds.ts";

const DAY_MS = 24 * 3_600_000;
const PLAYS = 3;
const asked = new Rounds();
let test: TestListeners;
let call: Call;
let listener: TestPerson;

/** A listener who follows an artist, was told of a song, and heard it. */
beforeAll(async () => {
  test = await openTestListeners();
  const { deps } = test.world;
  call = callerOf(test.world.another({ asked: asked.heard }).app);
  const [artist, person] = [await test.addArtist("Ada Song"), await test.addPerson()];
  const follow = { followerId: person.userId, creatorId: artist.userId };
  await deps.store.execute(followCreator, follow, { logs: ["social"], metadata: { actor: "system:test" } });
  test.pass(DAY_MS);
  const { trackId } = await test.addTrack({ ownerId: artist.userId, durationMs: 120_000 });
  listener = await test.logIn(person);
  for (let play = 0; play < PLAYS; play++) {
    test.pass(130_000);
    await deliver(deps, listener.userId, [trackId]);
    const body = { playId: newId(), listenedMs: 120_000, startedAt: test.now() - 125_000, sentAt: test.now() };
    await test.call("POST", `/api/v1/play/${trackId}`, { token: listener.token, body });
  }
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

it.each([
  { path: "withdrawal-summary", rounds: 1, statements: 17 },
  { path: "free-plays", rounds: 1, statements: 8 },
  { path: "play-history", rounds: 2, statements: 8 },
  { path: "home", rounds: 1, statements: 3 },
  { path: "notifications", rounds: 2, statements: 11 },
])("GET /api/v1/$path asks the database in $rounds rounds, where it was asked before", async (most) => {
  const get = async () => (await call("GET", `/api/v1/${most.path}`, { token: listener.token })).text;
  const first = await get();
  let again = "";
  const { rounds, statements } = await asked.of(async () => void (again = await get()));
  expect(again).toBe(first);
  expect({ rounds, statements }).toEqual({ rounds: most.rounds, statements: most.statements });
});

it("what a person is told has what was played and what came out", async () => {
  const read = async (path: string) => (await call("GET", `/api/v1/${path}`, { token: listener.token })).body;
  expect((await read("play-history")).playHistory).toHaveLength(PLAYS);
  expect((await read("play-history")).playHistory.at(-1).settlement).toMatchObject({ state: "settling" });
  expect((await read("notifications")).notifications).toMatchObject([{ kind: "release" }]);
  expect((await read("withdrawal-summary")).settlingBalance).toBeGreaterThan(0);
});
