import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";

let test: TestCatalogue;
beforeAll(async () => void (test = await openTestCatalogue()));
afterAll(() => test[Symbol.asyncDispose]());

const call = async (method: string, path: string, token?: string) => {
  const answer = await test.call(path, { method, ...(token === undefined ? {} : { token }) });
  return { status: answer.status, body: await answer.json() };
};
const follow = (id: string, token?: string) => call("POST", `/api/v1/follow/${id}`, token);
const unfollow = (id: string, token?: string) => call("DELETE", `/api/v1/unfollow/${id}`, token);
const ask = (id: string, token?: string) => call("GET", `/api/v1/is-following/${id}`, token);

it("following twice is following once, and so is the way back", async () => {
  const artist = await test.addCreator();
  const [one, two] = [await test.logIn(), await test.logIn()];
  await follow(artist, one.token);
  expect(await follow(artist, one.token)).toEqual({ status: 200, body: { isFollowing: true, followerCount: 1 } });
  expect((await follow(artist, two.token)).body).toEqual({ isFollowing: true, followerCount: 2 });
  expect((await ask(artist, one.token)).body.isFollowing).toBe(true);
  await unfollow(artist, one.token);
  expect((await unfollow(artist, one.token)).body).toEqual({ isFollowing: false, followerCount: 1 });
  expect((await ask(artist, one.token)).body).toEqual({ isFollowing: false, followerCount: 1 });
  expect((await ask(artist)).body).toEqual({ isFollowing: false, followerCount: 1 });
  expect((await follow(artist, one.token)).body.followerCount).toBe(2);
  const events = await test.deps.store.readStream("social", `follow/${one.userId}/${artist}`);
  expect(events.map((event) => event.type)).toEqual(["UserFollowed", "UserUnfollowed", "UserFollowed"]);
});

it("twenty taps at once are one follow", async () => {
  const artist = await test.addCreator();
  const { token, userId } = await test.logIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => follow(artist, token)));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect((await ask(artist, token)).body.followerCount).toBe(1);
  expect(await test.deps.store.readStream("social", `follow/${userId}/${artist}`)).toHaveLength(1);
});

it("visitors cannot follow, nobody follows themselves or somebody who is no artist", async () => {
  const artist = await test.addCreator();
  const { token, userId } = await test.logIn();
  expect((await follow(artist)).status).toBe(401);
  expect((await unfollow(artist)).status).toBe(401);
  for (const id of [newId(), userId, "7", "%00"]) {
    expect((await follow(id, token)).status).toBe(404);
    expect((await unfollow(id, token)).status).toBe(404);
  }
});
