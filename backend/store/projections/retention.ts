import { deleteByPages } from "../delete_in_batches.ts";
import type { LogName } from "../log/event.ts";
import { readHeads } from "../log/heads.ts";
import { recordedTimes } from "../log/read.ts";
import { inPlace, type LogPlace } from "../place.ts";
import { engineState } from "../spread.ts";
import type { Sql, Tx } from "../sql.ts";
import { plainArray } from "./columns.ts";
import { LIVE } from "./build.ts";
import type { Keep, Projection } from "./projection.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * The moment from which rows stay, epoch ms: whole days before the newest event. So it follows from the log alone, and a
 * wrong clock of one process deletes nothing that others still need.
 */
export type OldestKept = (keep: Keep) => number;

/** Which rows stay as of the logs' present ends, in the snapshot of `sql`. */
export async function oldestKept(sql: Sql | Tx): Promise<OldestKept> {
  return oldestAt((await readHeads(sql)).recordedAt);
}

/** The same as of an event's moment, epoch ms. */
function oldestAt(recordedAt: number): OldestKept {
  const today = Math.floor(recordedAt / DAY_MS);
  return ({ days }) => (today - days) * DAY_MS;
}

/** Tells the rows of a table that its retention lets go. A table that keeps everything has none. */
export function isOld(sql: Sql | Tx, keep: Keep | undefined, oldest: OldestKept) {
  if (!keep) return sql`false`;
  const since = oldest(keep);
  const first = keep.type === "ms" ? sql`${since}::bigint` : sql`${new Date(since).toISOString().slice(0, 10)}::date`;
  const isOldId = keep.id === undefined
    ? sql`true`
    : sql`not (substr(${sql(keep.id)}::text, 15, 1) = '7' and ${sql(keep.id)} >= ${firstId(since)}::uuid)`;
  return sql`${sql(keep.column)} < ${first} and ${isOldId}`;
}

/** Before every UUIDv7 of the moment (epoch ms, since 1970). */
function firstId(moment: number): string {
  const hex = Math.max(0, moment).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The retention of a projection's table; undefined where it keeps everything. */
export function keepOf({ keeps = [] }: Pick<Projection, "keeps">, table: string): Keep | undefined {
  return keeps.find((keep) => keep.table === table);
}

/** Deletes the old rows of a projection's copy, in the schema it is in, of a place on which no other process works. */
export async function dropOld(
  sql: Sql | Tx,
  projection: Projection,
  { schema, place, oldest }: { readonly schema: string; readonly place: LogPlace; readonly oldest: OldestKept },
): Promise<void> {
  for (const keep of projection.keeps ?? []) {
    await sql`
      delete from ${sql(`${schema}.${keep.table}`)} where ${inPlace(place)} and ${isOld(sql, keep, oldest)}`;
  }
}

/**
 * Deletes the old rows of the live tables while the service works on them, in short transactions. What leaves
 * one projection may be for another to tell: so nothing goes that one of them has still to read. Tables of another version
 * stay.
 */
export async function forgetOldRows(sql: Sql, projections: readonly Projection[]): Promise<void> {
  const oldest = oldestAt(Math.min((await readHeads(sql)).recordedAt, ...await firstUnread(sql, projections)));
  const isSpread = await engineState(sql) === "spreads";
  for (const { name, version, place, keeps = [] } of projections) {
    for (const keep of keeps) {
      const table = `${LIVE}.${keep.table}`;
      const isOurs = sql`select from projection_versions where name = ${name} and version = ${version}`;
      const batch = (part: Part) =>
        sql`delete from ${sql(table)} where ${part} and ${isOld(sql, keep, oldest)} and exists (${isOurs})`;
      // An engine has the versions on every server, and would send a statement that reads them to one without this table.
      const batchHere = (part: Part) =>
        sql.begin(async (tx) => {
          // Tables of another version cannot take its place until the end.
          await tx`lock table ${tx(table)} in row exclusive mode`;
          if ((await tx`${isOurs}`).length === 0) return;
          await tx`delete from ${tx(table)} where ${part} and ${isOld(tx, keep, oldest)}`;
        });
      // The pages of a table that is spread are on other servers: there each shard is one part.
      if (isSpread && place === "shard") { for (const part of await shardsOf(sql)) await batch(part); }
      else await deleteByPages(sql, table, isSpread ? batchHere : batch);
    }
  }
}

type Part = ReturnType<typeof inPlace> | Parameters<Parameters<typeof deleteByPages>[2]>[0];

async function shardsOf(sql: Sql): Promise<Part[]> {
  const rows = await sql<{ shard: number }[]>`select distinct shard from shard_logs order by shard`;
  return rows.map(({ shard }) => inPlace(shard));
}

/** When the first event of each log was recorded that one of these has not read, epoch ms; none where all are at the heads. */
async function firstUnread(sql: Sql, projections: readonly Projection[]): Promise<number[]> {
  const names = plainArray(projections.map(({ name }) => name));
  const rows = await sql<{ log: LogName; position: number }[]>`
    select log, min(position) as position from all_checkpoints join all_logs using (log)
    where position < last_position and name = any(${names}::text[]) group by log`;
  const times = await Promise.all(rows.map(({ log, position }) => recordedTimes(sql, log, [position + 1])));
  return times.flatMap((found) => [...found.values()]);
}
