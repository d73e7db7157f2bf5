import type { AccountErased } from "../../backend/accounts/account/events.ts";
import type { Commented } from "../../backend/contract/social.ts";
import type { CommentEvent, CommentPosted } from "../../backend/social/comment/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import {
  boolean,
  int,
  moment,
  oneOf,
  type RowOf,
  table,
  text,
  textOf,
  typed,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { inRuns, projection } from "../declare.ts";

const COMMENTS = table("comments", {
  commentId: uuid,
  entityType: oneOf("artist", "track"),
  entityId: uuid,
  authorId: uuid.optional,
  content: text.optional,
  /** Of a reply: the comment that it is under, and what it answers. */
  threadId: uuid.optional,
  replyTo: uuid.optional,
  replies: int.default("0").check("replies >= 0"),
  createdAt: moment,
  updatedAt: moment.check("updated_at >= created_at"),
  heldBy: typed<string[]>("text[]").default("'{}'"),
  held: boolean.generated("cardinality(held_by) > 0"),
  /** The artist for whom it waits. */
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
  entityType: textOf<Commented>(),
  entityId: uuid,
  comments: int.check("comments >= 0"),
  threads: int.check("threads >= 0"),
}, { key: ["entityType", "entityId"], fillfactor: 70 });

/**
 * The comments on artists and tracks and the replies to them, sealed. A comment that was taken away keeps its row,
 * without author and words, while replies to it are there. Inline: decisions about replies, edits, deletions and likes
 * read it, and writers see their comment immediately.
 */
export const comments = projection<CommentEvent | ContentHidden | ContentShown | AccountErased>({
  name: "comments",
  version: 4,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [COMMENTS, COMMENT_COUNTS],
  handlers: {
    ...inRuns(["CommentPosted"], post),
    CommentEdited: (tx, { data: { commentId, content }, recordedAt }) =>
      tx`
        update comments set content = ${content},
          updated_at = greatest(${new Date(recordedAt)}, created_at + interval '1 millisecond')
        where comment_id = ${commentId}`,
    CommentDeleted: (tx, { data: { commentId } }) => remove(tx, tx`comment_id = ${commentId}`),
    CommentHeld: (tx, { data: { commentId, ownerId: waitsFor } }) =>
      setHeld(tx, { commentId, by: "artist", isHeld: true, waitsFor }),
    CommentReleased: (tx, { data: { commentId } }) =>
      setHeld(tx, { commentId, by: "artist", isHeld: false, waitsFor: null }),
    CommentRefused: (tx, { data: { commentId } }) =>
      setHeld(tx, { commentId, by: "artist", isHeld: true, waitsFor: null }),
    ContentHidden: (tx, { data }) => setModerated(tx, data, true),
    ContentShown: (tx, { data }) => setModerated(tx, data, false),
    AccountErased: (tx, { data: { userId } }) => remove(tx, tx`author_id = ${userId}`),
  },
});

type DbRow = RowOf<typeof COMMENTS>;

async function setModerated(tx: Tx, { kind, subjectId: commentId }: ContentShown["data"], isHeld: boolean) {
  if (kind === "comment") await setHeld(tx, { commentId, by: "moderation", isHeld });
}

interface Hold {
  readonly commentId: string;
  readonly by: "artist" | "moderation";
  readonly isHeld: boolean;
  /** The artist who decides; null where no artist has to. */
  readonly waitsFor?: string | null;
}

/**
 * What is held is counted nowhere; with a comment its replies are out of sight, and come back with it. One that was taken
 * away meanwhile is left alone.
 */
async function setHeld(tx: Tx, { commentId, by, isHeld, waitsFor }: Hold): Promise<void> {
  const row = await COMMENTS.find(tx, commentId);
  if (row?.authorId === undefined) return;
  const { threadId, entityType, entityId, replies, held } = row;
  const others = row.heldBy.filter((one) => one !== by);
  const heldBy = isHeld ? [...others, by].toSorted() : others;
  await tx`
    update comments set held_by = ${heldBy}::text[]
      ${waitsFor === undefined ? tx`` : tx`, waits_for = ${waitsFor}::uuid`}
    where comment_id = ${commentId}`;
  if (held === (heldBy.length > 0)) return;
  const more = held ? 1 : -1;
  if (threadId === undefined) {
    return await changeCounts(tx, [{ entityType, entityId, comments: more * (1 + replies), threads: more }]);
  }
  const hidden = await heldThreads(tx, [threadId]);
  await changeReplies(tx, [threadId], more);
  if (!hidden.has(threadId)) await changeCounts(tx, [{ entityType, entityId, comments: more, threads: 0 }]);
}

/** Of these threads those that are out of sight, or gone. */
async function heldThreads(tx: Tx, threadIds: readonly string[]): Promise<Set<string>> {
  const found = await COMMENTS.byIds(tx, threadIds);
  return new Set(threadIds.filter((id) => found.get(id)?.held !== false));
}

type Change = RowOf<typeof COMMENT_COUNTS>;

