import type { Commented } from "../backend/contract/social.ts";
import type { CommentEdited, CommentEvent, CommentPosted } from "../backend/social/comment/events.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import { eventsOf } from "../backend/store/log/event.ts";
import { rowsOf, valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "./account_closings.ts";

/**
 * The comments on artists and tracks and the replies to them, sealed. A comment that was taken away keeps its row,
 * without author and words, while replies to it stand. Inline: decisions about replies, edits, deletions and likes read
 * it, and writers see their comment at once.
 */
export const comments: Projection<CommentEvent | ClosingEvent> = {
  name: "comments",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["CommentPosted", "CommentEdited", "CommentDeleted", ...CLOSING_EVENTS],
  tables: `
    create table comments (
      comment_id uuid primary key,
      entity_type text not null check (entity_type in ('artist', 'track')),
      entity_id uuid not null,
      author_id uuid,
      content text,
      thread_id uuid,
      reply_to uuid,
      replies integer not null default 0 check (replies >= 0),
      created_at timestamptz not null,
      updated_at timestamptz not null check (updated_at >= created_at),
      check ((author_id is null) = (content is null)),
      check ((thread_id is null) = (reply_to is null))
    );
    create index comments_of_thread on comments (thread_id, created_at, comment_id) where thread_id is not null;
    create index comments_threads on comments (entity_type, entity_id, created_at desc, comment_id desc)
      where thread_id is null;
    create index comments_newest on comments (entity_type, entity_id, created_at desc, comment_id desc);
    create index comments_of_author on comments (author_id, created_at desc);
    create table comment_counts (
      entity_type text not null,
      entity_id uuid not null,
      comments integer not null check (comments >= 0),
      threads integer not null check (threads >= 0),
      primary key (entity_type, entity_id)
    ) with (fillfactor = 70)`,

  async apply(tx, events) {
    // A comment is posted, then edited, then deleted: within a batch this order holds for each.
    await addPosts(tx, eventsOf(events, "CommentPosted"));
    await setContents(tx, eventsOf(events, "CommentEdited"));
    await removeComments(tx, {
      commentIds: eventsOf(events, "CommentDeleted").map((event) => event.data.commentId),
      authorIds: closingsOf(events).erased,
    });
  },
};

const COLUMNS = {
  uuid: ["commentId", "entityId", "authorId", "threadId", "replyTo"],
  text: ["entityType", "content"],
  ms: ["createdAt", "updatedAt"],
} as const;

type Told<Data> = readonly { readonly data: Data; readonly recordedAt: number }[];

async function addPosts(tx: Tx, posts: Told<CommentPosted["data"]>): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map(({ data: { replyTo, ...data }, recordedAt }) => ({
    ...data,
    ...{ threadId: replyTo?.threadId, replyTo: replyTo?.commentId },
    ...{ createdAt: recordedAt, updatedAt: recordedAt },
  }));
  await tx`insert into comments ${valuesOf(tx, rows, COLUMNS)}`;
  await tx`
    insert into comment_counts (entity_type, entity_id, comments, threads)
    select entity_type, entity_id, count(*)::int, (count(*) filter (where thread_id is null))::int
    from ${rowsOf(tx, rows, { uuid: ["entityId", "threadId"], text: ["entityType"] })} as post
    group by entity_type, entity_id
    on conflict (entity_type, entity_id) do update
      set comments = comment_counts.comments + excluded.comments, threads = comment_counts.threads + excluded.threads`;
  await changeReplies(tx, rows.flatMap(({ threadId }) => threadId ?? []), 1);
}

/** Adds one, or takes it away, for each time that a thread is named. */
async function changeReplies(tx: Tx, threadIds: readonly string[], by: 1 | -1): Promise<void> {
  if (threadIds.length === 0) return;
  await tx`
    update comments set replies = comments.replies + told.replies
    from (
      select thread_id, count(*)::int * ${by}::int as replies
      from unnest(${[...threadIds]}::uuid[]) as named (thread_id) group by thread_id
    ) as told
    where comments.comment_id = told.thread_id`;
}

