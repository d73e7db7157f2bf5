import { afterAll, expect, it } from "vitest";
import type { FollowEvent } from "../../backend/social/follow/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { Tx } from "../../backend/store/sql.ts";
import { followedBy, followerCounts, follows, newestFollowers, pairKey, readFollows } from "./follows.ts";

const test = await openTestProjection(follows);
afterAll(() => test[Symbol.asyncDispose]());

const [artist, other, ada, ben] = [newId(), newId(), newId(), newId()];
const word = (type: FollowEvent["type"], followerId: string, creatorId = artist) => ({
  type,
  data: { followerId, creatorId },
  stream: `follow/${followerId}/${creatorId}`,
});
const came = (followerId: string, creatorId = artist) => word("UserFollowed", followerId, creatorId);
const went = (followerId: string, creatorId = artist) => word("UserUnfollowed", followerId, creatorId);
const erased = (userId: string) => ({ type: "AccountErased" as const, data: { userId } });
const count = async (tx: Tx) => (await followerCounts(tx, [artist])).get(artist) ?? 0;

it.each([
  ["came", [came(ada), came(ben)], 2],
  ["said so twice", [came(ada), came(ada)], 1],
  ["left", [came(ada), came(ben), went(ada)], 1],
  ["left twice", [came(ada), went(ada), went(ada)], 0],
  ["left before they came", [went(ada), came(ben)], 1],
  ["came back", [came(ada), went(ada), came(ada)], 1],
  ["was erased", [came(ada), came(ben), erased(ada)], 1],
])("counts the followers of an artist where one %s", async (_how, events, followers) => {
  expect(await test.given(events, count)).toBe(followers);
  expect(await test.given(events, (tx) => newestFollowers(tx, artist, 10))).toHaveLength(followers);
});

it("lists both sides newest first, and finds the pairs that exist", async () => {
  const events = [came(ada), came(ada, other), came(ben)];
  expect(await test.given(events, (tx) => followedBy(tx, ada))).toEqual([
    { creatorId: other, followedAt: 1 },
    { creatorId: artist, followedAt: 0 },
  ]);
  expect(await test.given(events, (tx) => newestFollowers(tx, artist, 1))).toEqual([{
    followerId: ben,
    followedAt: 2,
  }]);
  const asked = [{ followerId: ada, creatorId: other }, { followerId: ben, creatorId: other }];
  expect(await test.given(events, (tx) => readFollows(tx, asked))).toEqual(
    new Set([pairKey({ followerId: ada, creatorId: other })]),
  );
});

it("an erased artist has no followers any more, and who followed them no artist", async () => {
  const events = [came(ada), came(ada, other), erased(artist)];
  expect(await test.given(events, count)).toBe(0);
  expect(await test.given(events, (tx) => followedBy(tx, ada))).toMatchObject([{ creatorId: other }]);
  expect(await test.given(events, (tx) => followerCounts(tx, [artist, other]))).toEqual(new Map([[other, 1]]));
});
