import type { Sql } from "../sql.ts";

/**
 * Makes the next range of positions for every table of events whose newest one has passed the middle of its last one;
 * answers those tables. Appends do not wait for it; safe to run in several processes at the same time.
 */
export async function ensureRanges(sql: Sql): Promise<string[]> {
  const rows = await sql<{ parent: string }[]>`select parent from ensure_ranges() as made(parent)`;
  return rows.map(({ parent }) => parent);
}
