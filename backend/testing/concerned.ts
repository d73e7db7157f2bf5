import { EVERY_TYPE, type Projection } from "../store/projections/projection.ts";
import type { Sql } from "../store/sql.ts";

/**
 * Of these projections those that an event of the store concerns. A verification makes the tables of most anew: of
 * the others all tables are empty, and it says the same without them for a fraction of the work. For stores whose events
 * are all in the database.
 */
export async function concerned(sql: Sql, projections: readonly Projection[]): Promise<Projection[]> {
  const rows = await sql<{ type: string }[]>`
    select type from events union select type from ledger_events union select type from plays_events`;
  const types = new Set(rows.map(({ type }) => type));
  return projections.filter(({ on }) => on.includes(EVERY_TYPE) || on.some((type) => types.has(type)));
}
