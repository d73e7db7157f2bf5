import { followerCounts, readFollows } from "../../../projections/social/follows.ts";
import { postsStoppedFor } from "../../../projections/social/posts.ts";
import type { Sql, Tx } from "../../store/sql.ts";

/** How many followers hear of an artist's posts. */
export async function countPostReaders(sql: Sql | Tx, artistId: string): Promise<number> {
  const stopped = await postsStoppedFor(sql, artistId);
  const pairs = [...stopped].map((followerId) => ({ followerId, creatorId: artistId }));
  const [counts, without] = await Promise.all([followerCounts(sql, [artistId]), readFollows(sql, pairs)]);
  return (counts.get(artistId) ?? 0) - without.size;
}
