import type { FollowEvent } from "../../backend/social/follow/events.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { ddlOf, int, moment, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf, isClosing } from "../account_closings.ts";
import { changePairs, type CountedPairs, forgetPairsOf } from "./counted_pairs.ts";

const FOLLOWS = table("follows", {
  creatorId: uuid,
  followerId: uuid,
  followedAt: moment,
}, {
  key: ["creatorId", "followerId"],
  indexes: {
    follows_of_follower: "(follower_id, followed_at desc, creator_id)",
    follows_newest: "(creator_id, followed_at desc)",
  },
});

const FOLLOWER_COUNTS = table("follower_counts", {
  creatorId: uuid,
  followers: int.check("followers >= 0"),
}, { key: ["creatorId"], fillfactor: 70 });

/** Who follows whom, and how many follow an artist. Inline: following and unfollowing are decided on it. */
export const follows: Projection<FollowEvent | ClosingEvent> = {
  name: "follows",
  version: 4,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["UserFollowed", "UserUnfollowed", ...CLOSING_EVENTS],
  tables: ddlOf(FOLLOWS, FOLLOWER_COUNTS),

  async apply(tx, events) {
    const words = events.flatMap((event) => {
      if (isClosing(event)) return [];
      const { type, data, stream: key, recordedAt: at } = event;
      return [{ key, row: { thingId: data.creatorId, userId: data.followerId, at }, isThere: type === "UserFollowed" }];
    });
    await changePairs(tx, NAMES, words);
    await deleteFollows(tx, closingsOf(events).erased);
  },
};

const NAMES: CountedPairs = {
  pairs: "follows",
  thingId: "creator_id",
  userId: "follower_id",
  since: "followed_at",
  counts: "follower_counts",
  count: "followers",
};

/** Erased people neither follow nor have followers. */
async function deleteFollows(tx: Tx, userIds: readonly string[]): Promise<void> {
  await forgetPairsOf(tx, NAMES, userIds);
  await FOLLOWS.remove(tx, "creatorId", userIds);
  await FOLLOWER_COUNTS.remove(tx, "creatorId", userIds);
}

/** The pairs that exist, as "follower/creator". */
export async function readFollows(
  sql: Sql | Tx,
  pairs: readonly { readonly followerId: string; readonly creatorId: string }[],
): Promise<Set<string>> {
  const rows = await sql<{ followerId: string; creatorId: string }[]>`
    select follower_id, creator_id from follows
    join ${rowsOf(sql, pairs, { uuid: ["followerId", "creatorId"] })} as asked using (follower_id, creator_id)`;
  return new Set(rows.map(pairKey));
}

/** How `readFollows` writes a pair. */
export function pairKey({ followerId, creatorId }: { followerId: string; creatorId: string }): string {
  return `${followerId}/${creatorId}`;
}

/** Followers of each artist; artists without any are missing from the map. */
export async function followerCounts(sql: Sql | Tx, creatorIds: readonly string[]): Promise<Map<string, number>> {
  const found = await FOLLOWER_COUNTS.byIds(sql, creatorIds);
  return new Map([...found].map(([creatorId, { followers }]) => [creatorId, followers]));
}

/** The artists a person follows, newest first. Moments in epoch ms. */
export async function followedBy(
  sql: Sql | Tx,
  followerId: string,
): Promise<{ creatorId: string; followedAt: number }[]> {
  return await sql<{ creatorId: string; followedAt: number }[]>`
    select creator_id, followed_at from follows where follower_id = ${followerId}
    order by followed_at desc, creator_id`;
}

/** A page of those who have followed an artist since `until` (epoch ms) or before, in the order of their ids. */
export async function followersPage(
  sql: Sql | Tx,
  { creatorId, until, after, limit }: { creatorId: string; until: number; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ followerId: string }[]>`
    select follower_id from follows where creator_id = ${creatorId} and followed_at <= ${new Date(until)}
      ${after === undefined ? sql`` : sql`and follower_id > ${after}`}
    order by follower_id limit ${limit}`;
  return rows.map((row) => row.followerId);
}

/** An artist's followers, newest first. Moments in epoch ms. */
export async function newestFollowers(
  sql: Sql | Tx,
  creatorId: string,
  limit: number,
): Promise<{ followerId: string; followedAt: number }[]> {
  return await sql<{ followerId: string; followedAt: number }[]>`
    select follower_id, followed_at from follows where creator_id = ${creatorId}
    order by followed_at desc limit ${limit}`;
}
