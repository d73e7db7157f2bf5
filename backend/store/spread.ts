import { isPassing } from "./log/errors.ts";
import { SHARD_TABLES, TABLES_EVERYWHERE } from "./place.ts";
import type { Projection } from "./projections/projection.ts";
import { rawSql, type Sql, type Tx } from "./sql.ts";

/**
 * Where the database has an engine that spreads tables over servers (`citus`), these statements make it spread those whose
 * rows have a shard. Rows of a shard stay together on one server, and so does each group's transaction. No other code
 * knows of the engine, but `nodes.ts`, which reads where a shard is, and one setting of every connection (`sql.ts`).
 */

/** What the engine is asked of a table; the first shard table leads the others. */
const TOGETHER_WITH = "public.shard_logs";

export type EngineState = "none" | "there" | "spreads";

/** Whether the database has the engine, and whether its tables are spread. */
export async function engineState(sql: Sql | Tx): Promise<EngineState> {
  const [engine] = await sql`select from pg_extension where extname = 'citus'`;
  if (!engine) return "none";
  const [spread] = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass(${TOGETHER_WITH})`;
  return spread ? "spreads" : "there";
}

/** Why tables cannot be spread: the operator reads it. */
export class CannotSpread extends Error {
  override readonly name = "CannotSpread";
}

/**
 * Refuses inline projections whose rows are not the shard's although its group writes them: one transaction would write on
 * two servers, and a crash could keep one half of it.
 */
export function refuseInTheWay(projections: readonly Projection[]): void {
  const names = projections
    .filter(({ mode, place, logs }) =>
      mode === "inline" && place === "social" && logs.some((kind) => kind !== "social")
    )
    .map(({ name }) => name);
  if (names.length > 0) {
    throw new CannotSpread(`${names.join(", ")}: rows of a shard's group have no shard, so they cannot be spread`);
  }
}

/** Spreads tables that a projection's statements have just made, where the engine spreads the others. */
export async function spreadNew(
  tx: Tx,
  projection: Projection,
  { schema, tables }: { readonly schema: string; readonly tables: readonly string[] },
): Promise<void> {
  if (await engineState(tx) !== "spreads") return;
  refuseInTheWay([projection]);
  if (projection.place === "social") return;
  await sequentially(tx);
  for (const table of tables) await spreadAtOnce(tx, `${schema}.${table}`);
}

/**
 * Spreads the tables of shards and of the projections in the schema, those that are not yet. Filled ones are spread while
 * appends go on, one after another, so they must all be on this server: others join it afterwards. Answers which were.
 */
export async function spreadAll(
  sql: Sql,
  { projections, schema }: { readonly projections: readonly Projection[]; readonly schema: string },
): Promise<string[]> {
  refuseInTheWay(projections);
  const spread = new Set((await sql<{ name: string }[]>`select logicalrelid::text as name from pg_dist_partition`)
    .map(({ name }) => name.replaceAll('"', "")));
  const missing = (name: string) => !spread.has(name) && !spread.has(name.replace(/^(public|projected)\./, ""));
  const everywhere = TABLES_EVERYWHERE.map((table) => `public.${table}`).filter(missing);
  const tables = [...await existing(sql, SHARD_TABLES), ...await tablesOf(sql, { projections, schema })].filter(
    missing,
  );
  if (tables.length > 0) await refuseFilledElsewhere(sql);
  for (const table of everywhere) await inShortTries(sql, (tx) => tx`select create_reference_table(${table})`);
  let copiesAreRight = false;
  try {
    for (const table of tables) {
      if (await isSmall(sql, table)) await inShortTries(sql, (tx) => spreadAtOnce(tx, table));
      else {
        if (!copiesAreRight) await rightCopies(sql);
        copiesAreRight = true;
        await spreadMeanwhile(sql, table);
      }
    }
  } finally {
    await endCopies(sql);
  }
  return [...everywhere, ...tables];
}

async function spreadAtOnce(tx: Tx, table: string): Promise<void> {
  if (table === "public.archived_ranges") await keyByShard(tx);
  if (table === TOGETHER_WITH) await tx`select create_distributed_table(${table}, 'shard')`;
  else await tx`select create_distributed_table(${table}, 'shard', colocate_with => ${TOGETHER_WITH})`;
}

/** An engine can only keep unique what says its shard. An object's key names its log, so this is the same promise. */
async function keyByShard(tx: Tx): Promise<void> {
  await tx`alter table public.archived_ranges drop constraint if exists archived_ranges_object_key`;
  await tx`create unique index if not exists archived_ranges_object on public.archived_ranges (shard, object)`;
}

