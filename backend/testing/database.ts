import postgres from "postgres";
import { inject, type TestContext } from "vitest";
import { timed } from "./profile.ts";
import { waitFor } from "./wait.ts";

// What the run's setup hands to its test files.
declare module "vitest" {
  export interface ProvidedContext {
    testClusterUrl: string;
    /** The other servers, where an engine spreads tables over several. */
    testWorkerUrls: readonly string[];
  }
}

export type TestDatabase = AsyncDisposable & {
  /** Connection URL of the owner, a superuser. */
  url: string;
  drop(): Promise<void>;
};

/** Makes a database for one test file or one test on the run's own Postgres: empty, or a copy of a template. */
export async function createTestDatabase({ template }: { template?: string } = {}): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await timed("databases made", () => makeTestDatabase(name, template));
  const drop = () => timed("databases dropped", () => dropTestDatabase(name));
  return { url: testDatabaseUrl(name), drop, [Symbol.asyncDispose]: drop };
}

/** Makes a database of this name, on every server where the run has several. */
export async function makeTestDatabase(name: string, template?: string): Promise<void> {
  // Pages by the log would be written twice, and a copy of files is cheaper while no other process works in the
  // template.
  const copied = template === undefined ? "" : ` template ${template} strategy file_copy`;
  await onEachServer((sql) => sql.unsafe(`create database ${name}${copied}`));
  if (isSpread() && template === undefined) await joinServers(name);
}

export async function dropTestDatabase(name: string): Promise<void> {
  await onEachServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
}

/** Whether the run has an engine that spreads tables over several servers. */
export function isSpread(): boolean {
  return inject("testWorkerUrls").length > 0;
}

/**
 * For a test whose subject is not there where an engine spreads tables: leaves it out in such a run, for this reason, which
 * the run's report shows. What Orin promises on one server and on several is tested on both.
 */
export function needsOneServer(context: TestContext, reason: string): void {
  context.skip(isSpread(), reason);
}

/**
 * How many transactions that began on a server of shards have prepared something on a second one since the database was
 * made. On the first server that is how tables are made. The counts are whole once those who worked on it have left,
 * which this waits for.
 */
export async function preparedElsewhere(url: string): Promise<number> {
  const { pathname } = new URL(url);
  let prepared = 0;
  for (const server of inject("testWorkerUrls")) {
    prepared += await onServer(urlOf(server, pathname.slice(1)), async (sql) => {
      const others = () =>
        sql`
          select from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
            and application_name like 'orin%'`;
      await waitFor("those who worked on the server to leave", async () => (await others()).length === 0);
      const [row] = await sql<{ prepared: string }[]>`
        select n_tup_ins as prepared from pg_stat_all_tables where relid = to_regclass('pg_catalog.pg_dist_transaction')`;
      return Number(row?.prepared ?? 0);
    });
  }
  return prepared;
}

/** Connection URL of the owner for a database of the run's own Postgres. */
export function testDatabaseUrl(name: string): string {
  return urlOf(inject("testClusterUrl"), name);
}

/** Names cannot be parameters; the only ones that come here are made of digits and letters by this house. */
export async function onCluster<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  return await onServer(inject("testClusterUrl"), work);
}

/** On every server of the run together: most have one. What the work sets for its session stays for the next. */
export async function onEachServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  await Promise.all([inject("testClusterUrl"), ...inject("testWorkerUrls")].map((url) => work(keptOpen(url))));
}

/** One connection a worker and server, which ends by itself: to open one costs as much as to drop a database. */
function keptOpen(url: string): postgres.Sql {
  const sql = kept.get(url) ?? postgres(url, { max: 1, idle_timeout: 5, onnotice: () => {} });
  kept.set(url, sql);
  return sql;
}
const kept = new Map<string, postgres.Sql>();

async function onServer<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Tells the servers' new databases of each other: the first one keeps what belongs to everyone, the others the shards. */
async function joinServers(name: string): Promise<void> {
  const [first, ...others] = [inject("testClusterUrl"), ...inject("testWorkerUrls")].map((url) => urlOf(url, name));
  if (first === undefined) return;
  await Promise.all([first, ...others].map((url) => onServer(url, (sql) => sql`create extension citus`)));
  await onServer(first, async (sql) => {
    const { hostname, port } = new URL(first);
    await sql`select citus_set_coordinator_host(${hostname}, ${Number(port)}::int)`;
    for (const other of others) {
      const { hostname, port } = new URL(other);
      await sql`select citus_add_node(${hostname}, ${Number(port)}::int)`;
    }
  });
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
