import type { Projection } from "../store/projections/projection.ts";
import { isPassing } from "../store/log/errors.ts";
import type { Sql, Tx } from "../store/sql.ts";

interface SeparateOptions {
  readonly projections: readonly Projection[];
  readonly log: (line: string) => void;
}

/**
 * Puts tables of their own in the place of the views through which plays, money (migration 0034) and those who follow
 * them (0039) use common tables, if no other process is connected: an older process could not append or follow any
 * more. Answers whether they are separate now.
 */
export async function separateShards(sql: Sql, { projections, log }: SeparateOptions): Promise<boolean> {
  const [row] = await sql<{ separate: boolean }[]>`
    select shards_are_separate() and checkpoints_are_separate() as separate`;
  if (row?.separate) return true;
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'orin %' and application_name <> 'orin migrate'`;
  if (others && others.count > 0) {
    log(
      "Plays and money still share tables with the rest: `deno task orin shards --separate` once every process is this version",
    );
    return false;
  }
  await separateNow(sql, projections);
  return true;
}

const MOST_TRIES = 300;
const PAUSE_MS = 200;

/**
 * Does it while processes of this version work. It asks for the tables in short tries, so that no query queues behind
 * it for long; those that use them wait for a moment.
 */
export async function separateNow(sql: Sql, projections: readonly Projection[]): Promise<void> {
  const everyones = projections.filter(({ place }) => place === "social").map(({ name }) => name);
  await buildKeys(sql);
  // One after the other: who follows has rows of the second when it asks for the first.
  await inShortTries(sql, (tx) => tx`select separate_shards()`);
  await inShortTries(sql, (tx) => tx`select separate_checkpoints(${everyones})`);
}

async function inShortTries(sql: Sql, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '400ms'`;
        await change(tx);
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
