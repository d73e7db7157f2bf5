import type { Commented } from "../../backend/contract/social.ts";
import type { CommentEdited, CommentEvent, CommentPosted } from "../../backend/social/comment/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { eventsOf } from "../../backend/store/log/event.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, ddlOf, int, moment, oneOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "../account_closings.ts";

const COMMENTS = table("comments", {
  commentId: uuid,
  entityType: oneOf("artist", "track"),
  entityId: uuid,
  authorId: uuid.optional,
  content: text.optional,
  threadId: uuid.optional,
  replyTo: uuid.optional,
  replies: int.default("0").check("replies >= 0"),
  createdAt: moment,
  updatedAt: moment.check("updated_at >= created_at"),
  heldBy: typed<string[]>("text[]").default("'{}'"),
  held: boolean.generated("cardinality(held_by) > 0"),
  waitsFor: uuid.optional,
}, {
  key: ["commentId"],
  checks: ["(author_id is null) = (content is null)", "(thread_id is null) = (reply_to is null)"],
  indexes: {
    comments_of_thread: "(thread_id, created_at, comment_id) where thread_id is not null",
    comments_threads: "(entity_type, entity_id, created_at desc, comment_id desc) where thread_id is null",
    comments_waiting: "(waits_for, created_at, comment_id) where waits_for is not null",
    comments_newest: "(entity_type, entity_id, created_at desc, comment_id desc)",
    comments_of_author: "(author_id, created_at desc)",
  },
});

const COMMENT_COUNTS = table("comment_counts", {
  entityType: text,
  entityId: uuid,
  comments: int.check("comments >= 0"),
  threads: int.check("threads >= 0"),
}, { key: ["entityType", "entityId"], fillfactor: 70 });

/**
 * The comments on artists and tracks and the replies to them, sealed. A comment that was taken away keeps its row,
 * without author and words, while replies to it stand. Inline: decisions about replies, edits, deletions and likes read
 * it, and writers see their comment at once.
 */
export const comments: Projection<CommentEvent | ContentHidden | ContentShown | ClosingEvent> = {
  name: "comments",
  version: 4,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    ...["CommentPosted", "CommentEdited", "CommentDeleted", "CommentHeld", "CommentReleased"] as const,
    ...["CommentRefused", "ContentHidden", "ContentShown", ...CLOSING_EVENTS] as const,
  ],
  tables: ddlOf(COMMENTS, COMMENT_COUNTS),

  async apply(tx, events) {
    // A comment is posted, then edited, then deleted: within a batch this order holds for each.
    await addPosts(tx, eventsOf(events, "CommentPosted"));
    await setContents(tx, eventsOf(events, "CommentEdited"));
    // Holds and deletions in their order, so that each counts once.
    let deleted: string[] = [];
    for (const event of events) {
      if (event.type === "CommentDeleted") deleted.push(event.data.commentId);
      const hold = holdOf(event);
      if (!hold) continue;
      await removeComments(tx, { commentIds: deleted, authorIds: [] });
      deleted = [];
      await setHeld(tx, hold);
    }
    await removeComments(tx, { commentIds: deleted, authorIds: closingsOf(events).erased });
  },
};

interface Hold {
  readonly commentId: string;
  readonly by: "artist" | "moderation";
  readonly isHeld: boolean;
  /** The artist who decides; null where nobody has to. */
  readonly waitsFor?: string | null | undefined;
}

function holdOf(event: CommentEvent | ContentHidden | ContentShown | ClosingEvent): Hold | undefined {
  switch (event.type) {
    case "CommentHeld": {
      const { commentId, ownerId } = event.data;
      return { commentId, by: "artist", isHeld: true, waitsFor: ownerId };
    }
    case "CommentReleased":
      return { commentId: event.data.commentId, by: "artist", isHeld: false, waitsFor: null };
    case "CommentRefused":
      return { commentId: event.data.commentId, by: "artist", isHeld: true, waitsFor: null };
    case "ContentHidden":
    case "ContentShown":
      return event.data.kind === "comment"
        ? { commentId: event.data.subjectId, by: "moderation", isHeld: event.type === "ContentHidden" }
        : undefined;
    default:
      return undefined;
  }
}

/**
 * What is held is counted nowhere; with a comment its replies are out of sight, and come back with it. One that was taken
 * away meanwhile is left alone.
 */
