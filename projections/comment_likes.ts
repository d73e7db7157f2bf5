import type { CommentLikeEvent } from "../backend/social/events_comments.ts";
import type { Projection } from "../backend/store/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "./closings_of.ts";

/** Who likes which comment. Inline: the next tap is decided on it. Likes of a deleted comment are simply not shown. */
export const commentLikes: Projection<CommentLikeEvent | ClosingEvent> = {
  name: "comment_likes",
  version: 2,
  mode: "inline",
  logs: ["social"],
  on: ["CommentLiked", "CommentUnliked", ...CLOSING_EVENTS],
  tables: `
    create table comment_likes (
      comment_id uuid not null,
      user_id uuid not null,
      liked_at timestamptz not null,
      primary key (comment_id, user_id)
    );
    create index comment_likes_newest on comment_likes (comment_id, liked_at desc, user_id);
    create index comment_likes_of_user on comment_likes (user_id);
    create table comment_like_counts (
      comment_id uuid primary key,
      likes integer not null check (likes >= 0)
    ) with (fillfactor = 70)`,

  async apply(tx, events) {
    const last = [...new Map(events.map((event) => [event.stream, event])).values()];
    const liked = last.filter((event) => event.type === "CommentLiked");
    const unliked = last.filter((event) => event.type === "CommentUnliked");
    // A check also looks at the row that an upsert proposes, so counts start at zero in a statement of their own.
    await tx`
      insert into comment_like_counts (comment_id, likes)
      select distinct comment_id, 0 from unnest(${liked.map((event) => event.data.commentId)}::uuid[]) as t(comment_id)
      on conflict do nothing`;
    await tx`
      with came as (
        insert into comment_likes (comment_id, user_id, liked_at)
        select comment_id, user_id, to_timestamp(at / 1000) from unnest(
          ${liked.map((event) => event.data.commentId)}::uuid[],
          ${liked.map((event) => event.data.userId)}::uuid[], ${liked.map((event) => event.recordedAt)}::float8[]
        ) as t(comment_id, user_id, at)
        on conflict do nothing
        returning comment_id
      ), went as (
        delete from comment_likes using unnest(
          ${unliked.map((event) => event.data.commentId)}::uuid[],
          ${unliked.map((event) => event.data.userId)}::uuid[]
        ) as gone(comment_id, user_id)
        where comment_likes.comment_id = gone.comment_id and comment_likes.user_id = gone.user_id
        returning comment_likes.comment_id
      ), changes as (
        select comment_id, sum(change)::int as change
        from (select comment_id, 1 as change from came union all select comment_id, -1 from went) as both_ways
        group by comment_id
      )
      update comment_like_counts set likes = likes + changes.change
      from changes where comment_like_counts.comment_id = changes.comment_id`;
    await forget(tx, closingsOf(events).erased);
  },
};

async function forget(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx`
    with gone as (
      delete from comment_likes where user_id = any(${[...userIds]}::uuid[]) returning comment_id
    ), fewer as (
      select comment_id, count(*)::int as likes from gone group by comment_id
    )
    update comment_like_counts set likes = comment_like_counts.likes - fewer.likes
    from fewer where comment_like_counts.comment_id = fewer.comment_id`;
}

export interface LikesOfComment {
  readonly count: number;
  /** The newest of those who like it. */
  readonly userIds: readonly string[];
  readonly isLiked: boolean;
}

const SHOWN = 100;

/** The likes of comments as `userId` sees them; comments that nobody likes are missing from the map. */
export async function likesOf(
  sql: Sql | Tx,
  commentIds: readonly string[],
  userId: string | undefined,
): Promise<Map<string, LikesOfComment>> {
  const rows = await sql<{ comment_id: string; likes: number; user_ids: string[]; is_liked: boolean }[]>`
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
    const userIds = row.is_liked && userId !== undefined ? [...new Set([userId, ...row.user_ids])] : row.user_ids;
    return [row.comment_id, { count: row.likes, userIds, isLiked: row.is_liked }];
  }));
}

/** The comments that somebody likes; moments in epoch ms. */
export async function likesBy(sql: Sql | Tx, userId: string): Promise<{ commentId: string; at: number }[]> {
  const rows = await sql<{ comment_id: string; liked_at: Date }[]>`
    select comment_id, liked_at from comment_likes where user_id = ${userId} order by liked_at desc, comment_id`;
  return rows.map((row) => ({ commentId: row.comment_id, at: row.liked_at.getTime() }));
}

/** Which of the pairs stand, written "comment/user". */
export async function findLikes(
  tx: Sql | Tx,
  pairs: readonly CommentLikeEvent["data"][],
): Promise<Set<string>> {
  const rows = await tx<{ comment_id: string; user_id: string }[]>`
    select found.comment_id, found.user_id from unnest(
      ${pairs.map((pair) => pair.commentId)}::uuid[], ${pairs.map((pair) => pair.userId)}::uuid[]
    ) as asked(comment_id, user_id)
    cross join lateral (
      select comment_id, user_id from comment_likes
      where comment_id = asked.comment_id and user_id = asked.user_id limit 1
    ) as found`;
  return new Set(rows.map((row) => `${row.comment_id}/${row.user_id}`));
}
