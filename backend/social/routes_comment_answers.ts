import type { Comment } from "../contract/social.ts";
import type { Deps } from "../deps.ts";
import { openPersons } from "../accounts/commands.ts";
import { likesOf } from "../../projections/comment_likes.ts";
import type { CommentRow } from "../../projections/comments.ts";
import { findCreators } from "../../projections/creators.ts";
import { pictureUrl } from "../../projections/media_urls.ts";
import { findUsers } from "../../projections/users.ts";

const ANONYMOUS = "Anonymous";
const GONE = "This comment is no longer available";

/**
 * Comments as `userId` sees them, their words opened. Those of people who have closed their account, or are erased, show
 * neither words nor name.
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
  const people = await openPersons(deps.personal, sql, shown);
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
      likes: [...liked?.userIds ?? []],
      likeCount: liked?.count ?? 0,
      liked: liked?.isLiked ?? false,
      userId: {
        _id: row.authorId,
        firstName,
        username: artist?.name ?? firstName,
        profileImage: { url: artist?.pictureUrl || pictureUrl(keys.has(row.authorId) ? picture : undefined) },
      },
    };
  });
}
