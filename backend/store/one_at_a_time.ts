import type { Sql } from "./sql.ts";

/**
 * Does some work while no other process does the same: `lockClass` says what kind of work, `key` on what. A process that
 * dies lets go of it. It holds a connection, so it is for what happens seldom.
 */
export async function oneAtATime(
  sql: Sql,
  { lockClass, key }: { lockClass: number; key: string },
  work: () => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockClass}::int, hashtext(${key}))`;
    await work();
  });
}
