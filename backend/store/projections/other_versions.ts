import { plainArray } from "./columns.ts";
import type { Projection } from "./projection.ts";
import type { Sql, Tx } from "../sql.ts";

/**
 * The names of the inline projections of which the database has another version than this code, none, or one that this
 * code does not know: what this code appends would be missing there.
 */
export async function otherVersions(sql: Sql | Tx, inline: readonly Projection[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from projection_versions as made
    full join unnest(
      ${plainArray(inline.map(({ name }) => name))}::text::text[],
      ${plainArray(inline.map(({ version }) => version))}::text::int[]
    ) as known(name, version) using (name)
    where made.version is distinct from known.version and (made.inline or known.name is not null)
    order by name`;
  return rows.map(({ name }) => name);
}
