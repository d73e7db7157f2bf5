import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Genre } from "../../contract/catalogue.ts";
import { newId } from "../../contract/ids.ts";
import type { Home } from "../../contract/home.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { removeTrack } from "../track/remove.ts";

const DAY_MS = 24 * 3_600_000;
const MINUTE = 60_000;
let test: TestListeners;
let [ada, ben]: TestPerson[] = [];
let songs: Record<string, string>;

beforeAll(async () => {
  test = await openTestListeners();
  [ada, ben] = [await test.addArtist("Ada Song"), await test.addArtist("Ben Drum")];
  const add = async (owner: TestPerson | undefined, title: string, genre: Genre = "jazz") => {
    test.pass(1_000);
    const artist = owner === ada ? "Ada Song" : "Ben Drum";
    return (await test.addTrack({ ownerId: owner?.userId ?? "", title, artist, genre })).trackId;
  };
  songs = {
    ...{ a1: await add(ada, "A1"), a2: await add(ada, "A2"), a3: await add(ada, "A3") },
    ...{ b1: await add(ben, "B1"), b2: await add(ben, "B2", "fuji") },
  };
});
afterAll(() => test[Symbol.asyncDispose]());

async function play(person: TestPerson, trackId = "", listenedMs = 2 * MINUTE) {
  test.pass(listenedMs + 1_000);
  await deliver(test.world.deps, person.userId, [trackId]);
  const body = { playId: newId(), listenedMs, startedAt: test.now() - listenedMs, sentAt: test.now() };
  expect((await test.call("POST", `/api/v1/play/${trackId}`, { token: person.token, body })).status).toBe(200);
  await test.world.settle();
}

async function homeOf(person?: TestPerson): Promise<Home> {
  const { status, body } = await test.call("GET", "/api/v1/home", person ? { token: person.token } : {});
  expect(status).toBe(200);
  return body;
}

const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);

describe("the first screen's answer", () => {
  it("gives visitors a mix that plays, covers for each slide, and nothing of anybody", async () => {
    const home = await homeOf();
    expect(titles(home.mix).sort()).toEqual(["A1", "A2", "A3", "B1", "B2"]);
    expect(home.mix.every(({ audioUrl }) => audioUrl !== "")).toBe(true);
    expect([home.recent, home.followed, home.forYou, home.followedCount]).toEqual([[], [], [], 0]);
    expect(home.slides["new-releases"]).toHaveLength(3);
    expect(home.mixReason).toBe("Artists from all over Orin, new every day.");
  });

  it("has what was played last first, each song once, without skips and removed songs", async () => {
    const listener = await test.addPerson();
    const gone = await test.addTrack({ ownerId: ada?.userId ?? "", title: "Gone" });
    for (const id of [songs["a1"], gone.trackId, songs["b1"], songs["a1"]]) await play(listener, id);
    await play(listener, songs["b2"], 2_000);
    const by = { trackId: gone.trackId, userId: ada?.userId ?? "", isAdmin: false };
    await test.world.deps.store.execute(removeTrack, by, { logs: ["social"], metadata: { actor: "system:test" } });
    await test.world.settle();
    expect(titles((await homeOf(listener)).recent)).toEqual(["A1", "B1"]);
  });

  it("suggests unheard songs with a reason, never one's own, and news of followed artists", async () => {
    const listener = await test.addPerson();
    await play(listener, songs["a1"]);
    await test.call("POST", `/api/v1/follow/${ben?.userId}`, { token: listener.token });
    await test.world.settle();
    const { forYou, followed, followedCount } = await homeOf(listener);
    const reasons = Object.fromEntries(forYou.map(({ title, reason }) => [title, reason]));
    expect(reasons).toEqual({
      ...{ A2: "You play Ada Song", A3: "You play Ada Song", B1: "You follow Ben Drum", B2: "You follow Ben Drum" },
    });
    expect([titles(followed), followedCount]).toEqual([["B2", "B1"], 1]);
    if (!ada) throw new Error("No artist");
    await play(ada, songs["b1"]);
    const own = await homeOf(ada);
    expect([...own.mix, ...own.forYou].every(({ artist }) => artist === "Ben Drum")).toBe(true);
  });

  it("keeps the mix for the day, however much is played, and takes it into account the day after", async () => {
    const listener = await test.addPerson();
    const { mix, day } = await homeOf(listener);
    await play(listener, songs["b2"]);
    const later = await homeOf(listener);
    expect([titles(later.mix), later.day]).toEqual([titles(mix), day]);
    test.pass(DAY_MS);
    const [next] = [await homeOf(await test.logIn(listener))];
    expect(next.day).not.toBe(day);
    expect(next.mixReason).toBe("Songs you play, and new ones that fit.");
    expect(next.mix[0]?.title).toBe("B2");
  });

  it("knows who was away for a month, and keeps news of ninety days alone", async () => {
    const listener = await test.addPerson();
    await play(listener, songs["b1"]);
    await test.call("POST", `/api/v1/follow/${ada?.userId}`, { token: listener.token });
    test.pass(100 * DAY_MS);
    const { followed, followedCount } = await homeOf(await test.logIn(listener));
    expect([followed, followedCount]).toEqual([[], 1]);
  });

  it("refuses a quality that there is none of", async () => {
    expect((await test.call("GET", "/api/v1/home?quality=loud")).status).toBe(400);
  });
});