async function setContents(tx: Tx, edits: Told<CommentEdited["data"]>): Promise<void> {
  const last = [...new Map(edits.map((edit) => [edit.data.commentId, edit])).values()];
  if (last.length === 0) return;
  const rows = last.map(({ data, recordedAt }) => ({ ...data, at: recordedAt }));
  await tx`
    update comments set content = edited.content,
      updated_at = greatest(edited.at, comments.created_at + interval '1 millisecond')
    from ${rowsOf(tx, rows, { uuid: ["commentId"], text: ["content"], ms: ["at"] })} as edited
    where comments.comment_id = edited.comment_id`;
}

async function removeComments(
  tx: Tx,
  { commentIds, authorIds }: { commentIds: readonly string[]; authorIds: readonly string[] },
): Promise<void> {
  if (commentIds.length + authorIds.length === 0) return;
  const emptied = await tx<{ comment_id: string; thread_id: string | null; entity_type: string; entity_id: string }[]>`
    update comments set author_id = null, content = null
    where author_id is not null
      and (comment_id = any(${[...commentIds]}::uuid[]) or author_id = any(${[...authorIds]}::uuid[]))
    returning comment_id, thread_id, entity_type, entity_id`;
  if (emptied.length === 0) return;
  const threadIds = emptied.flatMap(({ thread_id: threadId }) => threadId ?? []);
  await changeReplies(tx, threadIds, -1);
  // A thread goes with the last of it: its comment is taken away, and no reply stands.
  const ids = [...new Set([...emptied.map(({ comment_id: id }) => id), ...threadIds])];
  const gone = await tx<{ is_thread: boolean; entity_type: string; entity_id: string }[]>`
    delete from comments where comment_id = any(${ids}::uuid[]) and author_id is null and replies = 0
    returning thread_id is null as is_thread, entity_type, entity_id`;
  const fewer = [
    ...emptied.map((row) => ({ entityType: row.entity_type, entityId: row.entity_id, comments: 1, threads: 0 })),
    ...gone.filter((row) => row.is_thread).map((row) => (
      { entityType: row.entity_type, entityId: row.entity_id, comments: 0, threads: 1 }
    )),
  ];
  await tx`
    update comment_counts
    set comments = comment_counts.comments - fewer.comments, threads = comment_counts.threads - fewer.threads
    from (
      select entity_type, entity_id, sum(comments)::int as comments, sum(threads)::int as threads
      from ${rowsOf(tx, fewer, { uuid: ["entityId"], text: ["entityType"], int: ["comments", "threads"] })} as one
      group by entity_type, entity_id
    ) as fewer
    where comment_counts.entity_type = fewer.entity_type and comment_counts.entity_id = fewer.entity_id`;
}

interface CommentPlace {
  readonly commentId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of a reply: the comment under which it stands, and what it answers. */
  readonly threadId: string | undefined;
  readonly replyTo: string | undefined;
  /** How many replies stand under it. */
  readonly replies: number;
}

/** Times in epoch ms. */
interface CommentRow extends CommentPlace {
  readonly authorId: string;
  readonly entityType: Commented;
  readonly entityId: string;
  readonly content: Sealed;
}

/** A comment in its place, also one that was taken away. */
export type ListedComment = CommentRow | CommentPlace & { readonly authorId: undefined };