async function setHeld(tx: Tx, { commentId, by, isHeld, waitsFor }: Hold): Promise<void> {
  const [row] = await tx<(Counted & { heldBy: string[] })[]>`
    select comment_id, thread_id, entity_type, entity_id, replies, held, held_by from comments
    where comment_id = ${commentId} and author_id is not null`;
  if (!row) return;
  const others = row.heldBy.filter((one) => one !== by);
  const heldBy = isHeld ? [...others, by].toSorted() : others;
  await tx`
    update comments set held_by = ${heldBy}::text[]
      ${waitsFor === undefined ? tx`` : tx`, waits_for = ${waitsFor}::uuid`}
    where comment_id = ${commentId}`;
  if (row.held === (heldBy.length > 0)) return;
  const more = row.held ? 1 : -1;
  if (row.threadId === undefined) {
    return await changeCounts(tx, [{ ...placeIn(row), comments: more * (1 + row.replies), threads: more }]);
  }
  const hidden = await heldThreads(tx, [row.threadId]);
  await changeReplies(tx, [row.threadId], more);
  if (!hidden.has(row.threadId)) await changeCounts(tx, [{ ...placeIn(row), comments: more, threads: 0 }]);
}

interface Counted {
  commentId: string;
  threadId: string | undefined;
  entityType: string;
  entityId: string;
  replies: number;
  held: boolean;
}

function placeIn(row: Pick<Counted, "entityType" | "entityId">) {
  return { entityType: row.entityType, entityId: row.entityId };
}

/** Of these threads those that are out of sight, or gone. */
async function heldThreads(tx: Tx, threadIds: readonly string[]): Promise<Set<string>> {
  if (threadIds.length === 0) return new Set();
  const rows = await tx<{ commentId: string }[]>`
    select comment_id from comments where comment_id = any(${[...threadIds]}::uuid[]) and not held`;
  return new Set(threadIds).difference(new Set(rows.map((row) => row.commentId)));
}

interface Change {
  readonly entityType: string;
  readonly entityId: string;
  readonly comments: number;
  readonly threads: number;
}

async function changeCounts(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    update comment_counts
    set comments = comment_counts.comments + more.comments, threads = comment_counts.threads + more.threads
    from (
      select entity_type, entity_id, sum(comments)::int as comments, sum(threads)::int as threads
      from ${rowsOf(tx, changes, { uuid: ["entityId"], text: ["entityType"], int: ["comments", "threads"] })} as one
      group by entity_type, entity_id
    ) as more
    where comment_counts.entity_type = more.entity_type and comment_counts.entity_id = more.entity_id`;
}

type Told<Data> = readonly { readonly data: Data; readonly recordedAt: number }[];

async function addPosts(tx: Tx, posts: Told<CommentPosted["data"]>): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map(({ data: { replyTo, ...data }, recordedAt }) => ({
    ...data,
    ...{ threadId: replyTo?.threadId, replyTo: replyTo?.commentId },
    ...{ createdAt: recordedAt, updatedAt: recordedAt },
  }));
  await tx`insert into comments ${COMMENTS.values(tx, rows)}`;
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
  const emptied = await tx<Counted[]>`
    select comment_id, thread_id, entity_type, entity_id, replies, held from comments
    where author_id is not null
      and (comment_id = any(${[...commentIds]}::uuid[]) or author_id = any(${[...authorIds]}::uuid[]))`;
  if (emptied.length === 0) return;
  const hidden = await heldThreads(tx, emptied.flatMap(({ threadId }) => threadId ?? []));
  await tx`
    update comments set author_id = null, content = null, held_by = '{}', waits_for = null
    where comment_id = any(${emptied.map(({ commentId: id }) => id)}::uuid[])`;
  const threadIds = emptied.flatMap(({ threadId, held }) => threadId === undefined || held ? [] : [threadId]);
  await changeReplies(tx, threadIds, -1);
  // A thread goes with the last of it: its comment is taken away, and no reply stands.
  const ids = [...new Set([...emptied.flatMap((row) => [row.commentId, row.threadId ?? []].flat())])];
  const gone = await tx<{ isThread: boolean; entityType: string; entityId: string }[]>`
    delete from comments where comment_id = any(${ids}::uuid[]) and author_id is null and replies = 0
    returning thread_id is null as is_thread, entity_type, entity_id`;
  await changeCounts(tx, [
    ...emptied.map((row): Change => ({ ...placeIn(row), ...fewerBy(row, hidden) })),
    ...gone.filter((row) => row.isThread).map((row) => ({ ...placeIn(row), comments: 0, threads: -1 })),
  ]);
}

/** What the taking away of a comment does to the counts; its place, where it began a thread, is in sight again. */
function fewerBy({ threadId, held, replies }: Counted, hidden: ReadonlySet<string>) {
  if (threadId === undefined) return held ? { comments: replies, threads: 1 } : { comments: -1, threads: 0 };
  return { comments: held || hidden.has(threadId) ? 0 : -1, threads: 0 };
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
  /** Only its author sees it. */
  readonly isHeld: boolean;
  /** The artist for whom it waits. */
  readonly waitsFor: string | undefined;
}

/** A comment in its place, also one that was taken away. */
export type ListedComment = CommentRow | CommentPlace & { readonly authorId: undefined };

interface CommentsPage {
  readonly entityType: Commented;
  readonly entityId: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Who reads: they see their own that are held. */
  readonly readerId?: string | undefined;
}

/**
 * One page of comments on an artist or a track, newest first, without replies; how many of these there are (`threads`),
 * and how many comments with replies (`total`).
 */
export async function listComments(
  sql: Sql | Tx,
  { entityType, entityId, page, limit, readerId }: CommentsPage,
): Promise<{ comments: ListedComment[]; threads: number; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql<DbRow[]>`
      select * from comments where entity_type = ${entityType} and entity_id = ${entityId} and thread_id is null
        and ${isShownTo(sql, readerId)}
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
  /** Who reads: they see their own that are held. */
  readonly readerId?: string | undefined;
}

