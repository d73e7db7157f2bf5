import type { Store } from "./store.ts";

/**
 * Does some work while no other process does the same: `lockClass` says what kind of work, `key` on what. A process that
 * dies lets go of it. It holds a connection, and so does who waits for it: so it is for what happens seldom, and these
 * connections are apart from those that the work needs. Its work may not ask for another turn.
 */
export async function oneAtATime<Result>(
  { turnsSql }: Pick<Store, "turnsSql">,
  { lockClass, key }: { lockClass: number; key: string },
  work: () => Promise<Result>,
): Promise<Result> {
  let result: Result[] = [];
  await turnsSql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockClass}::int, hashtext(${key}))`;
    result = [await work()];
  });
  return result[0] as Result;
}
