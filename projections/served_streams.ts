import { lagosDay } from "../backend/contract/policy.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

// The exception among these files: no projection, because bytes that were served are no event. The table is truth of
// its own (a migration), written by backend/catalogue/served_streams_table.ts alone. Its reads stand here because two
// areas need them: the catalogue when it grants a stream, listening when it tells how many free plays are left.

/** Streams of a Lagos day of which 30 seconds were served, by track. `subject`: a user's id or `device:<id>`. */
export async function servedToday(sql: Sql | Tx, subject: string, day: string): Promise<Map<string, number>> {
  const rows = await sql<{ track_id: string; streams: number }[]>`
    select track_id, count(*)::int as streams from served_streams
    where subject = ${subject} and day = ${day} group by track_id`;
  return new Map(rows.map((row) => [row.track_id, row.streams]));
}

/** The same for all visitors behind an address together. */
export async function servedToAddress(sql: Sql | Tx, address: string, day: string): Promise<number> {
  const [row] = await sql<{ streams: number }[]>`
    select count(*)::int as streams from served_streams where address = ${address} and day = ${day}`;
  return row?.streams ?? 0;
}

/** Whether the grant was counted. */
export async function isCounted(sql: Sql | Tx, grantId: string): Promise<boolean> {
  return (await sql`select 1 from served_streams where grant_id = ${grantId} limit 1`).length > 0;
}

/** The grant under which the track was last counted after `since` (epoch ms), undefined when it was not. */
export async function lastGrant(
  sql: Sql | Tx,
  { subject, trackId, since }: { subject: string; trackId: string; since: number },
): Promise<string | undefined> {
  const [row] = await sql<{ grant_id: string }[]>`
    select grant_id from served_streams
    where subject = ${subject} and day >= ${lagosDay(since)} and track_id = ${trackId}
      and counted_at >= ${new Date(since)}
    order by counted_at desc limit 1`;
  return row?.grant_id;
}

/**
 * A condition for queries over rows `heard (listener_id, track_id, day)`: of the track 30 seconds were served to the
 * listener, on that day or on the one before (a browser keeps what it was sent, and nights have no pause).
 */
export function wasServed(sql: Sql | Tx) {
  return sql`exists (
    select 1 from served_streams as served
    where served.subject = heard.listener_id::text and served.track_id = heard.track_id
      and served.day between heard.day - 1 and heard.day)`;
}
