import { lockHeads } from "./append.ts";
import type { LogName } from "./event.ts";
import { type Projection, readsLog } from "./projection.ts";
import { readLog } from "./read.ts";
import type { Sql, Tx } from "./sql.ts";

const REPLAY_BATCH = 5_000;

/**
 * Brings the tables of every projection to the version in the code, as the owner. New or changed ones start empty:
 * an inline one is replayed here, with the heads locked, because decisions read it; an async one catches up later.
 */
export async function installProjections(sql: Sql, projections: readonly Projection[]): Promise<string[]> {
  const done: string[] = [];
  for (const projection of projections) {
    const changed = await sql.begin((tx) => installOne(tx, projection));
    if (changed) done.push(`${projection.name} v${projection.version}`);
  }
  return done;
}

async function installOne(tx: Tx, projection: Projection): Promise<boolean> {
  const [installed] = await tx<{ version: number; tables: string[] }[]>`
    select version, tables from projection_versions where name = ${projection.name}`;
  if (installed?.version === projection.version) return false;
  for (const table of installed?.tables ?? []) await tx`drop table if exists ${tx(`projected.${table}`)} cascade`;
  const before = await tableNames(tx);
  await tx`set local search_path = projected, public`;
  await tx.unsafe(projection.tables);
  const tables = (await tableNames(tx)).filter((table) => !before.includes(table));
  await tx`
    insert into projection_versions (name, version, tables) values (${projection.name}, ${projection.version}, ${tables})
    on conflict (name) do update set version = excluded.version, tables = excluded.tables, installed_at = now()`;
  const logs = (await tx<{ log: LogName }[]>`select log from logs order by log`).map((row) => row.log)
    .filter((log) => readsLog(projection, log));
  if (projection.mode === "inline") await replay(tx, projection, logs);
  else await restart(tx, projection.name, logs);
  return true;
}

async function replay(tx: Tx, projection: Projection, logs: readonly LogName[]): Promise<void> {
  const heads = await lockHeads(tx, logs);
  for (const [log, head] of heads) {
    for (let after = 0; after < head; after += REPLAY_BATCH) {
      const events = await readLog(tx, log, {
        after,
        upTo: Math.min(head, after + REPLAY_BATCH),
        types: projection.on,
      });
      if (events.length > 0) await projection.apply(tx, events);
    }
  }
}

async function restart(tx: Tx, name: string, logs: readonly LogName[]): Promise<void> {
  await tx`delete from checkpoints where name = ${name}`;
  await tx`insert into checkpoints (name, log) select ${name}, log from unnest(${[...logs]}::text[]) as t(log)`;
}

/** Gives a new reactor its checkpoint: it starts at the heads of now, because the past already had its effects. */
export async function installReactor(sql: Sql, reactor: { name: string; logs: Projection["logs"] }): Promise<void> {
  await sql`
    insert into checkpoints (name, log, position)
    select ${reactor.name}, log, last_position from logs
    where log = any(${[...reactor.logs]}) or split_part(log, '/', 1) = any(${[...reactor.logs]})
    on conflict do nothing`;
}

async function tableNames(tx: Tx): Promise<string[]> {
  const rows = await tx<{ tablename: string }[]>`select tablename from pg_tables where schemaname = 'projected'`;
  return rows.map((row) => row.tablename);
}
