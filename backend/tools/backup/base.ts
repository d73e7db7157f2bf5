import { Buffer } from "node:buffer";
import type { ReservedSql, Sql } from "../../store/sql.ts";
import { StartError } from "../../start/start_error.ts";
import { noteBegin, noteReached, saveWal } from "./wal.ts";
import type { Vault } from "./vault.ts";

/** A piece of a file of the data directory; pieces lie one behind the other in their part. */
interface Piece {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** What a base backup holds, and how to begin from it. */
export interface Manifest {
  readonly format: 1;
  readonly id: string;
  /** ISO 8601. A restore can reach each moment from `endedAt` on. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** As Postgres numbers its versions: 180001. */
  readonly postgres: number;
  /** Postgres' own label, which tells where recovery begins. */
  readonly label: string;
  readonly directories: readonly string[];
  readonly parts: readonly (readonly Piece[])[];
  readonly bytes: number;
}

/** Where a restore puts the write-ahead log for Postgres to fetch. */
export const RESTORED_WAL = "orin_wal";
const PART_BYTES = 32 * 1_048_576;
const PIECE_BYTES = 8 * 1_048_576;
/** Directories that come empty, files that stay away, as pg_basebackup does it; slots belong to one server. */
const EMPTY = [
  ...["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
  ...["pg_tblspc", RESTORED_WAL],
];
const AWAY = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label.*|tablespace_map.*)$|pgsql_tmp/;
const CONTROL = "global/pg_control";

/** The name of a part of a base. */
export function partName(id: string, index: number): string {
  return `base/${id}/${String(index + 1).padStart(5, "0")}.part`;
}

/** The name of a base's manifest, which it gets last: a base without one is unfinished. */
export function manifestName(id: string): string {
  return `base/${id}/manifest`;
}

/**
 * Copies the data directory while the database works, with Postgres' own low-level calls and over its own connection:
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP. The files may be torn and of
 * different moments; the write-ahead log from the start to the end, which is saved as well, makes them one.
 * Throws a StartError where the database user may not read them.
 */
export async function makeBase(sql: Sql, vault: Vault): Promise<Manifest> {
  await refuseTablespaces(sql);
  await noteBegin(sql, "base");
  const startedAt = new Date();
  const id = startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, "").toLowerCase();
  const held = await sql.reserve();
  try {
    const [server] = await held<{ postgres: number }[]>`
      select current_setting('server_version_num')::int as postgres from pg_backup_start(${`orin ${id}`}, true)`;
    const { directories, parts, bytes } = await copyAll(held, { vault, id }).catch(async (error) => {
      // Or the next base on this connection would be refused: this one still went on.
      await held`select pg_backup_stop(false)`.catch(() => {});
      throw error;
    });
    const [end] = await held<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
    const endedAt = new Date().toISOString();
    await saveWal(sql, vault);
    const manifest: Manifest = {
      ...{ format: 1, id, startedAt: startedAt.toISOString(), endedAt, postgres: server?.postgres ?? 0 },
      ...{ label: end?.labelfile ?? "", directories, parts, bytes },
    };
    await vault.put(manifestName(id), Buffer.from(JSON.stringify(manifest)));
    await noteReached(sql, "base");
    return manifest;
  } finally {
    held.release();
  }
}

async function copyAll(sql: ReservedSql, to: { vault: Vault; id: string }) {
  const { directories, files } = await listing(sql);
  return { directories, ...await copy(sql, files, to) };
}

async function refuseTablespaces(sql: Sql): Promise<void> {
  const others = await sql<{ name: string }[]>`select spcname as name from pg_tablespace where spcname !~ '^pg_'`;
  if (others.length > 0) {
    throw new StartError(`The database has a tablespace of its own (${others[0]?.name}), which is not backed up`);
  }
}

async function listing(sql: ReservedSql): Promise<{ directories: string[]; files: { path: string }[] }> {
  const found = await sql<{ path: string; isdir: boolean }[]>`
    with recursive found as (
      select name as path, stat.isdir from pg_ls_dir('.') as name, pg_stat_file(name, true) as stat
      union all
      select found.path || '/' || name, stat.isdir
      from found, pg_ls_dir(found.path, true, false) as name, pg_stat_file(found.path || '/' || name, true) as stat
      where found.isdir and not found.path = any(${EMPTY})
    )
    select path, isdir from found where isdir is not null order by path = ${CONTROL}, path`;
  const kept = found.filter(({ path }) => path !== RESTORED_WAL && !AWAY.test(path));
  return {
    directories: kept.filter(({ isdir }) => isdir).map(({ path }) => path),
    files: kept.filter(({ isdir }) => !isdir),
  };
}

/** A file that Postgres removes meanwhile is left out, and one that it shortens ends where it ends: the log knows. */
async function copy(
  sql: ReservedSql,
  files: readonly { path: string }[],
  { vault, id }: { vault: Vault; id: string },
): Promise<{ parts: Piece[][]; bytes: number }> {
  const parts: Piece[][] = [];
  let [pieces, chunks, held, bytes] = [[] as Piece[], [] as Uint8Array[], 0, 0];
  const flush = async () => {
    if (pieces.length === 0) return;
    await vault.put(partName(id, parts.length), Buffer.concat(chunks));
    parts.push(pieces);
    [pieces, chunks, held] = [[], [], 0];
  };
  for (const { path } of files) {
    for (let offset = 0;; offset += PIECE_BYTES) {
      const [row] = await sql<{ bytes: Uint8Array | undefined }[]>`
        select pg_read_binary_file(${path}, ${offset}, ${PIECE_BYTES}, true) as bytes`;
      if (!row?.bytes || (row.bytes.length === 0 && offset > 0)) break;
      pieces.push({ path, offset, length: row.bytes.length });
      chunks.push(row.bytes);
      [held, bytes] = [held + row.bytes.length, bytes + row.bytes.length];
      if (held >= PART_BYTES) await flush();
      if (row.bytes.length < PIECE_BYTES) break;
    }
  }
  await flush();
  return { parts, bytes };
}
