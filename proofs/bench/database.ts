import { migrate } from "../../backend/start/migrate.ts";
import { startEmbeddedPostgres } from "../../backend/start/embedded_postgres.ts";
import { Keyring } from "../../backend/store/personal/keyring.ts";
import { connect, type Sql } from "../../backend/store/sql.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";

/** A Postgres of the bench's own with durable settings, in a folder that goes with it. */
export interface BenchDatabase extends AsyncDisposable {
  readonly directory: string;
  readonly version: string;
  /** Postgres' settings that decide what a commit promises. */
  readonly durability: string;
  /** Makes an empty database and answers the owner's URL. */
  create(name: string): Promise<string>;
}

/**
 * Starts a Postgres for the bench alone, with all that makes writes durable switched on. With `statements` it counts the
 * time of each one, in `pg_stat_statements`.
 */
export async function openBenchDatabase({ statements = false } = {}): Promise<BenchDatabase> {
  const directory = await Deno.makeTempDir({ prefix: "orin_bench_" });
  await Deno.chmod(directory, 0o711);
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
      await Deno.remove(directory, { recursive: true });
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

export const BENCH_SECRET = "a secret for benches only, of 32 characters or more";
export const BENCH_KEYS = new Keyring([BENCH_SECRET]);

/** A database of the product: migrated, with the service's role. */
export async function createOrin(database: BenchDatabase, name: string, projections: readonly Projection[]) {
  const ownerUrl = await database.create(name);
  const { serviceUrl } = await migrate({ ownerUrl, projections, keys: BENCH_KEYS, log: () => {} });
  return { ownerUrl, serviceUrl };
}

/** A pool for a baseline: as many connections as it has producers, all of them open. */
export async function openPool(url: string, connections: number): Promise<Sql> {
  const sql = connect(url, { max: connections, name: "bench" });
  await Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.05)`));
  return sql;
}
