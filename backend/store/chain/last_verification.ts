import { CLOCKS_DIFFER_MS } from "../clocks.ts";
import type { Sql, Tx } from "../sql.ts";

/** The newest proof of the whole store; undefined before the first. `at` in epoch ms. */
export async function lastVerification(
  sql: Sql | Tx,
): Promise<{ at: number; isFull: boolean; isOk: boolean } | undefined> {
  const [row] = await sql<{ finishedAt: number; isFull: boolean; isOk: boolean }[]>`
    select finished_at, is_full, is_ok from verifications order by verification_id desc limit 1`;
  return row && { at: row.finishedAt, isFull: row.isFull, isOk: row.isOk };
}

/** How old a verification is, ms; infinitely old where a clock that was ahead has written when it ended. */
export function ageOf({ at }: { readonly at: number }, now: number): number {
  return at > now + CLOCKS_DIFFER_MS ? Infinity : Math.max(0, now - at);
}
