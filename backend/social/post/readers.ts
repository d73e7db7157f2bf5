import { blockPeersOf } from "../../../projections/comment_rules.ts";
import { followerCounts, readFollows } from "../../../projections/follows.ts";
import { postMutersOf } from "../../../projections/posts.ts";
import type { Sql, Tx } from "../../store/sql.ts";

/** Who hears of no post of an artist: they stopped them, or one of the two has blocked the other. */
export async function postsStoppedFor(sql: Sql | Tx, artistId: string): Promise<Set<string>> {
  const [muters, peers] = await Promise.all([postMutersOf(sql, artistId), blockPeersOf(sql, artistId)]);
  return new Set([...muters, ...peers]);
}

/** How many followers hear of an artist's posts. */
export async function countPostReaders(sql: Sql | Tx, artistId: string): Promise<number> {
  const stopped = await postsStoppedFor(sql, artistId);
  const pairs = [...stopped].map((followerId) => ({ followerId, creatorId: artistId }));
  const [counts, without] = await Promise.all([followerCounts(sql, [artistId]), readFollows(sql, pairs)]);
  return (counts.get(artistId) ?? 0) - without.size;
}