/**
 * The engine (14.0) has two faults in copying a table that is written; with either the copy of a large one never ends. An
 * event trigger puts them right as the engine's own statements come:
 *
 * - From 18 on a subscription of Postgres takes large transactions before they commit
 *   (https://www.postgresql.org/docs/18/sql-createsubscription.html, `streaming`). The engine's decoder knows only
 *   committed ones: what it copied itself it would send once more. So its subscriptions wait for commits.
 * - A row that is updated before the copy has its key is sent without one, and refused
 *   (https://github.com/citusdata/citus/issues/6790). So the copy is made to be found by whole rows, which name the key,
 *   until it is done (`endCopies`).
 */
async function rightCopies(sql: Sql): Promise<void> {
  const [user] = await sql<{ rules: boolean }[]>`select rolsuper as rules from pg_roles where rolname = current_user`;
  if (!user?.rules) {
    throw new CannotSpread("Tables that hold much are spread by a superuser: name one in DATABASE_URL for this step");
  }
  await inShortTries(sql, async (tx) => {
    await dropCopyTrigger(tx);
    await tx`
      create function public.orin_right_copies() returns event_trigger
        language plpgsql set search_path = pg_catalog as $$
      declare
        name text;
      begin
        for name in
          select subname from pg_subscription where starts_with(subname, 'citus_shard_split_') and substream <> 'f'
        loop
          execute format('alter subscription %I set (streaming = off)', name);
        end loop;
        for name in
          select object_identity from pg_event_trigger_ddl_commands()
          where command_tag = 'CREATE TABLE' and object_type = 'table'
            and object_identity ~ '_[0-9]{6,}"?$'
            and starts_with(current_setting('application_name'), 'citus_internal')
        loop
          execute format('alter table %s replica identity full', name);
        end loop;
      end $$`;
    await tx`
      create event trigger orin_right_copies on ddl_command_end when tag in ('CREATE SUBSCRIPTION', 'CREATE TABLE')
        execute function public.orin_right_copies()`;
  });
}

/** Copies that are done are found by their keys again: each update of a row would write the whole old one otherwise. */
async function endCopies(sql: Sql): Promise<void> {
  const [there] = await sql`select from pg_event_trigger where evtname = 'orin_right_copies'`;
  const tables = await sql<{ name: string }[]>`
    select distinct logicalrelid::text as name
    from pg_dist_shard
    join pg_class on pg_class.oid in (logicalrelid, to_regclass(shard_name(logicalrelid, shardid)))
    where pg_class.relreplident = 'f'`;
  for (const { name } of tables) {
    await inShortTries(sql, async (tx) => {
      await sequentially(tx);
      await tx.unsafe(`alter table ${name} replica identity default`);
    });
  }
  if (there) await inShortTries(sql, dropCopyTrigger);
}

async function dropCopyTrigger(tx: Tx): Promise<void> {
  await tx`drop event trigger if exists orin_right_copies`;
  await tx`drop function if exists public.orin_right_copies()`;
}

/** Appends go on while the rows are copied. */
async function spreadMeanwhile(sql: Sql, table: string): Promise<void> {
  await inShortTries(sql, (tx) => leaveChecksToRanges(tx, table));
  const held = await sql.reserve();
  try {
    await held`set citus.enable_unsafe_triggers = on`;
    if (table === TOGETHER_WITH) await held`select create_distributed_table_concurrently(${table}, 'shard')`;
    else {
      await held`
        select create_distributed_table_concurrently(${table}, 'shard', colocate_with => ${TOGETHER_WITH})`;
    }
    await held`reset citus.enable_unsafe_triggers`;
  } finally {
    held.release();
  }
}

/**
 * For work that the log can repeat: a crash takes its rows and its checkpoint back together, so its commit does not wait
 * for the disk (https://www.postgresql.org/docs/18/wal-async-commit.html). But an engine that copies tables while they
 * are written takes what has reached the disk for all there is: rows whose commit had not would stay behind.
 */
export async function commitLazily(tx: Tx): Promise<void> {
  await tx`
    select set_config('synchronous_commit', 'off', true)
    where not exists (select from pg_extension where extname = 'citus')`;
}

/**
 * The engine copies a parent and its ranges each by itself and then finds the checks of one missing in the other: it names
 * them differently. The ranges keep theirs, and `create_range()` gives them to new ones.
 */
