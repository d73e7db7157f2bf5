import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { newId } from "../../contract/ids.ts";
import { isLevel1Closed } from "../../contract/trust.ts";
import { notePhone } from "../../accounts/phone/prove.ts";
import { deliver, raiseLevel, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { assessAll } from "./assess.ts";
import { levelOf } from "./reads.ts";

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const METADATA = { actor: "system:test" };

let test: TestListeners;
let tracks: string[];
beforeAll(async () => {
  test = await openTestListeners();
  const artists = [];
  for (const name of ["Ada", "Ben", "Chi", "Dele", "Efe"]) artists.push(await test.addArtist(`${name} Song`));
  const made = artists.map(({ userId: ownerId }) => test.addTrack({ ownerId, durationMs: 10 * MINUTE_MS }));
  tracks = (await Promise.all(made)).map(({ trackId }) => trackId);
});
afterAll(() => test[Symbol.asyncDispose]());

const level = async ({ userId }: TestPerson) => (await levelsOf(test.world.deps.store.sql, [userId])).get(userId) ?? 0;
const read = async ({ token }: TestPerson) => (await test.call("GET", "/api/v1/level", { token })).body;

async function newcomer(): Promise<TestPerson> {
  const person = await test.addPerson();
  await raiseLevel(test.world.deps, person.userId, 0);
  return person;
}

let numbers = 0;
const provePhone = ({ userId }: TestPerson, phone = `+234803${String(++numbers).padStart(7, "0")}`) =>
  notePhone(test.world.deps, { userId, phone, metadata: METADATA });

/** Days of listening: 25 minutes of a different song a day, or of the songs given. */
async function listen(person: TestPerson, { days = 3, songs = tracks, delivered = true } = {}) {
  if (delivered) await deliver(test.world.deps, person.userId, songs, { endsAt: test.now() + 30 * DAY_MS });
  for (let day = 0; day < days; day++) {
    test.pass(DAY_MS);
    const { token } = await test.logIn(person);
    for (const trackId of songs) {
      test.pass(10 * MINUTE_MS);
      const startedAt = test.now() - 5 * MINUTE_MS;
      const play = { playId: newId(), trackId, startedAt, listenedMs: 5 * MINUTE_MS };
      await test.call("POST", "/api/v1/plays", {
        token,
        body: { sentAt: test.now(), plays: [play] },
      });
    }
  }
  test.pass(7 * DAY_MS);
  await test.world.settle();
}

describe("level 1", () => {
  it("comes by itself with phone, time and varied listening, and says before what is missing", async () => {
    const person = await newcomer();
    expect(await read(person)).toMatchObject({
      ...{ level: 0, dailyTokens: 2 },
      next: { level: 1, dailyTokens: 24 },
      phone: { number: "", isProven: false, canBeProven: true },
    });
    await listen(person);
    await assessAll(test.world.deps);
    expect(await level(person)).toBe(0);
    const { next } = await read(await test.logIn(person));
    expect(next.conditions.filter(({ have, need }: { have: number; need: number }) => have < need)).toEqual([
      { name: "phone", have: 0, need: 1 },
    ]);
    await provePhone(person);
    await test.world.settle();
    expect(await level(person)).toBe(1);
    expect(await read(await test.logIn(person))).toMatchObject({ level: 1, dailyTokens: 24 });
  });

  it("comes at night for those whose phone was proven first, once", async () => {
    const person = await newcomer();
    await provePhone(person);
    await listen(person);
    expect(await level(person)).toBe(0);
    for (let night = 0; night < 2; night++) await assessAll(test.world.deps);
    expect(await level(person)).toBe(1);
    const events = await test.world.deps.store.readStream("social", `level/${person.userId}`);
    expect(events.at(-1)?.data).toMatchObject({ because: "conditions_met", evidence: { phone: "proven", artists: 5 } });
  });

  it("does not come for listening that nobody delivered, or to two artists", async () => {
    const [silent, narrow] = [await newcomer(), await newcomer()];
    for (const person of [silent, narrow]) await provePhone(person);
    await listen(silent, { delivered: false });
    await listen(narrow, { songs: tracks.slice(0, 2), days: 8 });
    await assessAll(test.world.deps);
    expect([await level(silent), await level(narrow)]).toEqual([0, 0]);
  });

  it("stays closed where no text is sent, unless the operator lets it do without a phone", async () => {
    const person = await newcomer();
    await listen(person);
    const { deps } = test.world;
    const silent = { ...deps, texts: undefined };
    await assessAll(silent);
    expect(await level(person)).toBe(0);
    expect(isLevel1Closed(await levelOf(silent, person.userId))).toBe(true);
    await assessAll({ ...silent, config: { ...deps.config, levelWithoutPhone: true } });
    expect(await level(person)).toBe(1);
  });

  it("goes with the number, and comes back with the next one", async () => {
    const person = await newcomer();
    await listen(person);
    await provePhone(person);
    await test.world.settle();
    expect(await level(person)).toBe(1);
    const { token } = await test.logIn(person);
    await test.call("PUT", "/api/auth/profile", { token, body: { phone: "08099999999" } });
    await test.world.settle();
    expect(await level(person)).toBe(0);
    await provePhone(person);
    await test.world.settle();
    expect(await level(person)).toBe(1);
  });
});

it("nobody reads a level without a session", async () => {
  expect((await test.call("GET", "/api/v1/level")).status).toBe(401);
});
