import { STREAM_BURST_MS } from "../../backend/contract/policy.ts";
import { anyOf, plainArray } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

// No projection, because bytes that were sent are no event. The table is truth of its own (a migration), written by
// backend/catalogue/stream/table.ts alone. Its reads are here, because plays are decided on them.
//
// It belongs to the shards: the shard leads its key and is in every statement. The group that credits a play reads it
// under the head beside what was used of the tickets, so no use is ever counted twice; what is delivered meanwhile proves
// the next report.

/** A listener and a track. */
interface Pair {
  readonly listenerId: string;
  readonly trackId: string;
}

/** A stream ticket of a listener for a track. Moments in epoch ms. */
interface TicketRow extends Pair {
  readonly ticketId: string;
  readonly device: string | undefined;
  readonly beganAt: number;
  readonly endsAt: number;
  /** Sound that was sent under it, and never more than a burst and then the pace of listening allow by now. */
  readonly deliveredMs: number;
}

/** The tickets that may prove plays of the last 14 days, of so many listeners and tracks. */
export async function findTickets(
  sql: Sql | Tx,
  shard: number,
  { asked, now }: { readonly asked: readonly Pair[]; readonly now: number },
): Promise<TicketRow[]> {
  const rows = await sql<DbRow[]>`
    select found.* from unnest(
      ${plainArray(asked.map((pair) => pair.listenerId))}::text::uuid[],
      ${plainArray(asked.map((pair) => pair.trackId))}::text::uuid[]
    ) as asked(listener, track)
    cross join lateral (
      select listener_id, track_id, ticket_id, device, speed, is_copy, began_at, ends_at, delivered_ms from deliveries
      where shard = ${shard} and listener_id = asked.listener and track_id = asked.track offset 0
    ) as found`;
  return rows.map((row) => {
    const beganAt = row.beganAt;
    const pace = row.isCopy ? Infinity : STREAM_BURST_MS + Math.max(0, now - beganAt) * row.speed;
    return {
      listenerId: row.listenerId,
      trackId: row.trackId,
      ticketId: row.ticketId,
      device: row.device,
      beganAt,
      endsAt: row.endsAt,
      deliveredMs: Math.floor(Math.min(row.deliveredMs, pace)),
    };
  });
}

/** What was sent under tickets, by ticket: what became of old ones is forgotten. Ranges in ms of the track. */
export async function deliveredRanges(
  sql: Sql | Tx,
  shard: number,
  { listenerId, trackId, ticketIds }: Pair & { readonly ticketIds: readonly string[] },
): Promise<Map<string, DeliveredRanges>> {
  const rows = await sql<(DbRow & { ranges: { from: number; to: number }[] })[]>`
    select *, coalesce((
      select json_agg(json_build_object('from', lower(range), 'to', upper(range)) order by lower(range))
      from unnest(stretches) as range
    ), '[]') as ranges
    from deliveries where shard = ${shard} and listener_id = ${listenerId} and track_id = ${trackId}
      and ${anyOf("ticket_id", ticketIds)}`;
  return new Map(rows.map((row) => [row.ticketId, {
    ...{ device: row.device, beganAt: row.beganAt, endsAt: row.endsAt },
    ...{ deliveredMs: row.deliveredMs, isCopy: row.isCopy, ranges: row.ranges },
  }]));
}

interface DeliveredRanges extends Pick<TicketRow, "device" | "beganAt" | "endsAt" | "deliveredMs"> {
  readonly isCopy: boolean;
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
}

interface DbRow {
  listenerId: string;
  trackId: string;
  ticketId: string;
  device: string | undefined;
  speed: number;
  isCopy: boolean;
  beganAt: number;
  endsAt: number;
  deliveredMs: number;
}

/** Since when a whole track has lain with its listener, epoch ms, by "listener track"; others are missing. */
export async function deliveredWhole(
  sql: Sql | Tx,
  shard: number,
  asked: readonly Pair[],
): Promise<Map<string, number>> {
  const rows = await sql<{ listenerId: string; trackId: string; at: number }[]>`
    select asked.listener as listener_id, asked.track as track_id, found.at from unnest(
      ${plainArray(asked.map((pair) => pair.listenerId))}::text::uuid[],
      ${plainArray(asked.map((pair) => pair.trackId))}::text::uuid[]
    ) as asked(listener, track)
    cross join lateral (
      select min(whole_at) as at from deliveries
      where shard = ${shard} and listener_id = asked.listener and track_id = asked.track
    ) as found
    where found.at is not null`;
  return new Map(rows.map((row) => [`${row.listenerId} ${row.trackId}`, row.at]));
}
