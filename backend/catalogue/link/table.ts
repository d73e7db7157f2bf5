import { MOST_SOURCES, OTHER_SOURCE } from "../../contract/artist_link.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Sql } from "../../store/sql.ts";

/** What is counted of an artist's link page. */
export type LinkCounted = "opened" | "follows";

/** Counts one; beyond so many sources a day all others count as one, so that made-up sources do not fill the table. */
export async function countLink(
  sql: Sql,
  { creatorId, day, source, what }: { creatorId: string; day: string; source: string; what: LinkCounted },
): Promise<void> {
  const [opened, follows] = what === "opened" ? [1, 0] : [0, 1];
  await sql`
    with known as materialized (
      select count(*) as sources, coalesce(bool_or(source = ${source}), false) as has
      from link_counts where creator_id = ${creatorId} and day = ${day}
    )
    insert into link_counts as counted (creator_id, day, source, opened, follows)
    select ${creatorId}::uuid, ${day}::date,
      case when known.has or known.sources < ${MOST_SOURCES} or ${source} = '' then ${source} else ${OTHER_SOURCE} end,
      ${opened}::bigint, ${follows}::bigint
    from known
    on conflict (creator_id, day, source) do update
      set opened = counted.opened + excluded.opened, follows = counted.follows + excluded.follows`;
}

/** What was counted from a Lagos day on, by source, the most opened first. */
export async function readLinkCounts(
  sql: Sql,
  { creatorId, from }: { creatorId: string; from: string },
): Promise<{ source: string; opened: number; follows: number }[]> {
  return await sql<{ source: string; opened: number; follows: number }[]>`
    select source, sum(opened)::bigint as opened, sum(follows)::bigint as follows from link_counts
    where creator_id = ${creatorId} and day >= ${from} group by source order by 2 desc, 3 desc, source limit 100`;
}

const KEPT_MS = 730 * 24 * 3_600_000;

/** Deletes the counts of days that are no longer compared; `now` in epoch ms. */
export async function forgetLinkCounts(sql: Sql, now: number): Promise<void> {
  await sql`delete from link_counts where day < ${lagosDay(now - KEPT_MS)}`;
}

/** Deletes those of an artist who is erased. */
export async function forgetLinksOf(sql: Sql, creatorId: string): Promise<void> {
  await sql`delete from link_counts where creator_id = ${creatorId}`;
}
