import type { Sql, Tx } from "../sql.ts";

/** The newest proof of the whole store; undefined before the first. `at` in epoch ms. */
export async function lastVerification(
  sql: Sql | Tx,
): Promise<{ at: number; isFull: boolean; isOk: boolean } | undefined> {
  const [row] = await sql<{ finished_at: Date; is_full: boolean; is_ok: boolean }[]>`
    select finished_at, is_full, is_ok from verifications order by verification_id desc limit 1`;
  return row && { at: row.finished_at.getTime(), isFull: row.is_full, isOk: row.is_ok };
}
