import postgres from "postgres";
import { inject } from "vitest";

// What the run's setup hands to its test files.
declare module "vitest" {
  export interface ProvidedContext {
    testClusterUrl: string;
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
  const copied = template === undefined ? "" : ` template ${template}`;
  await onCluster((sql) => sql.unsafe(`create database ${name}${copied}`));
  const drop = async () => void await onCluster((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
  return { url: testDatabaseUrl(name), drop, [Symbol.asyncDispose]: drop };
}

/** Connection URL of the owner for a database of the run's own Postgres. */
export function testDatabaseUrl(name: string): string {
  const url = new URL(inject("testClusterUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Names cannot be parameters; the only ones that come here are made of digits and letters by this house. */
export async function onCluster<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(inject("testClusterUrl"), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
