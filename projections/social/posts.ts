import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type { ArtistPostDeleted, ArtistPosted, PostsMuted, PostsUnmuted } from "../../backend/social/post/events.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import { bigint, boolean, int, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { blockPeersOf } from "./comment_rules.ts";

type PostEvent = ArtistPosted | ArtistPostDeleted | PostsMuted | PostsUnmuted | ContentHidden | ContentShown;

const POSTS = table("posts", {
  postId: uuid,
  artistId: uuid,
  content: text,
  trackId: uuid.optional,
  told: int,
  at: bigint,
  hidden: boolean.default("false"),
}, { key: ["postId"], erase: ["artistId"], indexes: { posts_newest: "(artist_id, at desc, post_id desc)" } });

const POST_MUTES = table("post_mutes", {
  artistId: uuid,
  userId: uuid,
}, { key: ["artistId", "userId"], erase: ["artistId", "userId"], indexes: { post_mutes_of_user: "(user_id)" } });

/** What artists wrote to their followers, and who stopped hearing of it. Inline: stopping is decided on it. */
export const posts = projection<PostEvent>({
  name: "posts",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [POSTS, POST_MUTES],
  handlers: {
    ArtistPosted: (tx, { data, recordedAt: at }) => POSTS.insert(tx, { ...data, at }),
    ArtistPostDeleted: (tx, { data: { postId } }) => POSTS.delete(tx, { postId }),
    PostsMuted: (tx, { data }) => POST_MUTES.add(tx, data),
    PostsUnmuted: (tx, { data: { artistId, userId } }) => POST_MUTES.delete(tx, { artistId, userId }),
    ContentHidden: (tx, { data }) => setHidden(tx, data, true),
    ContentShown: (tx, { data }) => setHidden(tx, data, false),
  },
});

async function setHidden(tx: Tx, { kind, subjectId }: ContentShown["data"], hidden: boolean): Promise<void> {
  if (kind === "post") await POSTS.set(tx, { postId: subjectId }, { hidden });
}

/** A post; `at` in epoch ms. */
export type PostRow = Omit<RowOf<typeof POSTS>, "hidden"> & { readonly isHidden: boolean };

/** The last row of the page before; `at` in epoch ms. */
interface Before {
  readonly at: number;
  readonly id: string;
}

/** A page of an artist's posts, the newest first. */
export async function postsOf(
  sql: Sql | Tx,
  { artistId, before, limit, withHidden }: {
    readonly artistId: string;
    readonly before?: Before | undefined;
    readonly limit: number;
    readonly withHidden: boolean;
  },
): Promise<PostRow[]> {
  const rows = await sql<RowOf<typeof POSTS>[]>`
    select * from posts where artist_id = ${artistId} ${withHidden ? sql`` : sql`and not hidden`}
      ${before ? sql`and (at, post_id) < (${before.at}::bigint, ${before.id}::uuid)` : sql``}
    order by at desc, post_id desc limit ${limit}`;
  return rows.map(postRow);
}

/** Posts by id; deleted ones are missing from the map. */
export async function findPosts(sql: Sql | Tx, postIds: readonly string[]): Promise<Map<string, PostRow>> {
  const found = await POSTS.byIds(sql, postIds);
  return new Map([...found].map(([postId, row]) => [postId, postRow(row)]));
}

/** Posts of followed artists since they are followed, without those that the reader stopped, the newest first. */
export async function postsFor(
  sql: Sql | Tx,
  { userId, follows, since, now, before, limit }: {
    readonly userId: string;
    readonly follows: readonly { readonly creatorId: string; readonly followedAt: number }[];
    readonly since: number;
    readonly now: number;
    readonly before?: Before | undefined;
    readonly limit: number;
  },
): Promise<PostRow[]> {
  if (follows.length === 0) return [];
  const rows = await sql<RowOf<typeof POSTS>[]>`
    select posts.* from posts
    join ${rowsOf(sql, follows, { uuid: ["creatorId"], bigint: ["followedAt"] })} as followed
      on followed.creator_id = posts.artist_id
    where not hidden and at >= followed.followed_at and at > ${since} and at <= ${now}
      and not exists (select from post_mutes where artist_id = posts.artist_id and user_id = ${userId})
      ${before ? sql`and (at, post_id::text collate "C") < (${before.at}::bigint, ${before.id})` : sql``}
    order by at desc, post_id::text collate "C" desc limit ${limit}`;
  return rows.map(postRow);
}

/** Who has stopped an artist's posts. */
export async function postMutersOf(sql: Sql | Tx, artistId: string): Promise<string[]> {
  return (await POST_MUTES.list(sql, { artistId })).map((row) => row.userId);
}

/** Who hears of no post of an artist: they stopped them, or one of the two has blocked the other. */
export async function postsStoppedFor(sql: Sql | Tx, artistId: string): Promise<Set<string>> {
  const [muters, peers] = await Promise.all([postMutersOf(sql, artistId), blockPeersOf(sql, artistId)]);
  return new Set([...muters, ...peers]);
}

/** Of these pairs those between whom no word goes, as "user/artist": stopped by the one, or either has blocked the other. */
export async function wordsStopped(
  sql: Sql | Tx,
  pairs: readonly { readonly userId: string; readonly artistId: string }[],
): Promise<Set<string>> {
  const artistIds = [...new Set(pairs.map(({ artistId }) => artistId))];
  const stopped = new Map(
    await Promise.all(artistIds.map(async (id) => [id, await postsStoppedFor(sql, id)] as const)),
  );
  return new Set(
    pairs.filter(({ userId, artistId }) => stopped.get(artistId)?.has(userId))
      .map(({ userId, artistId }) => `${userId}/${artistId}`),
  );
}

/** The pairs that are stopped, as "user/artist". */
export async function readPostMutes(
  sql: Sql | Tx,
  pairs: readonly { readonly userId: string; readonly artistId: string }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const rows = await sql<{ userId: string; artistId: string }[]>`
    select user_id, artist_id from post_mutes
    join ${rowsOf(sql, pairs, { uuid: ["userId", "artistId"] })} as asked using (user_id, artist_id)`;
  return new Set(rows.map((row) => `${row.userId}/${row.artistId}`));
}

/** The artists whose posts a person has stopped. */
export async function postMutesOf(sql: Sql | Tx, userId: string): Promise<string[]> {
  return (await POST_MUTES.list(sql, { userId }, { order: "artist_id" })).map((row) => row.artistId);
}

function postRow({ hidden: isHidden, ...row }: RowOf<typeof POSTS>): PostRow {
  return { ...row, isHidden };
}
