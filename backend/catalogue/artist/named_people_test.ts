import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeAccount, reopenAccount } from "../../accounts/closing/close.ts";
import { newId } from "../../contract/ids.ts";
import { creatorStats as creatorStatsCall } from "../../contract/calls/artists.ts";
import { answerOf } from "../../testing/answers.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

const NOBODY = { id: "", username: "A listener", profileImageUrl: "" };
/** 13:00 in Lagos; its day began at 23:00 UTC of the day before. */
const START = Date.UTC(2026, 5, 10, 12);
const DAY_START = "2026-06-09T23:00:00.000Z";
const METADATA = { actor: "system:test" };

let test: TestListeners;
let artist: TestPerson;
let bola: TestPerson;
let chidi: TestPerson;

beforeAll(async () => {
  test = await openTestListeners(START);
  artist = await test.addArtist("Sade Akande");
  [bola, chidi] = [await test.addPerson("Bola"), await test.addPerson("Chidi")];
  const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "Danfo Love" });
  for (const who of [bola, chidi]) {
    const startedAt = test.now();
    test.pass(60_000);
    const play = { playId: newId(), trackId, startedAt, listenedMs: 60_000 };
    await deliver(test.world.deps, who.userId, [trackId]);
    await test.call("POST", "/api/v1/plays", { token: who.token, body: { sentAt: test.now(), plays: [play] } });
    await test.call("POST", `/api/v1/follow/${artist.userId}`, { token: who.token });
  }
  const body = { trackId, content: "Ó dára gan!" };
  await test.call("POST", "/api/v1/comments", { token: bola.token, body });
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const stats = async () =>
  answerOf(creatorStatsCall, (await test.call("GET", "/api/v1/creator-stats", { token: artist.token })).body);
const allow = (who: TestPerson, isNamed: boolean) =>
  test.call("PUT", "/api/v1/settings", { token: who.token, body: { isNamed } });
/** Who follows, and who does what in the feed, each once. */
const shown = async () => {
  const { recentFollowers, recentActivity } = await stats();
  const acting = recentActivity.filter(({ type }) => type !== "comment").map(({ user }) => user);
  return [recentFollowers, acting].map((list) => [...new Set(list.map(({ username }) => username))].toSorted());
};

describe("the people in a creator's figures", () => {
  it("are a listener each, on a day, without picture and id, unless they comment: that is public", async () => {
    const { recentFollowers, recentActivity: [comment, ...others], stats: { followers } } = await stats();
    expect(followers).toBe(2);
    expect(recentFollowers).toEqual([1, 2].map(() => ({ ...NOBODY, followedAt: DAY_START })));
    expect(comment).toMatchObject({
      type: "comment",
      user: { id: bola.userId, username: "Bola" },
      data: { content: "Ó dára gan!", track: { title: "Danfo Love" } },
    });
    expect(others.map(({ type, user, timestamp }) => [type, user, timestamp])).toEqual(
      ["new_follower", "new_follower", "play", "play"].map((type) => [type, NOBODY, DAY_START]),
    );
  });

  it("are named at once where they allow it, in what was there before, and no more when they take it back", async () => {
    await allow(bola, true);
    expect(await shown()).toEqual([["A listener", "Bola"], ["A listener", "Bola"]]);
    const { recentFollowers: [named] } = await stats();
    expect(named).toEqual({ ...NOBODY, id: bola.userId, username: "Bola", followedAt: "2026-06-10T12:01:00.000Z" });
    await allow(bola, false);
    expect(await shown()).toEqual([["A listener"], ["A listener"]]);
  });

  it("have no name and no comments while their account is closed", async () => {
    await allow(chidi, true);
    await allow(bola, true);
    await closeAccount(test.world.deps, { userId: bola.userId, by: "owner", metadata: METADATA });
    expect(await shown()).toEqual([["A listener", "Chidi"], ["A listener", "Chidi"]]);
    expect((await stats()).recentActivity.some(({ type }) => type === "comment")).toBe(false);
    await reopenAccount(test.world.deps, { userId: bola.userId, by: "owner", metadata: METADATA });
    expect(await shown()).toEqual([["Bola", "Chidi"], ["Bola", "Chidi"]]);
  });
});
