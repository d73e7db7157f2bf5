import { TEST_KEYS } from "../../backend/testing/store.ts";
import { measureTransfers } from "../../backend/ledger/verify.ts";
import { migrate } from "../../backend/start/migrate.ts";
import { startEmbeddedPostgres } from "../../backend/start/embedded_postgres.ts";
import { sealBlocks } from "../../backend/store/chain/chain.ts";
import { connect, type Sql } from "../../backend/store/sql.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { Store, type StoreOptions } from "../../backend/store/store.ts";
import { openFolder } from "./folder.ts";

/** A Postgres of a proof's own with durable settings, in a folder that goes with it. */
export interface ProofDatabase extends AsyncDisposable {
  readonly directory: string;
  readonly version: string;
  /** Postgres' settings that decide what a commit promises. */
  readonly durability: string;
  /** Makes an empty database and answers the owner's URL. */
  create(name: string): Promise<string>;
}

/**
 * Starts a Postgres for a proof alone, with all that makes writes durable switched on. With `statements` it counts the
 * time of each one, in `pg_stat_statements`.
 */
export async function openDatabase({ statements = false } = {}): Promise<ProofDatabase> {
  const folder = await openFolder("proof");
  const directory = folder.path;
  if (statements) await preload(directory, "pg_stat_statements");
  const server = await startEmbeddedPostgres({ dataDir: directory, log: () => {} });
  const sql = connect(server.adminUrl, { max: 1 });
  const [row] = await sql<{ version: string; durability: string }[]>`
    select split_part(version(), ' ', 2) as version, format('fsync %s, synchronous_commit %s, full_page_writes %s',
      current_setting('fsync'), current_setting('synchronous_commit'), current_setting('full_page_writes')) as durability`;
  return {
    directory,
    version: row?.version ?? "",
    durability: row?.durability ?? "",
    async create(name) {
      await sql.unsafe(`create database ${name}`);
      const url = new URL(server.adminUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    async [Symbol.asyncDispose]() {
      await sql.end({ timeout: 2 });
      await server.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Postgres loads such a library only when it starts. */
async function preload(dataDir: string, library: string): Promise<void> {
  await using server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const sql = connect(server.adminUrl, { max: 1 });
  await sql.unsafe(`alter system set shared_preload_libraries = '${library}'`);
  await sql.end({ timeout: 2 });
}

/** A database of the product: migrated, with the service's role. */
export async function createOrin(database: ProofDatabase, name: string, projections: readonly Projection[]) {
  const ownerUrl = await database.create(name);
  const { serviceUrl } = await migrate({ ownerUrl, projections, keys: TEST_KEYS, log: () => {} });
  return { ownerUrl, serviceUrl };
}

/** A pool for a baseline: as many connections as it has producers, all of them open. */
export async function openPool(url: string, connections: number): Promise<Sql> {
  const sql = connect(url, { max: connections, name: "bench" });
  await Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.05)`));
  return sql;
}

/** A store on a database, as a process of the service has it. */
export function openStore(
  url: string,
  projections: readonly Projection[],
  options: Partial<StoreOptions> = {},
): Store {
  return new Store({ url, projections, fingerprintKey: new Uint8Array(32), ...options });
}

/** Works on a connection of its own. */
export async function onDatabase<Result>(url: string, work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = connect(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** What autovacuum does within minutes of a load, for which no proof waits. */
export async function vacuum(ownerUrl: string): Promise<void> {
  await onDatabase(ownerUrl, (sql) => sql`vacuum analyze`);
}

/** Seals what the logs hold: full blocks, or with `all` up to the last event. */
export async function seal(sql: Sql, { all = true } = {}): Promise<void> {
  while (await sealBlocks(sql, { measure: measureTransfers, all }) > 0);
}