async function leaveChecksToRanges(tx: Tx, table: string): Promise<void> {
  const checks = await tx<{ name: string }[]>`
    select conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
    where conrelid = ${table}::regclass and contype = 'c' and relkind = 'p'`;
  for (const { name } of checks) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`;
}

/**
 * A shard that has moved leaves its old tables where it was until the engine's next round, and a function that they use
 * could not be dropped: ends them now. Not in a transaction.
 */
export async function dropLeftBehind(sql: Sql): Promise<void> {
  if (await engineState(sql) === "spreads") await sql`call citus_cleanup_orphaned_resources()`;
}

/** What a transaction makes for itself alone, such as the tables of a verification, stays on this server. */
export async function keepHere(tx: Tx): Promise<void> {
  // Without the engine it means nothing.
  await tx`select set_config('citus.enable_ddl_propagation', 'off', true)`;
}

/**
 * For a transaction that makes or moves tables: triggers are carried over, and rows that it has changed before do not stop
 * it. Without the engine it means nothing.
 */
export async function sequentially(tx: Tx): Promise<void> {
  await tx`set local citus.enable_unsafe_triggers = on`;
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
}

/**
 * For a transaction that changes tables while others append: it gives up soon where another one has a lock, on each
 * server that it meets. An engine hands a setting on to other servers only when told. Without one that means nothing.
 */
export async function waitShortly(tx: Tx): Promise<void> {
  await tx`set local citus.propagate_set_commands = 'local'`;
  await tx`set local lock_timeout = '400ms'`;
  await tx`set local citus.propagate_set_commands = 'none'`;
}

/**
 * Until the next `waitShortly` a transaction waits for its turn at the heads, which are rows: that stops no append, and on a
 * busy machine each append has them for a second or more, one after the other.
 */
export async function waitInTurn(tx: Tx): Promise<void> {
  await tx`set local citus.propagate_set_commands = 'local'`;
  await tx`set local lock_timeout = '30s'`;
  await tx`set local citus.propagate_set_commands = 'none'`;
}

const MOST_TRIES = 100;
const PAUSE_MS = 200;

/** Appends do not queue behind it for long. */
async function inShortTries(sql: Sql, work: (tx: Tx) => PromiseLike<unknown>): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await sql.begin(async (tx) => {
        await waitShortly(tx);
        await sequentially(tx);
        await work(tx);
      });
      return;
    } catch (error) {
      if (!isPassing(error) || attempt === MOST_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Those that there are. Some are views of common tables in a database of before, until they get tables of their own. */
async function existing(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const names = tables.map((table) => `public.${table}`);
  const rows = await sql<{ name: string; isView: boolean }[]>`
    select name, relkind = 'v' as is_view from unnest(${names}::text[]) with ordinality as t(name, nth)
    join pg_class on pg_class.oid = to_regclass(name) order by nth`;
  const views = rows.filter(({ isView }) => isView).map(({ name }) => name);
  if (views.length > 0) throw new CannotSpread(`${views.join(", ")}: not yet in tables of their own`);
  return rows.map(({ name }) => name);
}

async function tablesOf(
  sql: Sql,
  { projections, schema }: { readonly projections: readonly Projection[]; readonly schema: string },
): Promise<string[]> {
  const names = projections.filter(({ place }) => place === "shard").map(({ name }) => name);
  const rows = await sql<{ tables: string[] }[]>`
    select tables from projection_versions where name = any(${names}) order by name`;
  return rows.flatMap(({ tables }) => tables.map((table) => `${schema}.${table}`));
}

/** So many rows are copied within the time that anyone waits gladly. */
const FEW_ROWS = 5_000;

async function isSmall(sql: Sql, table: string): Promise<boolean> {
  const [row] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from (select from ${rawSql(table)} limit ${FEW_ROWS}) as first`;
  return (row?.rows ?? 0) < FEW_ROWS;
}

/** Between the first table and the last a group writes some that are spread and some that are not. */
async function refuseFilledElsewhere(sql: Sql): Promise<void> {
  const [other] = await sql`select from pg_dist_node where groupid > 0 and shouldhaveshards and isactive limit 1`;
  const [event] = await sql`select from all_logs where log <> 'social' and last_position > 0 limit 1`;
  if (other && event) {
    throw new CannotSpread(
      "Tables that hold events are spread on the one server first: take the others out until then",
    );
  }
}