async function changeCounts(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    update comment_counts
    set comments = comment_counts.comments + more.comments, threads = comment_counts.threads + more.threads
    from (
      select entity_type, entity_id, sum(comments)::int as comments, sum(threads)::int as threads
      from ${COMMENT_COUNTS.rows(tx, changes, ["entityType", "entityId", "comments", "threads"])} as one
      group by entity_type, entity_id
    ) as more
    where comment_counts.entity_type = more.entity_type and comment_counts.entity_id = more.entity_id`;
}

async function post(tx: Tx, events: readonly Recorded<CommentPosted>[]): Promise<void> {
  const rows = events.map(({ data: { replyTo, ...data }, recordedAt: at }) => (
    { ...data, threadId: replyTo?.threadId, replyTo: replyTo?.commentId, createdAt: at, updatedAt: at }
  ));
  await COMMENTS.insert(tx, rows);
  const counts = [...Map.groupBy(rows, ({ entityType, entityId }) => `${entityType} ${entityId}`).values()].flatMap(
    ([first, ...others]) => {
      if (!first) return [];
      const all = [first, ...others];
      const threads = all.filter(({ threadId }) => threadId === undefined).length;
      return [{ entityType: first.entityType, entityId: first.entityId, comments: all.length, threads }];
    },
  );
  await tx`
    insert into comment_counts ${COMMENT_COUNTS.values(tx, counts)}
    on conflict (entity_type, entity_id) do update
      set comments = comment_counts.comments + excluded.comments, threads = comment_counts.threads + excluded.threads`;
  await changeReplies(tx, rows.flatMap(({ threadId }) => threadId ?? []), 1);
}

/** Adds one, or takes it away, for each time that a thread is named. */
async function changeReplies(tx: Tx, threadIds: readonly string[], by: 1 | -1): Promise<void> {
  if (threadIds.length === 0) return;
  await tx`
    update comments set replies = comments.replies + changed.replies
    from (
      select thread_id, count(*)::int * ${by}::int as replies
      from unnest(${[...threadIds]}::uuid[]) as named (thread_id) group by thread_id
    ) as changed
    where comments.comment_id = changed.thread_id`;
}

/** Takes comments away: one, or all of an author. */
async function remove(tx: Tx, which: ReturnType<Sql>): Promise<void> {
  const emptied = await tx<DbRow[]>`select * from comments where author_id is not null and ${which}`;
  if (emptied.length === 0) return;
  const hidden = await heldThreads(tx, emptied.flatMap(({ threadId }) => threadId ?? []));
  await tx`
    update comments set author_id = null, content = null, held_by = '{}', waits_for = null
    where comment_id = any(${emptied.map(({ commentId: id }) => id)}::uuid[])`;
  await changeReplies(tx, emptied.flatMap(({ threadId, held }) => threadId === undefined || held ? [] : threadId), -1);
  // A thread goes with the last of it: its comment is taken away, and no reply is left.
  const ids = [...new Set(emptied.flatMap(({ commentId, threadId }) => [commentId, threadId ?? commentId]))];
  const gone = await tx<DbRow[]>`
    delete from comments where comment_id = any(${ids}::uuid[]) and author_id is null and replies = 0 returning *`;
  await changeCounts(tx, [
    ...emptied.map((row) => ({ ...row, ...fewerBy(row, hidden) })),
    ...gone.filter(({ threadId }) => threadId === undefined).map((row) => ({ ...row, comments: 0, threads: -1 })),
  ]);
}

/** What the taking away of a comment does to the counts; its place, where it began a thread, is in sight again. */
function fewerBy({ threadId, held, replies }: DbRow, hidden: ReadonlySet<string>) {
  if (threadId === undefined) return held ? { comments: replies, threads: 1 } : { comments: -1, threads: 0 };
  return { comments: held || hidden.has(threadId) ? 0 : -1, threads: 0 };
}

type CommentPlace = Pick<DbRow, "commentId" | "createdAt" | "updatedAt" | "threadId" | "replyTo" | "replies">;

/** Times in epoch ms. */
interface CommentRow extends Omit<DbRow, "held" | "heldBy"> {
  readonly authorId: string;
  readonly content: Sealed;
  /** Only its author sees it. */
  readonly isHeld: boolean;
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
  return { replies: shown(rows.slice(0, limit)), hasMore: rows.length > limit };
}

function isShownTo(sql: Sql | Tx, readerId: string | undefined) {
  return readerId === undefined ? sql`not held` : sql`(not held or author_id = ${readerId})`;
}

/** What waits for an artist, the oldest first. */
export async function waitingComments(sql: Sql | Tx, ownerId: string, limit: number): Promise<CommentRow[]> {
  return shown(await COMMENTS.list(sql, { waitsFor: ownerId }, { order: "created_at, comment_id", limit }));
}

/** Whether a person has a comment that others see. */
export async function hasShownComment(sql: Sql | Tx, authorId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select from comments where author_id = ${authorId} and not held) as has`;
  return row?.has ?? false;
}

/** Comments by id; deleted ones are missing from the map. */
export async function findComments(sql: Sql | Tx, commentIds: readonly string[]): Promise<Map<string, CommentRow>> {
  const found = await COMMENTS.byIds(sql, commentIds);
  return new Map(shown([...found.values()]).map((comment) => [comment.commentId, comment]));
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
  return shown(rows).map((comment) => (
    { ...comment, trackId: comment.entityType === "track" ? comment.entityId : undefined }
  ));
}

/** A person's comments and replies, without the deleted ones, newest first. */
export async function commentsBy(sql: Sql | Tx, authorId: string): Promise<CommentRow[]> {
  return shown(await COMMENTS.list(sql, { authorId }, { order: "created_at desc, comment_id desc" }));
}

/** Without comments that were taken away. */
function shown(rows: readonly DbRow[]): CommentRow[] {
  return rows.flatMap((row) => commentRow(row) ?? []);
}

/** Undefined for a comment that was taken away. */
function commentRow({ held: isHeld, heldBy: _heldBy, authorId, content, ...row }: DbRow): CommentRow | undefined {
  return authorId === undefined || content === undefined ? undefined : { ...row, authorId, content, isHeld };
}

function placeOf({ commentId, createdAt, updatedAt, threadId, replyTo, replies }: DbRow): CommentPlace {
  return { commentId, createdAt, updatedAt, threadId, replyTo, replies };
}
