import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { ListeningDays, MonthInReview } from "../../contract/listening_days.ts";
import { streakOf } from "../../notifications/reads.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;
let test: TestListeners;
let [one, two]: string[] = [];

beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 28, 12));
  const { userId: ada } = await test.addArtist("Ada Song");
  const { userId: ben } = await test.addArtist("Ben Drum");
  ({ trackId: one } = await test.addTrack({ ownerId: ada, title: "One", artist: "Ada Song", durationMs: 10 * MINUTE }));
  ({ trackId: two } = await test.addTrack({ ownerId: ben, title: "Two", artist: "Ben Drum", durationMs: 10 * MINUTE }));
});
afterAll(() => test[Symbol.asyncDispose]());

async function play(person: TestPerson, trackId = "", listenedMs = 2 * MINUTE, startedAt = test.now() - listenedMs) {
  await deliver(test.world.deps, person.userId, [trackId]);
  const plays = [{ playId: newId(), trackId, listenedMs, startedAt }];
  const answer = await test.call("POST", "/api/v1/plays", { token: person.token, body: { sentAt: test.now(), plays } });
  expect(["accepted", "capped"]).toContain(answer.body.results[0].status);
  await test.world.settle();
}

it("days are those of Lagos, the pace is known from the third on, and a month adds up what was heard", async () => {
  let listener = await test.addPerson();
  const get = async <Answer>(path: string): Promise<Answer> => {
    const { status, body } = await test.call("GET", `/api/v1/${path}`, { token: listener.token });
    expect(status).toBe(200);
    return body;
  };
  const none = await get<ListeningDays>("listening-days");
  expect([none.run, none.longestRun, none.tokensPerDay]).toEqual([0, 0, undefined]);
  for (let day = 0; day < 3; day++) {
    test.pass(DAY_MS);
    listener = await test.logIn(listener);
    await play(listener, one);
  }
  await play(listener, two, 5 * MINUTE, test.now() - 60 * MINUTE);
  // At the same time as the last one: it claims to be heard, but one listener cannot have heard both.
  await play(listener, one, MINUTE, test.now() - 60 * MINUTE);
  const days = await get<ListeningDays>("listening-days");
  expect(days.days.slice(-3).map(({ day, heardMs }) => [day, heardMs])).toEqual([
    ["2026-06-29", 2 * MINUTE],
    ["2026-06-30", 2 * MINUTE],
    ["2026-07-01", 7 * MINUTE],
  ]);
  expect([days.run, days.tokensPerDay]).toEqual([3, undefined]);
  test.pass(DAY_MS);
  listener = await test.logIn(listener);
  const next = await get<ListeningDays>("listening-days");
  expect(next.run).toBe(3);
  // 2, 2 and 7 minutes at 0.2 tokens a minute, over three days.
  expect(next.tokensPerDay).toBe(0.73);
  const june = await get<MonthInReview>("month-in-review?month=2026-06");
  expect(june).toMatchObject({
    month: "2026-06",
    heardMs: 4 * MINUTE,
    songs: 1,
    artists: 1,
    daysHeard: 2,
    tokens: 0.8,
  });
  const july = await get<MonthInReview>("month-in-review");
  expect(july.topSongs.map(({ title, heardMs }) => [title, heardMs])).toEqual([["Two", 5 * MINUTE], [
    "One",
    2 * MINUTE,
  ]]);
  expect(july.topArtists.map(({ name }) => name)).toEqual(["Ben Drum", "Ada Song"]);
  expect([july.plays, july.tokens, july.longestRun]).toEqual([2, 1.4, 1]);
});

it("the evening's reminder counts the days that the screen counts", async () => {
  let listener = await test.addPerson();
  const runs = async () => {
    const { body } = await test.call("GET", "/api/v1/listening-days", { token: listener.token });
    return [body.run, await streakOf(test.world.deps, listener.userId, test.now())];
  };
  // Twenty seconds are paid for, and make no day.
  for (const seconds of [0, 60, 20, 60, 30]) {
    if (seconds > 0) await play(listener, one, seconds * 1_000);
    test.pass(DAY_MS);
    listener = await test.logIn(listener);
  }
  expect(await runs()).toEqual([2, 2]);
  await play(listener, one, 20_000);
  expect(await runs()).toEqual([2, 2]);
  await play(listener, one, MINUTE, test.now() - 10 * MINUTE);
  expect(await runs()).toEqual([3, undefined]);
});

it("days and months are told to who is logged in alone, and a month has to be one", async () => {
  const { token } = await test.addPerson();
  for (const path of ["listening-days", "month-in-review"]) {
    expect((await test.call("GET", `/api/v1/${path}`)).status).toBe(401);
  }
  expect((await test.call("GET", "/api/v1/month-in-review?month=2026-13", { token })).status).toBe(400);
});
