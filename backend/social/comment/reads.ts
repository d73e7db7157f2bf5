import type { Comment } from "../../contract/social.ts";
import type { Deps } from "../../deps.ts";
import { openPersons } from "../../accounts/account/reads.ts";
import { likesOf } from "../../../projections/comment_likes.ts";
import type { CommentRow } from "../../../projections/comments.ts";
import { findCreators } from "../../../projections/creators.ts";
import { pictureUrl } from "../../../projections/media_urls.ts";
import { findUsers, namedAmong } from "../../../projections/users.ts";

const ANONYMOUS = "Anonymous";
const GONE = "This comment is no longer available";

/**
 * Comments as `userId` sees them, their words opened. Those of people who have closed their account, or are erased, show
 * neither words nor name. In `likes` each like has its place, but an id only where it is the reader's own or that of
 * someone who lets others see their name.
 */
export async function commentAnswers(
  deps: Deps,
  rows: readonly CommentRow[],
  userId: string | undefined,
): Promise<Comment[]> {
  const { sql } = deps.store;
  const authorIds = [...new Set(rows.map((row) => row.authorId))];
  const [users, allKeys, artists, likes] = await Promise.all([
    findUsers(sql, authorIds),
    deps.personal.keysOf(sql, authorIds),
    findCreators(sql, authorIds),
    likesOf(sql, rows.map((row) => row.commentId), userId),
  ]);
  const shown = [...users.values()].filter((user) => !user.closing);
  const [people, named] = await Promise.all([
    openPersons(deps.personal, sql, shown),
    namedAmong(sql, [...new Set([...likes.values()].flatMap((liked) => liked.userIds))]),
  ]);
  const idShown = (likerId: string) => likerId === userId || named.has(likerId) ? likerId : "";
  const keys = new Map([...allKeys].filter(([authorId]) => people.has(authorId)));
  return rows.map((row) => {
    const firstName = people.get(row.authorId)?.firstName || ANONYMOUS;
    const artist = keys.has(row.authorId) ? artists.get(row.authorId) : undefined;
    const picture = users.get(row.authorId)?.picture;
    const liked = likes.get(row.commentId);
    return {
      _id: row.commentId,
      content: keys.get(row.authorId)?.open("comment", row.content) ?? GONE,
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
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
