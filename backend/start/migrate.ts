import { createHash, randomInt } from "node:crypto";
import { ADVISORY_LOCKS, takeLock } from "../store/advisory_locks.ts";
import { installProjections } from "../store/projections/install.ts";
import type { Projection } from "../store/projections/projection.ts";
import { sqlState } from "../store/log/errors.ts";
import type { Keyring } from "../store/personal/keyring.ts";
import { connect, type Sql, type Tx } from "../store/sql.ts";
import { LIVE } from "../store/projections/build.ts";
import { CannotSpread, engineState, spreadAll } from "../store/spread.ts";
import { readEpochs } from "../store/log/epochs.ts";
import { type Epoch, ShardMap } from "../store/log/shard.ts";
import { openKeys, storeKeys } from "./open_keys.ts";
import { separateShards } from "./separate_shards.ts";
import { StartError } from "./start_error.ts";

export interface MigrateOptions {
  /** The owner's connection string: it makes tables and the service's role. */
  readonly ownerUrl: string;
  readonly projections: readonly Projection[];
  /** Checked against the database before anything is changed. */
  readonly keys: Keyring;
  /** How many a new database begins with; a later value is ignored (`addShards`). */
  readonly shards?: number;
  /** Five letters or digits, at random where left out; fixed when the database is made. */
  readonly installation?: string;
  /** How many positions the ranges of a log made from now on hold; 10,000,000 where it was never set. */
  readonly positionsPerRange?: number;
  /** While other processes answer, changed inline projections are only built: `takeOver` puts them in place. */
  readonly takesOver?: boolean;
  readonly log: (line: string) => void;
}

interface Migrated {
  readonly serviceUrl: string;
  readonly epochs: readonly Epoch[];
  /** Fixed when the database is made: part of the references at the payment provider. */
  readonly installation: string;
  /** Async projections of another version in the database: to be rebuilt while the old ones answer. */
  readonly changed: readonly Projection[];
  /** Inline ones of another version, built and not in place: other processes answer. */
  readonly waiting: readonly Projection[];
}

const FIRST_DIFFERS = "another process has just made this database with another newest secret: start again";
const FOLDER = new URL("../../migrations/", import.meta.url);

/**
 * Brings the database to the version of the code and answers the service's own connection string: a role that may add
 * to the logs but not change them. Safe when several processes start concurrently; forward only.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const sql = connect(options.ownerUrl, { name: "orin migrate", max: 2 });
  try {
    const held = await sql.reserve();
    try {
      const late = () => options.log("Another process works on the database's tables: this one waits for it");
      await takeLock(held, ADVISORY_LOCKS.migrate, { late });
      const ring = await openKeys(sql, options.keys);
      if (ring.first !== options.keys.first) throw new StartError(FIRST_DIFFERS);
      const { isNewer, ran } = await runFiles(sql, options.log);
      await storeKeys(sql, ring, roleOf(options.ownerUrl));
      const opened = { ...options, keys: await openKeys(sql, ring) };
      const epochs = await createLogs(sql, options);
      await separateShards(sql, options);
      const installation = await nameInstallation(sql, options);
      const { projections, takesOver = false } = options;
      const ahead = takesOver && await othersAnswer(sql);
      const { made, changed, waiting, newer } = await installProjections(sql, options.ownerUrl, { projections, ahead });
      if (newer.length > 0) {
        options.log(`Left to a newer version of Orin: ${newer.map(({ name }) => name).join(", ")}`);
      }
      if (waiting.length > 0) {
        const names = waiting.map(({ name, version }) => `${name} v${version}`);
        options.log(`Projections built beside those of the processes that answer: ${names.join(", ")}`);
      }
      const brought = [...listed("migration", ran), ...listed("projection", made)];
      if (brought.length > 0) options.log(`Database: made ${brought.join("; ")}`);
      await spreadTables(sql, options);
      // Newer code knows rights of tables that this code does not know.
      const serviceUrl = isNewer ? serviceRoleOf(opened).url : await createServiceRole(sql, opened);
      await held`select pg_advisory_unlock(${ADVISORY_LOCKS.migrate})`;
      return { serviceUrl, epochs, installation, changed, waiting };
    } finally {
      held.release();
    }
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** So many are named; a new database has too many of them for a line. */
const NAMED = 8;

