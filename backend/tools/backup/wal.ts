import { Buffer } from "node:buffer";
import type { Sql } from "../../store/sql.ts";
import { StartError } from "../../start/start_error.ts";
import type { Vault } from "./vault.ts";

/** Holds what is not saved yet: without it Postgres would reuse the files. */
const SLOT = "orin_backup";
const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const FOLDER = "wal/";

/** A file of the write-ahead log as the vault names it; Postgres writes it in capitals. */
export function walName(file: string): string {
  return FOLDER + file.toLowerCase();
}

/** The file's name in Postgres' own spelling. */
export function walFile(name: string): string {
  const file = name.slice(FOLDER.length);
  return file.endsWith(".history") ? file.slice(0, 8).toUpperCase() + ".history" : file.toUpperCase();
}

/** Makes Postgres keep its write-ahead log from now on until it is saved. Answers whether it did not before. */
export async function holdWal(sql: Sql): Promise<boolean> {
  const [slot] = await sql<{ walStatus: string }[]>`
    select wal_status from pg_replication_slots where slot_name = ${SLOT}`;
  // Past max_slot_wal_keep_size the server lets go: only a new base closes the gap.
  if (slot && slot.walStatus !== "lost") return false;
  if (slot) await sql`select pg_drop_replication_slot(${SLOT})`;
  await sql`select pg_create_physical_replication_slot(${SLOT}, true)`;
  return true;
}

/**
 * Saves what Postgres has written until now, whole files of its write-ahead log, and lets go of them. Doing it again
 * saves what is new. Throws a StartError where another server has saved other bytes under the same name.
 */
export async function saveWal(sql: Sql, vault: Vault): Promise<void> {
  await noteBegin(sql, "wal");
  await sql`select pg_switch_wal()`;
  const [now] = await sql<{ flushed: string; kept: string; file: string; bytes: number }[]>`
    select (pg_current_wal_flush_lsn() - '0/0')::text as flushed, (restart_lsn - '0/0')::text as kept,
      pg_walfile_name(pg_current_wal_insert_lsn()) as file,
      (select setting::bigint from pg_settings where name = 'wal_segment_size') as bytes
    from pg_replication_slots where slot_name = ${SLOT}`;
  if (!now) throw new Error(`The replication slot ${SLOT} is gone`);
  const files = await sql<{ name: string }[]>`select name from pg_ls_waldir() order by name`;
  for (const { name } of files.filter(({ name }) => HISTORY.test(name))) await save(sql, vault, name);
  for (const { name } of files.filter(({ name }) => SEGMENT.test(name))) {
    const end = endOf(name, now.bytes);
    const isSaved = end <= BigInt(now.kept) || name.slice(0, 8) !== now.file.slice(0, 8);
    if (isSaved || end > BigInt(now.flushed)) continue;
    await save(sql, vault, name);
    await sql`select pg_replication_slot_advance(${SLOT}, '0/0'::pg_lsn + ${String(end)}::numeric)`;
  }
  await noteReached(sql, "wal");
}

/** The place in the log behind a file: its name is timeline, then the high and the low part of its number. */
function endOf(file: string, bytes: number): bigint {
  const perHigh = 0x1_0000_0000n / BigInt(bytes);
  const number = BigInt(`0x${file.slice(8, 16)}`) * perHigh + BigInt(`0x${file.slice(16)}`);
  return (number + 1n) * BigInt(bytes);
}

async function save(sql: Sql, vault: Vault, file: string): Promise<void> {
  const [row] = await sql<{ bytes: Uint8Array | undefined }[]>`
    select pg_read_binary_file(${`pg_wal/${file}`}, 0, 1 << 29, true) as bytes`;
  if (!row?.bytes) throw new Error(`Postgres has dropped ${file} before it was saved`);
  const saved = await vault.get(walName(file));
  if (saved && Buffer.compare(saved, row.bytes) === 0) return;
  if (saved) {
    throw new StartError(
      `Another server has saved ${file} with other bytes: stop one of the two, or give this one a store of its own`,
    );
  }
  await vault.put(walName(file), row.bytes);
}

/** Before a run reads: says in the database that it begins. */
export async function noteBegin(sql: Sql, kind: "base" | "wal"): Promise<void> {
  await sql`
    insert into backups (kind, began_at) values (${kind}, now())
    on conflict (kind) do update set began_at = excluded.began_at`;
}

/** After a run: all that was committed before its begin is saved. */
export async function noteReached(sql: Sql, kind: "base" | "wal"): Promise<void> {
  await sql`update backups set reached_at = began_at where kind = ${kind}`;
}
