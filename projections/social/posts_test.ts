import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { postMutersOf, postMutesOf, posts, postsFor, postsOf } from "./posts.ts";

const [ada, fan, first, second] = [newId(), newId(), newId(), newId()];
const posted = (postId: string, at: number) => (
  { type: "ArtistPosted" as const, data: { postId, artistId: ada, content: `sealed ${at}`, told: 1 }, at }
);
const both = [posted(first, 1_000), posted(second, 2_000)];
const about = {
  caseId: newId(),
  kind: "post",
  subjectId: first,
  ownerId: ada,
  decisionId: newId(),
  adminId: newId(),
} as const;
const hidden = {
  type: "ContentHidden" as const,
  data: { ...about, reason: "spam" as const, words: "w", strike: false },
};
const shown = { type: "ContentShown" as const, data: { ...about, words: "w" } };
const muted = { type: "PostsMuted" as const, data: { userId: fan, artistId: ada } };
const erased = (userId: string) => ({ type: "AccountErased" as const, data: { userId } });

it("keeps an artist's posts newest first, without those that are deleted, hidden, or of somebody erased", async () => {
  await using test = await openTestProjection(posts);
  const list = (withHidden: boolean) => async (tx: Parameters<typeof postsOf>[0]) =>
    (await postsOf(tx, { artistId: ada, limit: 10, withHidden })).map(({ postId }) => postId);
  expect(await test.given(both, list(false))).toEqual([second, first]);
  expect(await test.given([...both, hidden], list(false))).toEqual([second]);
  expect(await test.given([...both, hidden], list(true))).toEqual([second, first]);
  expect(await test.given([...both, hidden, shown], list(false))).toEqual([second, first]);
  const deleted = { type: "ArtistPostDeleted" as const, data: { postId: first, artistId: ada } };
  expect(await test.given([...both, deleted], list(true))).toEqual([second]);
  expect(await test.given([...both, erased(ada)], list(true))).toEqual([]);
});

it("tells followers of posts since they follow, unless they have stopped them", async () => {
  await using test = await openTestProjection(posts);
  const follows = [{ creatorId: ada, followedAt: 1_500 }];
  const told = async (tx: Parameters<typeof postsFor>[0]) =>
    (await postsFor(tx, { userId: fan, follows, since: 0, now: 9_000, limit: 10 })).map(({ postId }) => postId);
  expect(await test.given(both, told)).toEqual([second]);
  expect(await test.given([...both, muted], told)).toEqual([]);
  const unmuted = { type: "PostsUnmuted" as const, data: muted.data };
  expect(await test.given([...both, muted, unmuted], told)).toEqual([second]);
  expect(await test.given([muted, muted], (tx) => postMutersOf(tx, ada))).toEqual([fan]);
  expect(await test.given([muted, erased(fan)], (tx) => postMutersOf(tx, ada))).toEqual([]);
  expect(await test.given([muted, erased(ada)], (tx) => postMutesOf(tx, fan))).toEqual([]);
});