interface CommentsPage {
  readonly entityType: Commented;
  readonly entityId: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/**
 * One page of comments on an artist or a track, newest first, without replies; how many of these there are (`threads`),
 * and how many comments with replies (`total`).
 */
export async function listComments(
  sql: Sql | Tx,
  { entityType, entityId, page, limit }: CommentsPage,
): Promise<{ comments: ListedComment[]; threads: number; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql<DbRow[]>`
      select * from comments where entity_type = ${entityType} and entity_id = ${entityId} and thread_id is null
      order by created_at desc, comment_id desc limit ${limit} offset ${(page - 1) * limit}`,
    sql<{ comments: number; threads: number }[]>`
      select comments, threads from comment_counts where entity_type = ${entityType} and entity_id = ${entityId}`,
  ]);
  const comments = rows.map((row) => commentRow(row) ?? { ...placeOf(row), authorId: undefined });
  return { comments, threads: count?.threads ?? 0, total: count?.comments ?? 0 };
}

interface RepliesPage {
  readonly threadId: string;
  /** The last reply of the page before; `at` in epoch ms. */
  readonly after: { readonly at: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** The replies to a comment, oldest first. */
export async function listReplies(
  sql: Sql | Tx,
  { threadId, after, limit }: RepliesPage,
): Promise<{ replies: CommentRow[]; hasMore: boolean }> {
  const rows = await sql<DbRow[]>`
    select * from comments where thread_id = ${threadId}
      ${after ? sql`and (created_at, comment_id) > (${new Date(after.at)}, ${after.id}::uuid)` : sql``}
    order by created_at, comment_id limit ${limit + 1}`;
  return { replies: rows.slice(0, limit).flatMap((row) => commentRow(row) ?? []), hasMore: rows.length > limit };
}

/** Comments by id; deleted ones are missing from the map. */
export async function findComments(sql: Sql | Tx, commentIds: readonly string[]): Promise<Map<string, CommentRow>> {
  const rows = await sql<DbRow[]>`select * from comments where comment_id = any(${[...commentIds]}::uuid[])`;
  return new Map(rows.flatMap((row) => {
    const comment = commentRow(row);
    return comment ? [[row.comment_id, comment] as const] : [];
  }));
}

/** The newest comments on an artist and their tracks. */
export async function newestComments(
  sql: Sql | Tx,
  { creatorId, trackIds, limit }: { creatorId: string; trackIds: readonly string[]; limit: number },
): Promise<(CommentRow & { readonly trackId: string | undefined })[]> {
  const rows = await sql<DbRow[]>`
    select newest.* from (
      select 'artist' as type, ${creatorId}::uuid as id
      union all select 'track', unnest(${[...trackIds]}::uuid[])
    ) as asked
    cross join lateral (
      select * from comments
      where entity_type = asked.type and entity_id = asked.id and author_id is not null
      order by created_at desc, comment_id desc limit ${limit}
    ) as newest
    order by created_at desc limit ${limit}`;
  return rows.flatMap((row) => {
    const comment = commentRow(row);
    return comment ? [{ ...comment, trackId: row.entity_type === "track" ? row.entity_id : undefined }] : [];
  });
}

/** A person's comments and replies, without the deleted ones, newest first. */
export async function commentsBy(sql: Sql | Tx, authorId: string): Promise<CommentRow[]> {
  const rows = await sql<DbRow[]>`
    select * from comments where author_id = ${authorId} order by created_at desc, comment_id desc`;
  return rows.flatMap((row) => commentRow(row) ?? []);
}

interface DbRow {
  comment_id: string;
  entity_type: Commented;
  entity_id: string;
  author_id: string | null;
  content: string | null;
  thread_id: string | null;
  reply_to: string | null;
  replies: number;
  created_at: Date;
  updated_at: Date;
}

/** Undefined for a comment that was taken away. */
function commentRow(row: DbRow): CommentRow | undefined {
  const { author_id: authorId, content, entity_type: entityType, entity_id: entityId } = row;
  return authorId === null || content === null
    ? undefined
    : { ...placeOf(row), authorId, entityType, entityId, content };
}

function placeOf(row: DbRow): CommentPlace {
  return {
    commentId: row.comment_id,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    threadId: row.thread_id ?? undefined,
    replyTo: row.reply_to ?? undefined,
    replies: row.replies,
  };
}
