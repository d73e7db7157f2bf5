import { createHash } from "node:crypto";
import type postgres from "postgres";
import { migrate, type MigrateOptions } from "../start/migrate.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import {
  createTestDatabase,
  dropTestDatabase,
  isSpread,
  makeTestDatabase,
  onCluster,
  onEachServer,
  type TestDatabase,
  testDatabaseUrl,
} from "./database.ts";
import { refuseOtherShards } from "./one_shard.ts";
import { timed } from "./profile.ts";
import { connectTampering } from "./tampering.ts";

type TemplateOptions =
  & Pick<MigrateOptions, "projections" | "shards" | "positionsPerRange" | "installation" | "keys">
  & {
    /** Proves what is at this service's URL: its copies have been verified. */
    verify?: ((serviceUrl: string) => Promise<unknown>) | undefined;
  };

interface TestTemplate {
  readonly name: string;
  /** The service's own connection string for a copy with this owner's URL: the role is the cluster's, and so the same. */
  serviceUrl(ownerUrl: string): string;
}

/** A copy of what the first start of a service with this secret leaves: later starts on it have nothing to make. */
export async function createServiceDatabase(secret: string): Promise<TestDatabase> {
  const keys = new Keyring([secret]);
  const projections = projectionsWith(new PersonalData(keys));
  const { name } = await migratedTemplate({ projections, shards: 1, keys, installation: "tests" });
  return await createTestDatabase({ template: name });
}

/**
 * A database as `migrate()` leaves it, for tests to copy: made once a run by whichever test file comes first. A copy
 * takes a twentieth of what the migrations and all projections take.
 */
export async function migratedTemplate(options: TemplateOptions): Promise<TestTemplate> {
  const name = `template_${keyOf(options)}`;
  const made = await (ready.get(name) ?? remember(name, options));
  return {
    name,
    serviceUrl(ownerUrl) {
      const url = new URL(made);
      url.pathname = new URL(ownerUrl).pathname;
      return url.href;
    },
  };
}

const ready = new Map<string, Promise<string>>();

function remember(name: string, options: TemplateOptions): Promise<string> {
  const making = timed("templates made", () => onCluster((sql) => findOrMake(sql, name, options)));
  ready.set(name, making);
  return making;
}

/** A database gets its comment last: one without it was left by a process that ended while it made it. */
async function findOrMake(sql: postgres.Sql, name: string, options: TemplateOptions): Promise<string> {
  await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`;
  const [found] = await sql<{ service_url: string | null }[]>`
    select shobj_description(oid, 'pg_database') as service_url from pg_database where datname = ${name}`;
  if (found?.service_url) return found.service_url;
  await dropTestDatabase(name);
  const { shards = 1 } = options;
  const base = await migratedOnly(options);
  await makeTestDatabase(name, base);
  const ownerUrl = testDatabaseUrl(name);
  if (base && shards > 1) await beginWith(shards, ownerUrl);
  const { serviceUrl } = await migrate({ ...options, ownerUrl, log: () => {} });
  await options.verify?.(serviceUrl);
  if (isSpread()) await leaveAlone(name);
  else if (shards > 1) await refuseOtherShards(ownerUrl);
  await sql.unsafe(`comment on database ${name} is '${serviceUrl}'`);
  return serviceUrl;
}

/** The database to begin a template with: what all have in common is made once. None where they differ before it. */
async function migratedOnly(options: TemplateOptions): Promise<string | undefined> {
  const { projections, shards = 1, positionsPerRange, installation, keys } = options;
  if ((projections.length === 0 && shards === 1) || positionsPerRange !== undefined || isSpread()) return undefined;
  const named = installation === undefined ? {} : { installation };
  return (await migratedTemplate({ projections: [], shards: 1, keys, ...named })).name;
}

/** Says how many shards an empty database has: what is missing of them is made with its projections. */
async function beginWith(shards: number, ownerUrl: string): Promise<void> {
  const sql = await connectTampering(ownerUrl);
  await sql`update shard_epochs set shards = ${shards}`.finally(() => sql.end({ timeout: 2 }));
}

/** Servers do not copy a database that someone is connected to, such as the engine's own upkeep. */
async function leaveAlone(name: string): Promise<void> {
  await onEachServer(async (sql) => {
    await sql.unsafe(`alter database ${name} with allow_connections false`);
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
  });
}

/** All that the tables of a database come from, besides the migrations, which are the same for the whole run. */
function keyOf({ projections, shards, positionsPerRange, keys, verify }: TemplateOptions): string {
  const tables = projections.map(({ name, version, mode, logs, tables }) => ({ name, version, mode, logs, tables }));
  const text = JSON.stringify({
    tables,
    shards,
    positionsPerRange,
    kid: keys.newest.kid,
    isVerified: verify !== undefined,
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