/** The replies to a comment, oldest first. */
export async function listReplies(
  sql: Sql | Tx,
  { threadId, after, limit, readerId }: RepliesPage,
): Promise<{ replies: CommentRow[]; hasMore: boolean }> {
  const rows = await sql<DbRow[]>`
    select * from comments where thread_id = ${threadId} and ${isShownTo(sql, readerId)}
      and not exists (select from comments as thread where thread.comment_id = ${threadId} and thread.held)
      ${after ? sql`and (created_at, comment_id) > (${new Date(after.at)}, ${after.id}::uuid)` : sql``}
    order by created_at, comment_id limit ${limit + 1}`;
  return { replies: rows.slice(0, limit).flatMap((row) => commentRow(row) ?? []), hasMore: rows.length > limit };
}

function isShownTo(sql: Sql | Tx, readerId: string | undefined) {
  return readerId === undefined ? sql`not held` : sql`(not held or author_id = ${readerId})`;
}

/** What waits for an artist, the oldest first. */
export async function waitingComments(sql: Sql | Tx, ownerId: string, limit: number): Promise<CommentRow[]> {
  const rows = await sql<DbRow[]>`
    select * from comments where waits_for = ${ownerId} order by created_at, comment_id limit ${limit}`;
  return rows.flatMap((row) => commentRow(row) ?? []);
}

/** Whether somebody has a comment that others see. */
export async function hasShownComment(sql: Sql | Tx, authorId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select from comments where author_id = ${authorId} and not held) as has`;
  return row?.has ?? false;
}

/** Comments by id; deleted ones are missing from the map. */
export async function findComments(sql: Sql | Tx, commentIds: readonly string[]): Promise<Map<string, CommentRow>> {
  const rows = await sql<DbRow[]>`select * from comments where comment_id = any(${[...commentIds]}::uuid[])`;
  return new Map(rows.flatMap((row) => {
    const comment = commentRow(row);
    return comment ? [[row.commentId, comment] as const] : [];
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
      where entity_type = asked.type and entity_id = asked.id and author_id is not null and not held
      order by created_at desc, comment_id desc limit ${limit}
    ) as newest
    order by created_at desc limit ${limit}`;
  return rows.flatMap((row) => {
    const comment = commentRow(row);
    return comment ? [{ ...comment, trackId: row.entityType === "track" ? row.entityId : undefined }] : [];
  });
}

/** A person's comments and replies, without the deleted ones, newest first. */
export async function commentsBy(sql: Sql | Tx, authorId: string): Promise<CommentRow[]> {
  const rows = await sql<DbRow[]>`
    select * from comments where author_id = ${authorId} order by created_at desc, comment_id desc`;
  return rows.flatMap((row) => commentRow(row) ?? []);
}

interface DbRow {
  commentId: string;
  entityType: Commented;
  entityId: string;
  authorId: string | undefined;
  content: string | undefined;
  threadId: string | undefined;
  replyTo: string | undefined;
  replies: number;
  createdAt: number;
  updatedAt: number;
  held: boolean;
  waitsFor: string | undefined;
}

/** Undefined for a comment that was taken away. */
function commentRow(row: DbRow): CommentRow | undefined {
  const { authorId, content, entityType, entityId } = row;
  return authorId === undefined || content === undefined ? undefined : {
    ...{ ...placeOf(row), authorId, entityType, entityId, content },
    ...{ isHeld: row.held, waitsFor: row.waitsFor },
  };
}

function placeOf(row: DbRow): CommentPlace {
  return {
    commentId: row.commentId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    threadId: row.threadId,
    replyTo: row.replyTo,
    replies: row.replies,
  };
}
