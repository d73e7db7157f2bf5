import { isPassing } from "../store/log/errors.ts";
import type { Sql } from "../store/sql.ts";

/**
 * Puts tables of their own in the place of the views through which plays and money use common tables (migration 0034),
 * if nobody else is connected: an older process could not append any more. Answers whether they are separate now.
 */
export async function separateShards(sql: Sql, log: (line: string) => void): Promise<boolean> {
  const [row] = await sql<{ separate: boolean }[]>`select shards_are_separate() as separate`;
  if (row?.separate) return true;
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'orin %' and application_name <> 'orin migrate'`;
  if (others && others.count > 0) {
    log(
      "Plays and money still share tables with the rest: `deno task shards --separate` once every process is this version",
    );
    return false;
  }
  await separateNow(sql);
  return true;
}

const MOST_TRIES = 300;
const PAUSE_MS = 200;

/**
 * Does it while processes of this version work. It asks for the tables in short tries, so that nobody queues behind it
 * for long; who works with them waits for a moment.
 */
export async function separateNow(sql: Sql): Promise<void> {
  await buildKeys(sql);
  for (let attempt = 1;; attempt++) {
    try {
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '400ms'`;
        await tx`select separate_shards()`;
      });
      return;
    } catch (error) {
      if (!isPassing(error) || attempt === MOST_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Builds the keys of the ranges before, without stopping anyone: under the lock that takes long for many events. */
async function buildKeys(sql: Sql): Promise<void> {
  const ranges = await sql<{ range: string }[]>`
    select relname as range from pg_class join pg_inherits on inhrelid = oid
    where inhparent in (to_regclass('events_ledger_0'), to_regclass('events_plays_0'))`;
  for (const { range } of ranges) {
    await sql`create unique index concurrently if not exists ${sql(`${range}_shard`)} on ${
      sql(range)
    } (shard, position)`;
    await sql`
      create unique index concurrently if not exists ${sql(`${range}_shard_stream`)}
      on ${sql(range)} (shard, stream, stream_version)`;
  }
}
