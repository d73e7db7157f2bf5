import type { Sql } from "../sql.ts";

/**
 * Makes the next range of positions for every log whose head has passed the middle of its last one; answers those
 * logs. Appends do not wait for it, and several processes may ask at once.
 */
export async function ensureRanges(sql: Sql): Promise<string[]> {
  const rows = await sql<{ log: string }[]>`select log from ensure_ranges() as made(log)`;
  return rows.map((row) => row.log);
}
