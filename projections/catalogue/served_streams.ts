import type { Sql, Tx } from "../../backend/store/sql.ts";

// The exception among these files: no projection, because bytes that were served are no event. The table is truth of
// its own (a migration), written by backend/catalogue/stream/table.ts alone. Its reads stand here because two
// areas need them: the catalogue when it grants a stream, listening when it tells how many free plays are left.
//
// It belongs to everyone, as songs_in_part do: it is found by a grant, a visitor or an address, and no group reads or
// writes it, because a free play is granted outside of commands.

/** Songs that were taken whole on a Lagos day, by track. `subject`: a user's id or `device:<id>`. */
export async function takenOn(sql: Sql | Tx, subject: string, day: string): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; streams: number }[]>`
    select track_id, count(*)::int as streams from served_streams
    where subject = ${subject} and day = ${day} and whole_at is not null group by track_id`;
  return new Map(rows.map((row) => [row.trackId, row.streams]));
}

/** How often a track was taken whole on a Lagos day, by what all processes have sent of it. */
export async function timesTaken(
  sql: Sql | Tx,
  { shard, subject, trackId, day }: { shard: number; subject: string; trackId: string; day: string },
): Promise<number> {
  const [row] = await sql<{ taken: number }[]>`
    select taken + (sent_ms >= whole_ms)::int as taken from songs_in_part
    where shard = ${shard} and subject = ${subject} and track_id = ${trackId} and day = ${day}`;
  return row?.taken ?? 0;
}

/** The songs that all visitors behind an address together took whole on a Lagos day. */
export async function takenByAddress(sql: Sql | Tx, address: string, day: string): Promise<number> {
  const [row] = await sql<{ streams: number }[]>`
    select count(*)::int as streams from served_streams
    where address = ${address} and day = ${day} and whole_at is not null`;
  return row?.streams ?? 0;
}

/** A stream of which enough was served to prove a play. */
interface ProvenStream {
  readonly grantId: string;
  readonly trackId: string;
  readonly isWhole: boolean;
  /** When it was noted last, epoch ms. */
  readonly at: number;
}

/** Of a listener's streams since `day` the last one and the last ones of a track, and that of a grant: the newest first. */
export async function provenStreams(
  sql: Sql | Tx,
  asked: { subject: string; day: string; trackId: string; grantId: string | undefined },
): Promise<ProvenStream[]> {
  const { subject, day, trackId, grantId = null } = asked;
  const rows = await sql<{ grantId: string; trackId: string; isWhole: boolean; at: number }[]>`
    with own as (
      select grant_id, track_id, whole_at is not null as is_whole, coalesce(whole_at, counted_at) as at
      from served_streams where subject = ${subject} and day >= ${day}
    )
    (select * from own order by at desc limit 1)
    union (select * from own where track_id = ${trackId} order by at desc limit 5)
    union (
      select grant_id, track_id, whole_at is not null, coalesce(whole_at, counted_at)
      from served_streams where grant_id = ${grantId}
    )
    order by at desc`;
  return rows.map(({ grantId, trackId, isWhole, at }) => ({
    grantId,
    trackId,
    isWhole,
    at,
  }));
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
