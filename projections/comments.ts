import type { Commented } from "../backend/contract/social.ts";
import type { CommentEdited, CommentEvent, CommentPosted } from "../backend/social/comment/events.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import { eventsOf } from "../backend/store/log/event.ts";
import { rowsOf, valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "./account_closings.ts";

/**
 * The comments on artists and tracks, sealed. Inline: decisions about edits, deletions and likes read it, and writers
 * see their comment at once.
 */
export const comments: Projection<CommentEvent | ClosingEvent> = {
  name: "comments",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["CommentPosted", "CommentEdited", "CommentDeleted", ...CLOSING_EVENTS],
  tables: `
    create table comments (
      comment_id uuid primary key,
      entity_type text not null check (entity_type in ('artist', 'track')),
      entity_id uuid not null,
      author_id uuid not null,
      content text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null check (updated_at >= created_at)
    );
    create index comments_newest on comments (entity_type, entity_id, created_at desc, comment_id desc);
    create index comments_of_author on comments (author_id, created_at desc);
    create table comment_counts (
      entity_type text not null,
      entity_id uuid not null,
      comments integer not null check (comments >= 0),
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
  uuid: ["commentId", "entityId", "authorId"],
  text: ["entityType", "content"],
  ms: ["createdAt", "updatedAt"],
} as const;

type Told<Data> = readonly { readonly data: Data; readonly recordedAt: number }[];

async function addPosts(tx: Tx, posts: Told<CommentPosted["data"]>): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map(({ data, recordedAt }) => ({ ...data, createdAt: recordedAt, updatedAt: recordedAt }));
  await tx`insert into comments ${valuesOf(tx, rows, COLUMNS)}`;
  await tx`
    insert into comment_counts (entity_type, entity_id, comments)
    select entity_type, entity_id, count(*)::int
    from ${rowsOf(tx, rows, { uuid: ["entityId"], text: ["entityType"] })} as post
    group by entity_type, entity_id
    on conflict (entity_type, entity_id) do update set comments = comment_counts.comments + excluded.comments`;
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
  await tx`
    with gone as (
      delete from comments
      where comment_id = any(${[...commentIds]}::uuid[]) or author_id = any(${[...authorIds]}::uuid[])
      returning entity_type, entity_id
    ), fewer as (
      select entity_type, entity_id, count(*)::int as comments from gone group by entity_type, entity_id
    )
    update comment_counts set comments = comment_counts.comments - fewer.comments
    from fewer
    where comment_counts.entity_type = fewer.entity_type and comment_counts.entity_id = fewer.entity_id`;
}

/** Times in epoch ms. */
export interface CommentRow {
  readonly commentId: string;
  readonly authorId: string;
  readonly content: Sealed;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface CommentsPage {
  readonly entityType: Commented;
  readonly entityId: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** One page of comments on an artist or a track, newest first, and how many there are. */
export async function listComments(
  sql: Sql | Tx,
  { entityType, entityId, page, limit }: CommentsPage,
): Promise<{ comments: CommentRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    sql<DbRow[]>`
      select * from comments where entity_type = ${entityType} and entity_id = ${entityId}
      order by created_at desc, comment_id desc limit ${limit} offset ${(page - 1) * limit}`,
    sql<{ comments: number }[]>`
      select comments from comment_counts where entity_type = ${entityType} and entity_id = ${entityId}`,
  ]);
  return { comments: rows.map(commentRow), total: count?.comments ?? 0 };
}

/** Comments by id; deleted ones are missing from the map. */
export async function findComments(sql: Sql | Tx, commentIds: readonly string[]): Promise<Map<string, CommentRow>> {
  const rows = await sql<DbRow[]>`select * from comments where comment_id = any(${[...commentIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.comment_id, commentRow(row)]));
}

/** The newest comments on an artist and their tracks. */
export async function newestComments(
  sql: Sql | Tx,
  { creatorId, trackIds, limit }: { creatorId: string; trackIds: readonly string[]; limit: number },
): Promise<(CommentRow & { readonly trackId: string | undefined })[]> {
  const rows = await sql<(DbRow & { entity_type: Commented; entity_id: string })[]>`
    select newest.* from (
      select 'artist' as type, ${creatorId}::uuid as id
      union all select 'track', unnest(${[...trackIds]}::uuid[])
    ) as asked
    cross join lateral (
      select * from comments where entity_type = asked.type and entity_id = asked.id
      order by created_at desc, comment_id desc limit ${limit}
    ) as newest
    order by created_at desc limit ${limit}`;
  return rows.map((row) => ({ ...commentRow(row), trackId: row.entity_type === "track" ? row.entity_id : undefined }));
}

/** A person's comments, without the deleted ones, newest first. */
export async function commentsBy(
  sql: Sql | Tx,
  authorId: string,
): Promise<(CommentRow & { readonly entityType: Commented; readonly entityId: string })[]> {
  const rows = await sql<(DbRow & { entity_type: Commented; entity_id: string })[]>`
    select * from comments where author_id = ${authorId} order by created_at desc, comment_id desc`;
  return rows.map((row) => ({ ...commentRow(row), entityType: row.entity_type, entityId: row.entity_id }));
}

interface DbRow {
  comment_id: string;
  author_id: string;
  content: string;
  created_at: Date;
  updated_at: Date;
}

function commentRow(row: DbRow): CommentRow {
  return {
    commentId: row.comment_id,
    authorId: row.author_id,
    content: row.content,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
