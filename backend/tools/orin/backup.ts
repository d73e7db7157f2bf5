import { createFiles } from "../../adapters/files/mod.ts";
import { FilesUnavailable } from "../../adapters/files/types.ts";
import { createLog } from "../../start/log_lines.ts";
import { StartError } from "../../start/start_error.ts";
import { ADVISORY_LOCKS } from "../../store/advisory_locks.ts";
import { connect, type Sql } from "../../store/sql.ts";
import { repeat } from "../../contract/repeat.ts";
import { openTool } from "./tool.ts";
import { makeBase } from "../backup/base.ts";
import { forgetOld, readBases } from "../backup/keep.ts";
import { Vault } from "../backup/vault.ts";
import { holdWal, saveWal } from "../backup/wal.ts";

const DAY_MS = 24 * 3_600_000;

interface BackupOptions {
  readonly follow?: boolean | undefined;
  /** Seconds. */
  readonly every: number;
}

/**
 * `orin backup`: one base backup with the write-ahead log that belongs to it. `follow` continues: it saves the log
 * again and again, makes a base each day, and deletes what is too old.
 */
export async function backUp({ follow = false, every }: BackupOptions): Promise<void> {
  await using tool = await openTool();
  const { config, ownerUrl, sql, keys } = tool;
  const { env, backups, backupDays } = config;
  if (env === "production" && !Deno.env.get("BACKUP_DIR") && backups.kind === "disk") {
    throw new StartError("BACKUP_S3_ENDPOINT is missing: set a store for backups, or BACKUP_DIR for a folder");
  }
  const installation = await installationOf(sql);
  await requireSuperuser(sql);
  const vault = new Vault(createFiles(backups), keys, installation);
  await using _alone = await workAlone(ownerUrl);
  const job: Job = { sql, vault, days: backupDays, baseIsDue: true };
  if (!follow) return await saveDue(job).catch(failInOneLine);
  const log = createLog({ json: env === "production", level: config.logLevel });
  // A store that is away or full is not the end of the job: what is not saved waits in Postgres.
  const run = () => saveDue(job).catch((error) => log("nothing was saved: the log waits in Postgres", error));
  await run();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, resolve);
  const following = repeat(run, { everyMs: every * 1_000, log });
  await stopped;
  await following.stop();
}

/** The name that backups are kept under. Throws a StartError before the first start has migrated the database. */
async function installationOf(sql: Sql): Promise<string> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('settings') is not null as "isThere"`;
  const [row] = table?.isThere
    ? await sql<{ value: string }[]>`select value from settings where key = 'installation'`
    : [];
  if (!row) throw new StartError("there is no Orin in this database yet: start Orin once first");
  return row.value;
}

/** Before anything is held: a log that is kept for a base that cannot be made fills the disk. */
async function requireSuperuser(sql: Sql): Promise<void> {
  const [user] = await sql<{ name: string; rolsuper: boolean }[]>`
    select current_user as name, rolsuper from pg_roles where rolname = current_user`;
  if (user?.rolsuper) return;
  throw new StartError(
    `the database user ${user?.name} may not back up: only a superuser may. Where the database is managed, use the ` +
      "provider's backups and leave this job out",
  );
}

/** Two at a time would let go of each other's log. The server gives the lock back with the connection. */
async function workAlone(ownerUrl: string): Promise<AsyncDisposable> {
  const sql = connect(ownerUrl, { name: "orin backup", max: 1 });
  const [lock] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${ADVISORY_LOCKS.backup}) as taken`;
  if (!lock?.taken) {
    await sql.end({ timeout: 2 });
    throw new StartError("another backup job works on this database: stop it first");
  }
  return { [Symbol.asyncDispose]: () => sql.end({ timeout: 2 }) };
}

interface Job {
  readonly sql: Sql;
  readonly vault: Vault;
  /** How long backups are kept. */
  readonly days: number;
  /** At the beginning, and from a gap of the log until a base has closed it, however many tries that takes. */
  baseIsDue: boolean;
}

/** What is due now: the log always, a base after a day or where the log has a gap. */
async function saveDue(job: Job): Promise<void> {
  const { sql, vault, days } = job;
  if (await holdWal(sql)) job.baseIsDue = true;
  const newest = (await readBases(vault)).at(-1);
  if (job.baseIsDue || !newest || Date.now() - Date.parse(newest.startedAt) >= DAY_MS) {
    await base(sql, vault);
    job.baseIsDue = false;
  } else await saveWal(sql, vault);
  await forgetOld(vault, { days, now: Date.now() });
}

function failInOneLine(error: unknown): never {
  if (error instanceof FilesUnavailable) throw new StartError(`nothing was saved: ${error.message}`);
  throw error;
}

async function base(sql: Sql, vault: Vault): Promise<void> {
  await holdWal(sql);
  const { id, bytes, parts } = await makeBase(sql, vault);
  console.log(`Backup ${id}: ${Math.round(bytes / 1_048_576)} MB in ${parts.length} parts`);
}
