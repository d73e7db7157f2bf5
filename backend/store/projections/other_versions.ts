import { plainArray } from "./columns.ts";
import type { Projection } from "./projection.ts";
import type { Sql, Tx } from "../sql.ts";

/** The names of those projections whose tables were made by code of another version. */
export async function otherVersions(sql: Sql | Tx, projections: readonly Projection[]): Promise<string[]> {
  if (projections.length === 0) return [];
  const rows = await sql<{ name: string }[]>`
    select name from projection_versions
    join unnest(
      ${plainArray(projections.map(({ name }) => name))}::text::text[],
      ${plainArray(projections.map(({ version }) => version))}::text::int[]
    ) as known(name, version) using (name)
    where projection_versions.version <> known.version`;
  return rows.map(({ name }) => name);
}
