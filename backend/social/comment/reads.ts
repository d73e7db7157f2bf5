import type { Comment } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { findShowable } from "../../accounts/account/reads.ts";
import { likesOf } from "../../../projections/social/comment_likes.ts";
import type { ListedComment } from "../../../projections/social/comments.ts";
import { blockedBy } from "../../../projections/social/comment_rules.ts";
import { namedAmong } from "../../../projections/accounts/users.ts";

const ANONYMOUS = "Anonymous";
const GONE = "This comment is no longer available";
const REMOVED = "Comment removed";
const BLOCKED = "You have blocked this person";

/**
 * Comments as `userId` sees them, their words opened. Those of people who have closed their account, or are erased, show
 * neither words nor name. `likes` names the reader and those who let others see their name. A comment that was
 * taken away has neither author nor words left.
 */
export async function commentAnswers(
  deps: Deps,
  rows: readonly ListedComment[],
  userId: string | undefined,
): Promise<Comment[]> {
  const { sql } = deps.store;
  const authorIds = [...new Set(rows.flatMap((row) => row.authorId ?? []))];
  const [people, keys, blocked, likes] = await Promise.all([
    findShowable(deps, authorIds),
    deps.personal.keysOf(sql, authorIds),
    userId === undefined ? new Set<string>() : blockedBy(sql, userId),
    likesOf(sql, rows.filter((row) => row.authorId !== undefined).map((row) => row.commentId), userId),
  ]);
  const named = await namedAmong(sql, [...new Set([...likes.values()].flatMap((liked) => liked.userIds))]);
  const mayBeSeen = (likerId: string) => likerId === userId || named.has(likerId);
  return rows.map((row) => {
    const places = placesOf(row);
    if (row.authorId === undefined) return { ...REMOVED_ANSWER, ...places };
    if (blocked.has(row.authorId)) return { ...REMOVED_ANSWER, content: BLOCKED, ...places };
    const { id: _id, username, profileImageUrl: url } = people.get(row.authorId) ?? NOBODY;
    const key = _id === "" ? undefined : keys.get(row.authorId);
    const liked = likes.get(row.commentId);
    return {
      ...places,
      ...(row.isHeld && { isHeld: true }),
      content: key?.open("comment", row.content) ?? GONE,
      likes: (liked?.userIds ?? []).filter(mayBeSeen),
      likeCount: liked?.count ?? 0,
      liked: liked?.isLiked ?? false,
      // The first name of an artist is not public: the artist's name takes its place.
      userId: { _id, firstName: username, username, profileImage: { url } },
    };
  });
}

const NOBODY = { id: "", username: ANONYMOUS, profileImageUrl: "" };

const REMOVED_ANSWER = {
  ...{ content: REMOVED, isRemoved: true, likes: [], likeCount: 0, liked: false },
  userId: { _id: "", firstName: ANONYMOUS, username: ANONYMOUS, profileImage: { url: "" } },
};

function placesOf({ commentId, createdAt, updatedAt, threadId, replyTo, replies }: ListedComment) {
  return {
    _id: commentId,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(threadId !== undefined && { threadId }),
    ...(replyTo !== undefined && { replyTo }),
    ...(replies > 0 && { replyCount: replies }),
  };
}
