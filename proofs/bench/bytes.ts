import type { ArchiveFiles } from "../../backend/store/archive/archive_files.ts";
import { canBeCold } from "../../backend/store/archive/cold.ts";
import { writeObject } from "../../backend/store/archive/object.ts";
import { readChainHeads } from "../../backend/store/chain/chain.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { connect, type Sql } from "../../backend/store/sql.ts";
import { projections } from "../../projections/mod.ts";
import { type ProofDatabase, seal } from "../parts/database.ts";
import { tellPlays } from "../parts/plays.ts";
import { PlaySource } from "../parts/play_source.ts";
import { openService } from "../parts/service.ts";
import { tableOf } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";

/** What a credited play adds to a table for as long as its rows stay: heap and indexes, in bytes. */
interface TableBytes {
  readonly table: string;
  readonly heap: number;
  readonly indexes: number;
  readonly rows: number;
  /** Days after which the night deletes its rows; undefined where they stay. */
  readonly days: number | undefined;
}

export interface PlayBytes {
  readonly plays: number;
  /** Written ahead of the tables, in bytes a play. */
  readonly wal: number;
  readonly tables: readonly TableBytes[];
  /** Bytes a play that are left 30 days later: in the logs, and in the projections. */
  readonly logs: number;
  readonly after30Days: number;
  /** The same of the copies that the last verification has proven. */
  readonly proven: number;
  /** What an event takes in the archive, with its part of the manifest, in bytes an event: by log. */
  readonly archived: Readonly<Record<string, number>>;
}

/** Enough that a table's own pages weigh nothing beside its rows. */
const LEAST_BYTES = 0.5;
const PLAYS_A_LISTENER = 240;
const LATER_DAYS = 30;

/** Fills a log with plays through the command and answers what each table has grown by. */
export async function measureBytes(database: ProofDatabase, { growth, seed }: BenchOptions): Promise<PlayBytes> {
  const plays = growth[0] ?? 50_000;
  await using service = await openService(database, "bytes", Math.ceil(plays / PLAYS_A_LISTENER));
  const sql = connect(service.ownerUrl, { max: 1 });
  const [before, began] = [await sizesOf(sql), await walOf(sql)];
  await tellPlays(service, new PlaySource(service.listeners.length, service.tracks, seed), plays);
  const wal = (await walOf(sql) - began) / plays;
  const after = await sizesOf(sql);
  const { problems } = await verify({ url: service.ownerUrl, projections, checks: [] });
  if (problems.length > 0) throw new Error(`The verification found ${problems[0]?.what}`);
  const copies = [...await sizesOf(sql, ["proven"])];
  const archived = await archivedBytes(sql);
  await sql.end();
  const days = new Map(projections.flatMap(({ keeps = [] }) => keeps.map((keep) => [keep.table, keep.days])));
  const tables = [...after].map(([table, now]) => {
    const was = before.get(table) ?? { heap: 0, indexes: 0, rows: 0 };
    const per = (name: keyof Sizes) => (now[name] - was[name]) / plays;
    return { table, heap: per("heap"), indexes: per("indexes"), rows: per("rows"), days: days.get(table) };
  }).filter(({ heap, indexes }) => heap + indexes >= LEAST_BYTES).toSorted((one, two) => sumOf(two) - sumOf(one));
  const isLog = ({ table }: TableBytes) => /event|command_results|chain_blocks/.test(table);
  const total = (some: readonly TableBytes[]) => some.reduce((sum, table) => sum + sumOf(table), 0);
  const stays = (table: string) => (days.get(table) ?? Infinity) > LATER_DAYS;
  return {
    plays,
    wal,
    tables,
    logs: total(tables.filter(isLog)),
    after30Days: total(tables.filter((one) => !isLog(one) && stays(one.table))),
    proven: copies.reduce((sum, [table, size]) => stays(table) ? sum + sumOf(size) / plays : sum, 0),
    archived,
  };
}

/** Writes what the archive would of each log, to nowhere, and counts it. */
async function archivedBytes(sql: Sql): Promise<Record<string, number>> {
  await seal(sql);
  const found: Record<string, number> = {};
  for (const { log, position: last } of await readChainHeads(sql)) {
    if (!canBeCold(log) || last === 0) continue;
    let sum = 0;
    const put: ArchiveFiles["put"] = async (_key, body) => {
      const bytes = (await new Response(body as BodyInit).arrayBuffer()).byteLength;
      sum += bytes;
      return { bytes };
    };
    await sql.begin((tx) => writeObject(tx, { put }, { log, first: 1, last }));
    found[log] = sum / last;
  }
  return found;
}

/** As text, the largest table first. */
export function bytesText({ plays, wal, tables, logs, after30Days, proven, archived }: PlayBytes): string {
  const amount = (bytes: number) => bytes.toFixed(0);
  const all = tables.reduce((sum, table) => sum + sumOf(table), 0);
  return [
    tableOf(
      ["Table", "Heap", "Indexes", "Rows", "Days"],
      tables.map(({ table, heap, indexes, rows, days = "all" }) => {
        return [table, amount(heap), amount(indexes), rows.toFixed(2), String(days)];
      }),
    ),
    "",
    `Bytes a credited play, of ${plays.toLocaleString("en")}: ${amount(all)} in all, ${
      amount(logs)
    } of them in the logs. ` +
    `After ${LATER_DAYS} days ${amount(after30Days)} beside the logs, ` +
    `and ${amount(proven)} in the copies that verification has proven. Written ahead: ${amount(wal)}. ` +
    `An event in the archive: ${
      Object.entries(archived).map(([log, bytes]) => `${amount(bytes)} of ${log}`).join(", ")
    }.`,
  ].join("\n");
}

function sumOf({ heap, indexes }: Pick<TableBytes, "heap" | "indexes">): number {
  return heap + indexes;
}

type Sizes = Record<"heap" | "indexes" | "rows", number>;

/** Partitions count for their table. A vacuum first lets go of what updates have left behind. */
async function sizesOf(sql: Sql, schemas = ["public", "projected"]): Promise<Map<string, Sizes>> {
  await sql`vacuum analyze`;
  const rows = await sql<({ table: string } & Sizes)[]>`
    select coalesce(root.relname, own.relname) as table, sum(pg_table_size(own.oid))::float8 as heap,
      sum(pg_indexes_size(own.oid))::float8 as indexes, sum(greatest(own.reltuples, 0))::float8 as rows
    from pg_class as own
    join pg_namespace on pg_namespace.oid = own.relnamespace and nspname = any(${schemas})
    left join pg_class as root on root.oid = (
      select relid from pg_partition_ancestors(own.oid) as ancestor offset 1 limit 1
    )
    where own.relkind = 'r' group by 1`;
  return new Map(rows.map(({ table, ...sizes }) => [table, sizes]));
}

async function walOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`;
  return row?.bytes ?? 0;
}
