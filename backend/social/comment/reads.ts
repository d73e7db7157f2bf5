import type { Comment } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { openPersons } from "../../accounts/account/reads.ts";
import { likesOf } from "../../../projections/comment_likes.ts";
import type { ListedComment } from "../../../projections/comments.ts";
import { blockedBy } from "../../../projections/comment_rules.ts";
import { arePicturesHidden, findCreators } from "../../../projections/creators.ts";
import { pictureUrl } from "../../../projections/media_urls.ts";
import { findUsers, namedAmong } from "../../../projections/users.ts";

const ANONYMOUS = "Anonymous";
const GONE = "This comment is no longer available";
const REMOVED = "Comment removed";
const BLOCKED = "You have blocked this person";

/**
 * Comments as `userId` sees them, their words opened. Those of people who have closed their account, or are erased, show
 * neither words nor name. In `likes` each like has its place, but an id only where it is the reader's own or that of
 * someone who lets others see their name. A comment that was taken away has neither author nor words left.
 */
export async function commentAnswers(
  deps: Deps,
  rows: readonly ListedComment[],
  userId: string | undefined,
): Promise<Comment[]> {
  const { sql } = deps.store;
  const authorIds = [...new Set(rows.flatMap((row) => row.authorId ?? []))];
  const [users, allKeys, artists, blocked, hiddenPictures, likes] = await Promise.all([
    findUsers(sql, authorIds),
    deps.personal.keysOf(sql, authorIds),
    findCreators(sql, authorIds),
    userId === undefined ? new Set<string>() : blockedBy(sql, userId),
    arePicturesHidden(sql, authorIds),
    likesOf(sql, rows.filter((row) => row.authorId !== undefined).map((row) => row.commentId), userId),
  ]);
  const shown = [...users.values()].filter((user) => !user.closing);
  const [people, named] = await Promise.all([
    openPersons(deps.personal, sql, shown),
    namedAmong(sql, [...new Set([...likes.values()].flatMap((liked) => liked.userIds))]),
  ]);
  const idShown = (likerId: string) => likerId === userId || named.has(likerId) ? likerId : "";
  const keys = new Map([...allKeys].filter(([authorId]) => people.has(authorId)));
  return rows.map((row) => {
    const places = placesOf(row);
    if (row.authorId === undefined) return { ...REMOVED_ANSWER, ...places };
    if (blocked.has(row.authorId)) return { ...REMOVED_ANSWER, content: BLOCKED, ...places };
    const firstName = people.get(row.authorId)?.firstName || ANONYMOUS;
    const artist = keys.has(row.authorId) ? artists.get(row.authorId) : undefined;
    const picture = hiddenPictures.has(row.authorId) ? undefined : users.get(row.authorId)?.picture;
    const liked = likes.get(row.commentId);
    return {
      ...places,
      ...(row.isHeld && { isHeld: true }),
      content: keys.get(row.authorId)?.open("comment", row.content) ?? GONE,
      likes: (liked?.userIds ?? []).map(idShown),
      likeCount: liked?.count ?? 0,
      liked: liked?.isLiked ?? false,
      userId: {
        _id: keys.has(row.authorId) ? row.authorId : "",
        firstName,
        username: artist?.name ?? firstName,
        profileImage: { url: artist?.pictureUrl || pictureUrl(keys.has(row.authorId) ? picture : undefined) },
      },
    };
  });
}

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