/** What was made, in few words; nothing where nothing was. */
function listed(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const count = `${names.length} ${what}${names.length === 1 ? "" : "s"}`;
  return [names.length > NAMED ? count : `${count} (${names.join(", ")})`];
}

/** `isNewer`: newer code has been here. `ran`: the files that had not run before. */
async function runFiles(sql: Sql, log: (line: string) => void): Promise<{ isNewer: boolean; ran: string[] }> {
  await sql`
    create table if not exists public.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`;
  const applied = new Map(
    (await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`)
      .map((row) => [row.name, row.checksum]),
  );
  const files = Array.from(Deno.readDirSync(FOLDER), (entry) => entry.name).filter((name) => name.endsWith(".sql"));
  const ran: string[] = [];
  for (const name of files.sort()) {
    const text = await Deno.readTextFile(new URL(name, FOLDER));
    const checksum = createHash("sha256").update(text).digest("hex");
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined) throw new StartError(`Migration ${name} was changed after it ran: add a new one instead`);
    try {
      await runFile(sql, { name, text, checksum });
    } catch (error) {
      log(`Migration ${name} does not end; ${ran.length} before it have run and stay`);
      throw error;
    }
    ran.push(name);
  }
  return { isNewer: [...applied.keys()].some((name) => !files.includes(name)), ran };
}

async function runFile(
  sql: Sql,
  { name, text, checksum }: Record<"name" | "text" | "checksum", string>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local search_path = public`;
    await tx.unsafe(text);
    await tx`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
  });
}

async function createLogs(sql: Sql, { shards = 1, positionsPerRange }: MigrateOptions): Promise<Epoch[]> {
  if (positionsPerRange !== undefined) {
    await sql`
      insert into settings (key, value) values ('positions_per_range', ${String(positionsPerRange)})
      on conflict (key) do update set value = excluded.value`;
  }
  await sql`
    insert into shard_epochs (from_at, first, shards) select 'epoch', 0, ${shards}
    where not exists (select from shard_epochs)`;
  const epochs = await readEpochs(sql);
  await sql`select create_log('social', 'social')`;
  for (const shard of new ShardMap(epochs).all) await createShardLogs(sql, shard);
  return epochs;
}

/** Makes a shard's logs where they are not there. */
export async function createShardLogs(sql: Sql | Tx, shard: number): Promise<void> {
  await sql`select create_log(${`ledger/${shard}`}, ${`ledger_${shard}`})`;
  await sql`select create_log(${`plays/${shard}`}, ${`plays_${shard}`})`;
}

/** Where an engine that spreads tables over servers is in the database, it is told which ones. */
async function spreadTables(sql: Sql, { projections, log }: MigrateOptions): Promise<void> {
  const state = await engineState(sql);
  if (state === "none") return;
  try {
    const spread = await spreadAll(sql, { projections, schema: LIVE });
    if (spread.length > 0) log(`Spread by shard: ${spread.join(", ")}`);
  } catch (error) {
    if (!(error instanceof CannotSpread) || state === "spreads") throw error;
    log(`Tables stay on one server: ${error.message}`);
  }
}

/** A copy of the database keeps the name, so it finds what the original asked the provider for. */
async function nameInstallation(sql: Sql, { installation }: MigrateOptions): Promise<string> {
  const name = installation ?? Array.from({ length: 5 }, () => randomInt(36).toString(36)).join("");
  await sql`insert into settings (key, value) values ('installation', ${name}) on conflict do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from settings where key = 'installation'`;
  return row?.value ?? name;
}

/** Truth that only grows; what may move forward; what only the owner changes. The rest the service may write freely. */
const APPEND_ONLY = [
  ...["events", "ledger_events", "plays_events", "event_ids", "shard_event_ids", "chain_blocks", "shard_chain_blocks"],
  ...["command_results", "shard_command_results", "verifications", "shard_verifications", "audit_keys"],
];
const MOVES = ["logs", "shard_logs"];
const OWNER_ONLY = [
  ...["schema_migrations", "projection_versions", "settings", "shard_epochs", "projection_builds", "build_checkpoints"],
  ...["installation_keys", "all_logs", "archived_ranges", "archived_frames", "archived_streams", "archived_keys"],
  ...["all_checkpoints", "shard_build_checkpoints"],
];

/** The service's role and password on a database whose keys are stored, and its connection string. */
export function serviceRoleOf({ ownerUrl, keys }: Pick<MigrateOptions, "ownerUrl" | "keys">) {
  const url = new URL(ownerUrl);
  const role = roleOf(ownerUrl);
  const password = Buffer.from(keys.kept("database role")).toString("hex");
  url.username = role;
  url.password = password;
  return { role, password, url: url.href };
}

function roleOf(ownerUrl: string): string {
  return `${new URL(ownerUrl).pathname.slice(1).slice(0, 50)}_service`;
}

async function createServiceRole(sql: Sql, options: MigrateOptions): Promise<string> {
  const { role, password, url } = serviceRoleOf(options);
  try {
    await sql.begin((tx) => grantAll(tx, role));
    // Only where it does not open the database yet: a new role, or one that another installation has left behind.
    if (!await opens(url)) await sql.unsafe(`alter role ${quoted(role)} login password '${password}'`);
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    options.log(
      "The database user cannot create roles, so the service runs as this user (grant CREATEROLE to separate them)",
    );
    return options.ownerUrl;
  }
  return url;
}

/** Whether the role logs in with its password; throws what is no matter of passwords. */
async function opens(url: string): Promise<boolean> {
  const sql = connect(url, { name: "orin migrate", max: 1 });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    if (["28P01", "28000"].includes(sqlState(error) ?? "")) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

async function grantAll(tx: Tx, role: string): Promise<void> {
  const [known] = await tx`select 1 from pg_roles where rolname = ${role}`;
  if (!known) await tx.unsafe(`create role ${quoted(role)} login`);
  await tx`grant usage on schema public, projected to ${tx(role)}`;
  const tables = await tx<{ tablename: string }[]>`
    select tablename from pg_tables where schemaname = 'public'
    union all select viewname from pg_views where schemaname = 'public'`;
  for (const { tablename } of tables) {
    await tx.unsafe(`revoke all on ${quoted(tablename)} from ${quoted(role)}`);
    // Ranges are reached through the tables that they are part of.
    if (/(^|_)events_/.test(tablename)) continue;
    await tx.unsafe(`grant ${rightsOn(tablename)} on ${quoted(tablename)} to ${quoted(role)}`);
  }
  await tx.unsafe(`grant select, insert, update, delete on all tables in schema projected to ${quoted(role)}`);
  await tx.unsafe(`grant usage on all sequences in schema public, projected to ${quoted(role)}`);
  await tx.unsafe(`grant execute on function ensure_ranges() to ${quoted(role)}`);
  // Verifications make tables of their own there.
  await tx`grant usage, create on schema proven to ${tx(role)}`;
  // What is built beside the live tables is the service's to read and write from the moment it takes their place.
  await tx.unsafe(
    `alter default privileges in schema projected, projected_next grant select, insert, update, delete on tables
      to ${quoted(role)}`,
  );
}

function rightsOn(table: string): string {
  if (APPEND_ONLY.includes(table)) return "select, insert";
  if (MOVES.includes(table)) return "select, update";
  if (OWNER_ONLY.includes(table)) return "select";
  return "select, insert, update, delete";
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Whether processes of the service use this database now. */
async function othersAnswer(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ others: boolean }[]>`
    select exists(
      select from pg_stat_activity where datname = current_database() and application_name = 'orin watch'
    ) as others`;
  return row?.others ?? false;
}
