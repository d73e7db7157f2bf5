import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { CommentLikeEvent } from "../../backend/social/comment/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { commentLikes, likesBy, likesOf } from "./comment_likes.ts";

const [ada, ben, comment] = [newId(), newId(), newId()];
const tap = (type: CommentLikeEvent["type"], userId: string, at: number) => ({
  type,
  data: { commentId: comment, userId },
  stream: `comment_like/${comment}/${userId}`,
  at,
});

it("counts who likes a comment, newest first, and forgets who is erased", async () => {
  await using test = await openTestProjection(commentLikes);
  const seenBy = (userId?: string) => async (tx: Parameters<typeof likesOf>[0]) =>
    (await likesOf(tx, [comment, newId()], userId)).get(comment);
  const both = [tap("CommentLiked", ada, 1_000), tap("CommentLiked", ben, 2_000)];
  expect(await test.given(both, seenBy())).toEqual({ count: 2, userIds: [ben, ada], isLiked: false });
  expect(await test.given(both, seenBy(ada))).toEqual({ count: 2, userIds: [ada, ben], isLiked: true });
  expect(await test.given([...both, tap("CommentUnliked", ben, 3_000)], seenBy(ben)))
    .toEqual({ count: 1, userIds: [ada], isLiked: false });
  expect(await test.given([...both, tap("CommentUnliked", ada, 3_000), tap("CommentLiked", ada, 4_000)], seenBy()))
    .toEqual({ count: 2, userIds: [ada, ben], isLiked: false });
  const erased = { type: "AccountErased" as const, data: { userId: ben } };
  expect(await test.given([...both, erased], seenBy())).toMatchObject({ count: 1, userIds: [ada] });
  expect(await test.given(both, (tx) => likesBy(tx, ada))).toEqual([{ commentId: comment, at: 1_000 }]);
});
