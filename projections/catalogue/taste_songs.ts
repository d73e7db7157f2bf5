import type { TasteEvent } from "../../backend/catalogue/offline_licence/events.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { moment, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const TASTE_SONGS = table("taste_songs", {
  shard: smallint,
  userId: uuid,
  trackId: uuid,
  savedAt: moment,
  removedAt: moment.optional.check("removed_at >= saved_at"),
}, { key: ["shard", "userId", "trackId", "savedAt"], indexes: { taste_songs_of: "(user_id, track_id, saved_at)" } });

/**
 * Which songs people have saved without Premium, and in which stretches of time. Inline: the next place is decided on it,
 * and what a saved play earns.
 */
export const tasteSongs = projection<TasteEvent>({
  name: "taste_songs",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  tables: [TASTE_SONGS],
  // A few a day each; one after another keeps the order that people made.
  handlers: {
    TasteSongSaved: (tx, { log, data: { userId, trackId, at } }) =>
      TASTE_SONGS.put(tx, { shard: shardOfLog(log), userId, trackId, savedAt: at }),
    TasteSongRemoved: (tx, { log, data: { userId, trackId, at } }) =>
      TASTE_SONGS.set(tx, { shard: shardOfLog(log), userId, trackId, removedAt: undefined }, { removedAt: at }),
  },
});

/** When each of these people of a shard last saved a song, by person and track; epoch ms. */
export async function tastesOf(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, Map<string, { savedAt: number; removedAt: number | undefined }>>> {
  const rows = await sql<{ userId: string; trackId: string; savedAt: number; removedAt: number | undefined }[]>`
    select distinct on (user_id, track_id) user_id, track_id, saved_at, removed_at from taste_songs
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[])
    order by user_id, track_id, saved_at desc`;
  const found = new Map<string, Map<string, { savedAt: number; removedAt: number | undefined }>>();
  for (const { userId, trackId, savedAt, removedAt } of rows) {
    const own = found.get(userId) ?? new Map();
    found.set(userId, own.set(trackId, { savedAt, removedAt }));
  }
  return found;
}

/** The stretches of time in which these people of a shard had saved these songs, by "user track"; epoch ms. */
export async function tastedSpans(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, (readonly [from: number, until: number])[]>> {
  const rows = await sql<{ userId: string; trackId: string; savedAt: number; removedAt: number | undefined }[]>`
    select user_id, track_id, saved_at, removed_at from taste_songs
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[]) order by saved_at`;
  const found = new Map<string, (readonly [number, number])[]>();
  for (const { userId, trackId, savedAt, removedAt } of rows) {
    const key = `${userId} ${trackId}`;
    found.set(key, [...found.get(key) ?? [], [savedAt, removedAt ?? Infinity]]);
  }
  return found;
}

/** For queries with rows `heard (listener_id, track_id, started_at)`: joins those whose song was saved without Premium then. */
export function withTastes(sql: Sql | Tx) {
  return sql`join taste_songs as taste
    on taste.user_id = heard.listener_id and taste.track_id = heard.track_id
      and heard.started_at >= taste.saved_at and (taste.removed_at is null or heard.started_at < taste.removed_at)`;
}
