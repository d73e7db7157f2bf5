import { afterAll, beforeAll, expect, it } from "vitest";
import { statsSeries as statsSeriesCall } from "../../contract/calls/artists.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { givePremium } from "../../testing/premium.ts";
import { SeedClock } from "./clock.ts";
import { seedPlays, type SeedTrack } from "./plays.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS = 12;

let test: TestListeners;
let artist: TestPerson;
let people: Record<"streams" | "saves", TestPerson>;
let tracks: SeedTrack[];
let startedAt: number;
beforeAll(async () => {
  test = await openTestListeners();
  startedAt = test.now();
  artist = await test.addArtist("Ada Song");
  // With only a few, the ids' chance leaves out a whole day now and then.
  const made = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => test.addTrack({ ownerId: artist.userId })));
  tracks = made.map((track) => ({ ...track, publishedAt: startedAt }));
  people = { streams: await test.addPerson("Bola"), saves: await test.addPerson("Chidi") };
  await givePremium(test.world.deps, people.saves.userId);
});
afterAll(() => test[Symbol.asyncDispose]());

async function seed(): Promise<void> {
  const clock = new SeedClock(startedAt, startedAt + (DAYS + 1) * DAY_MS);
  const deps = { ...test.world.deps, now: () => clock.now };
  const listeners = [
    { userId: people.streams.userId, eagerness: 1, unheard: new Set([newest()]) },
    { userId: people.saves.userId, eagerness: 1, savesOn: "phone-of-chidi" },
  ];
  await seedPlays(deps, clock, { listeners, tracks, since: startedAt, days: DAYS });
  test.pass(Math.max(0, clock.end - test.now()));
  await test.world.settle();
}

const newest = () => tracks.at(-1)?.trackId ?? "";

async function counts() {
  const { body } = await test.call("GET", "/api/v1/creator-stats/series?unit=month", { token: artist.token });
  const kinds = answerOf(statsSeriesCall, body).tracks.map((track) => track.plays);
  const sum = (kind: "gross" | "filtered" | "verified") => kinds.reduce((all, one) => all + one[kind], 0);
  return { gross: sum("gross"), filtered: sum("filtered"), verified: sum("verified") };
}

it("the demo's plays are proven for the most part, by bytes and by licences, and once", async () => {
  await seed();
  const first = await counts();
  expect(first.filtered).toBeGreaterThan(50);
  expect(first.verified).toBeGreaterThan(first.filtered * 0.8);
  // Plays without delivered sound are in the gross figure alone.
  expect(first.verified).toBeLessThanOrEqual(first.filtered);
  expect(first.filtered).toBeLessThan(first.gross);
  const { sql } = test.world.deps.store;
  const served = () => sql`select distinct subject, day from served_streams`;
  const days = await served();
  // A listener who saves has nothing sent on every other day, and plays all the same.
  const daysOf = (userId: string) => days.filter((row) => row.subject === userId).length;
  expect(daysOf(people.streams.userId)).toBe(DAYS);
  expect(daysOf(people.saves.userId)).toBe(DAYS / 2);
  const rows = (await sql`select 1 from served_streams`).length;
  await seed();
  expect([await counts(), (await sql`select 1 from served_streams`).length]).toEqual([first, rows]);
});

it("the demo's listener has songs left to hear, so their first screen suggests one", async () => {
  const { body } = await test.call("GET", "/api/v1/home", { token: people.streams.token });
  const found = body.forYou.map(({ _id, reason }: { _id: string; reason: string }) => [_id, reason]);
  expect(found[0]).toEqual([newest(), expect.stringMatching(/^You play /)]);
});
