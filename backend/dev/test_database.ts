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

/** Makes an empty database for one test file or one test on the run's own Postgres. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("testClusterUrl");
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await runOnce(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const drop = () => runOnce(adminUrl, `drop database if exists ${name} with (force)`);
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** Names cannot be parameters; the only one that comes here was made above. */
async function runOnce(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
