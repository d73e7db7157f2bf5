import type { InsightGroups } from "../../contract/insights.ts";
import type { Sql } from "../../store/sql.ts";
import type { Days } from "./span.ts";

/** What an artist is shown of their listeners of some days in groups; null where nothing is. */
export interface ShownGroups {
  readonly where: InsightGroups | null;
  readonly ages: InsightGroups | null;
}

/** What an artist has been shown of these days; undefined before the first request. */
export async function readGroups(sql: Sql, artistId: string, { from, to }: Days): Promise<ShownGroups | undefined> {
  const [row] = await sql<{ answer: string }[]>`
    select answer from insight_groups where artist_id = ${artistId} and first_day = ${from} and last_day = ${to}`;
  return row && JSON.parse(row.answer) as ShownGroups;
}

/** Keeps it for ever: of two concurrent requests both show what the first one found. */
export async function keepGroups(
  sql: Sql,
  artistId: string,
  { days: { from, to }, shown }: { readonly days: Days; readonly shown: ShownGroups },
): Promise<ShownGroups> {
  await sql`
    insert into insight_groups (artist_id, first_day, last_day, answer)
    values (${artistId}, ${from}, ${to}, ${JSON.stringify(shown)}) on conflict do nothing`;
  return await readGroups(sql, artistId, { from, to }) ?? shown;
}

/** Deletes those of an artist who is erased. */
export async function forgetGroupsOf(sql: Sql, artistId: string): Promise<void> {
  await sql`delete from insight_groups where artist_id = ${artistId}`;
}
