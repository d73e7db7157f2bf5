import { afterAll, beforeAll, expect, it } from "vitest";
import type { NoticeList } from "../../contract/notifications.ts";
import { newId } from "../../contract/ids.ts";
import type { ArtistPosts, OwnPosts } from "../../contract/posts.ts";
import { addAdmin } from "../../testing/access.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

let test: TestListeners;
let artist: TestPerson;
let fan: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  [artist, fan, other] = [
    await test.addArtist("Àdùkẹ́ Bright"),
    await test.addPerson("Amaka"),
    await test.addArtist("Other Artist"),
  ];
  await test.call("POST", `/api/v1/follow/${artist.userId}`, { token: fan.token });
});
afterAll(() => test[Symbol.asyncDispose]());

const write = (person: TestPerson | undefined, body: unknown, headers: Record<string, string> = {}) =>
  test.call("POST", "/api/v1/posts", { token: person?.token, body, headers });
const own = async () => (await test.call("GET", "/api/v1/posts", { token: artist.token })).body as OwnPosts;
const page = async (person?: TestPerson) =>
  (await test.call("GET", `/api/v1/artists/${artist.userId}/posts`, { token: person?.token })).body as ArtistPosts;
const told = async (person: TestPerson) => {
  const { body } = await test.call("GET", "/api/v1/notifications", { token: person.token });
  return (body as NoticeList).notifications.filter(({ kind }) => kind === "post");
};

it("refuses visitors, listeners, hostile text and songs of others", async () => {
  const { trackId } = await test.addTrack({ ownerId: other.userId });
  expect((await write(undefined, { text: "Hello" })).status).toBe(401);
  expect((await write(fan, { text: "Hello" })).status).toBe(403);
  for (const text of ["", " \n", "a\u0000b", "ab\u202ecd", "x".repeat(501), undefined, 7]) {
    expect((await write(artist, { text })).status).toBe(400);
  }
  for (const wrong of [trackId, newId()]) {
    expect((await write(artist, { text: "Hello", trackId: wrong })).status).toBe(404);
  }
  expect((await own()).posts).toEqual([]);
});

it("of many at once one passes; followers are told once, and stop it with one press", async () => {
  const { trackId } = await test.addTrack({ ownerId: artist.userId });
  const headers = { "idempotency-key": newId() };
  const first = await write(artist, { text: "See you in Ibadan", trackId }, headers);
  expect(first.status).toBe(201);
  expect((await write(artist, { text: "See you in Ibadan", trackId }, headers)).status).toBe(201);
  const again = await Promise.all(Array.from({ length: 5 }, () => write(artist, { text: "Once more" })));
  expect(again.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
  const mine = await own();
  expect(mine).toMatchObject({
    posts: [{ text: "See you in Ibadan", told: 1, isHidden: false, song: { id: trackId } }],
  });
  expect(mine.nextPostAt).not.toBeNull();
  expect(await page()).toMatchObject({ posts: [{ text: "See you in Ibadan" }], isMuted: false, nextCursor: null });

  const postId = mine.posts[0]?.postId ?? "";
  expect(await told(fan)).toMatchObject([{ post: { postId, artistId: artist.userId } }]);
  expect(await told(other)).toEqual([]);
  const mute = `/api/v1/artists/${artist.userId}/posts/mute`;
  expect((await test.call("POST", mute, { token: fan.token })).body).toEqual({ isMuted: true });
  expect((await test.call("POST", mute, { token: fan.token })).body).toEqual({ isMuted: true });
  expect(await told(fan)).toEqual([]);
  expect((await page(fan)).isMuted).toBe(true);
  expect((await test.call("DELETE", mute, { token: fan.token })).body).toEqual({ isMuted: false });
  expect(await told(fan)).toHaveLength(1);
});

it("is out of sight while a moderator hides it, and its artist cannot post while hidden", async () => {
  const admin = await addAdmin(test.world.deps, "catalogue");
  const postId = (await own()).posts[0]?.postId ?? "";
  const decide = async (kind: string, id: string, step: string, more: object = {}) => {
    const path = `/api/v1/admin/moderation/${kind}/${id}`;
    const { body: { decisions: seen } } = await test.call("GET", path, { token: admin.token });
    const body = { words: "In our words.", seen, ...more };
    expect((await test.call("POST", `${path}/${step}`, { token: admin.token, body })).status).toBe(200);
  };
  await decide("post", postId, "hide", { reason: "spam" });
  expect([(await page(fan)).posts, await told(fan)]).toEqual([[], []]);
  expect((await own()).posts).toMatchObject([{ postId, isHidden: true }]);
  await decide("post", postId, "show");
  expect(await told(fan)).toHaveLength(1);
  await decide("artist", artist.userId, "hide", { reason: "impersonation" });
  expect((await write(artist, { text: "Hidden" })).status).toBe(404);
  expect(await told(fan)).toEqual([]);
  await decide("artist", artist.userId, "show");
  expect(await told(fan)).toHaveLength(1);
});

it("reaches nobody whom the artist has blocked", async () => {
  const said = { artistId: artist.userId, content: "Buy my shoes" };
  const { body: { comment } } = await test.call("POST", "/api/v1/comments", { token: fan.token, body: said });
  const blocked = await test.call("POST", `/api/v1/comments/${comment._id}/block`, { token: artist.token });
  expect(blocked.status).toBeLessThan(300);
  expect(await told(fan)).toEqual([]);
  const { body: { people } } = await test.call("GET", "/api/v1/blocks", { token: artist.token });
  await test.call("DELETE", `/api/v1/blocks/${people[0].blockId}`, { token: artist.token });
  expect(await told(fan)).toHaveLength(1);
});

it("is reported with one call; only its artist deletes it, which gives no new one", async () => {
  const postId = (await own()).posts[0]?.postId ?? "";
  const report = { kind: "post", id: postId, reason: "spam", words: "" };
  expect((await test.call("POST", "/api/v1/reports", { token: fan.token, body: report })).status).toBe(202);
  const path = `/api/v1/posts/${postId}`;
  expect((await test.call("DELETE", path, { token: other.token })).status).toBe(404);
  expect((await test.call("DELETE", path, { token: artist.token })).status).toBe(200);
  expect((await write(artist, { text: "A new one" })).status).toBe(409);
  expect([(await page()).posts, await told(fan)]).toEqual([[], []]);
});
