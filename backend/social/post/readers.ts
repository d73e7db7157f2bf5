import { blockPeersOf } from "../../../projections/comment_rules.ts";
import { followerCounts, readFollows } from "../../../projections/follows.ts";
import { postMutersOf } from "../../../projections/posts.ts";
import type { Sql, Tx } from "../../store/sql.ts";

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

/** How many followers hear of an artist's posts. */
export async function countPostReaders(sql: Sql | Tx, artistId: string): Promise<number> {
  const stopped = await postsStoppedFor(sql, artistId);
  const pairs = [...stopped].map((followerId) => ({ followerId, creatorId: artistId }));
  const [counts, without] = await Promise.all([followerCounts(sql, [artistId]), readFollows(sql, pairs)]);
  return (counts.get(artistId) ?? 0) - without.size;
}
