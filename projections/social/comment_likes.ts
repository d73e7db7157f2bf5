import type { CommentLikeEvent } from "../../backend/social/comment/events.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { ddlOf, int, moment, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf, isClosing } from "../account_closings.ts";
import { changePairs, type CountedPairs, forgetPairsOf } from "./counted_pairs.ts";

const COMMENT_LIKES = table("comment_likes", {
  commentId: uuid,
  userId: uuid,
  likedAt: moment,
}, {
  key: ["commentId", "userId"],
  indexes: {
    comment_likes_newest: "(comment_id, liked_at desc, user_id)",
    comment_likes_of_user: "(user_id)",
  },
});

const COMMENT_LIKE_COUNTS = table("comment_like_counts", {
  commentId: uuid,
  likes: int.check("likes >= 0"),
}, { key: ["commentId"], fillfactor: 70 });

/** Who likes which comment. Inline: the next tap is decided on it. The likes of a deleted comment are not shown. */
export const commentLikes: Projection<CommentLikeEvent | ClosingEvent> = {
  name: "comment_likes",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["CommentLiked", "CommentUnliked", ...CLOSING_EVENTS],
  tables: ddlOf(COMMENT_LIKES, COMMENT_LIKE_COUNTS),

  async apply(tx, events) {
    const words = events.flatMap((event) => {
      if (isClosing(event)) return [];
      const { type, data, stream: key, recordedAt: at } = event;
      return [{ key, row: { thingId: data.commentId, userId: data.userId, at }, isThere: type === "CommentLiked" }];
    });
    await changePairs(tx, NAMES, words);
    await forgetPairsOf(tx, NAMES, closingsOf(events).erased);
  },
};

const NAMES: CountedPairs = {
  pairs: "comment_likes",
  thingId: "comment_id",
  userId: "user_id",
  since: "liked_at",
  counts: "comment_like_counts",
  count: "likes",
};

interface LikesOfComment {
  readonly count: number;
  /** The newest people who like it. */
  readonly userIds: readonly string[];
  readonly isLiked: boolean;
}

const SHOWN = 100;

/** The likes of comments as `userId` sees them; comments without any are missing from the map. */
export async function likesOf(
  sql: Sql | Tx,
  commentIds: readonly string[],
  userId: string | undefined,
): Promise<Map<string, LikesOfComment>> {
  const rows = await sql<{ commentId: string; likes: number; userIds: string[]; isLiked: boolean }[]>`
    select comment_id, likes, array(
        select user_id::text from comment_likes where comment_likes.comment_id = counts.comment_id
        order by liked_at desc, user_id limit ${SHOWN}
      ) as user_ids, exists (
        select from comment_likes
        where comment_likes.comment_id = counts.comment_id and user_id = ${userId ?? null}::uuid
      ) as is_liked
    from comment_like_counts as counts
    where comment_id = any(${[...commentIds]}::uuid[]) and likes > 0`;
  return new Map(rows.map((row) => {
    const userIds = row.isLiked && userId !== undefined ? [...new Set([userId, ...row.userIds])] : row.userIds;
    return [row.commentId, { count: row.likes, userIds, isLiked: row.isLiked }];
  }));
}

/** The comments that someone likes; moments in epoch ms. */
export async function likesBy(sql: Sql | Tx, userId: string): Promise<{ commentId: string; at: number }[]> {
  return await sql<{ commentId: string; at: number }[]>`
    select comment_id, liked_at as at from comment_likes where user_id = ${userId}
    order by liked_at desc, comment_id`;
}

/** The pairs that exist, as "comment/user". */
export async function findLikes(
  tx: Sql | Tx,
  pairs: readonly CommentLikeEvent["data"][],
): Promise<Set<string>> {
  const rows = await tx<{ commentId: string; userId: string }[]>`
    select found.comment_id, found.user_id from ${rowsOf(tx, pairs, { uuid: ["commentId", "userId"] })} as asked
    cross join lateral (
      select comment_id, user_id from comment_likes
      where comment_id = asked.comment_id and user_id = asked.user_id limit 1
    ) as found`;
  return new Set(rows.map((row) => `${row.commentId}/${row.userId}`));
}
