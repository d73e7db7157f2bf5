import { MAX_SPAN_MS, type PlayReported } from "../../backend/listening/report/events.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { anyOf, plainArray } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, day, ddlOf, int, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { PoolUse } from "../../backend/listening/report/state.ts";
import { playReported, type Report } from "./plays.ts";

/** Longer than a play may be reported for, with the longest span before it. */
const PROVES_FOR_DAYS = 16;
/** A ticket ends hours after it begins and proves plays of the 14 days before a report. */
const TICKET_DAYS = 30;
/** A month is closed by these totals. */
const TOTALS_DAYS = 120;

const CREDITED_SPANS = table("credited_spans", {
  shard: smallint,
  listenerId: uuid,
  startMs: bigint,
  endMs: bigint.check(`end_ms > start_ms and end_ms - start_ms <= ${MAX_SPAN_MS}`),
  playId: uuid,
}, { key: ["shard", "listenerId", "startMs"] });

const LISTENING_DAYS = table("listening_days", {
  shard: smallint,
  listenerId: uuid,
  day,
  creditedMs: bigint.check("credited_ms >= 0"),
  units: bigint.check("units >= 0"),
}, { key: ["shard", "listenerId", "day"], fillfactor: 70 });

const LISTENING_TRACK_DAYS = table("listening_track_days", {
  shard: smallint,
  listenerId: uuid,
  day,
  trackId: uuid,
  creditedMs: bigint.check("credited_ms >= 0"),
  countedPlays: int.check("counted_plays >= 0"),
}, { key: ["shard", "listenerId", "day", "trackId"], fillfactor: 70 });

const POOL_DAYS = table("pool_days", {
  shard: smallint,
  day,
  units: bigint.check("units >= 0"),
  lateUnits: bigint.check("late_units between 0 and units"),
  firstUnits: bigint.check("first_units between 0 and units"),
}, { key: ["shard", "day"], fillfactor: 20 });

const TICKET_USE = table("ticket_use", {
  shard: smallint,
  listenerId: uuid,
  trackId: uuid,
  ticketId: uuid,
  usedMs: int.check("used_ms > 0"),
  usedOn: day,
}, { key: ["shard", "listenerId", "trackId", "ticketId"], fillfactor: 80 });

/**
 * Time that was credited, what it used of stream tickets, and the counters of days: what bounds the next credit. Inline,
 * keyed by shard like the plays.
 */
export const credit: Projection<PlayReported> = {
  name: "credit",
  version: 4,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  on: ["PlayReported"],
  tables: ddlOf(CREDITED_SPANS, LISTENING_DAYS, LISTENING_TRACK_DAYS, POOL_DAYS, TICKET_USE),
  keeps: [
    { table: "credited_spans", column: "start_ms", type: "ms", days: PROVES_FOR_DAYS },
    { table: "ticket_use", column: "used_on", type: "day", days: TICKET_DAYS },
    { table: "listening_days", column: "day", type: "day", days: TOTALS_DAYS },
    { table: "listening_track_days", column: "day", type: "day", days: TOTALS_DAYS },
  ],

  async apply(tx, events) {
    const reports = events.map(playReported);
    await Promise.all([
      insertSpans(tx, reports),
      addToDays(tx, reports),
      addToTrackDays(tx, reports),
      addToPool(tx, reports),
      addTicketUse(tx, reports),
    ]);
  },
};

async function insertSpans(tx: Tx, reports: readonly Report[]): Promise<void> {
  const rows = reports.flatMap((report) => report.spans.map((span) => ({ report, span })));
  if (rows.length === 0) return;
  await tx`
    insert into credited_spans (shard, listener_id, start_ms, end_ms, play_id)
    select * from unnest(
      ${plainArray(rows.map(({ report }) => report.shard))}::text::smallint[],
      ${plainArray(rows.map(({ report }) => report.listenerId))}::text::uuid[],
      ${plainArray(rows.map(({ span }) => span[0]))}::text::bigint[],
      ${plainArray(rows.map(({ span }) => span[1]))}::text::bigint[],
      ${plainArray(rows.map(({ report }) => report.playId))}::text::uuid[])`;
}

async function addToDays(tx: Tx, reports: readonly Report[]): Promise<void> {
  const paid = reports.filter((report) => report.newCreditedMs > 0);
  if (paid.length === 0) return;
  await tx`
    insert into listening_days (shard, listener_id, day, credited_ms, units)
    select shard, listener, day, sum(credited)::bigint, sum(units)::bigint from unnest(
      ${plainArray(paid.map((row) => row.shard))}::text::smallint[],
      ${plainArray(paid.map((row) => row.listenerId))}::text::uuid[],
      ${plainArray(paid.map((row) => row.day))}::text::date[],
      ${plainArray(paid.map((row) => row.newCreditedMs))}::text::int[],
      ${plainArray(paid.map((row) => row.newUnits))}::text::int[]) as t(shard, listener, day, credited, units)
    group by shard, listener, day
    on conflict (shard, listener_id, day) do update set
      credited_ms = listening_days.credited_ms + excluded.credited_ms, units = listening_days.units + excluded.units`;
}

async function addToTrackDays(tx: Tx, reports: readonly Report[]): Promise<void> {
  const rows = reports.filter((report) => report.newCreditedMs > 0 || report.newlyCounted);
  if (rows.length === 0) return;
  await tx`
    insert into listening_track_days (shard, listener_id, day, track_id, credited_ms, counted_plays)
    select shard, listener, day, track, sum(credited)::bigint, count(*) filter (where counted) from unnest(
      ${plainArray(rows.map((row) => row.shard))}::text::smallint[],
      ${plainArray(rows.map((row) => row.listenerId))}::text::uuid[],
      ${plainArray(rows.map((row) => row.day))}::text::date[],
      ${plainArray(rows.map((row) => row.trackId))}::text::uuid[],
      ${plainArray(rows.map((row) => row.newCreditedMs))}::text::int[],
      ${plainArray(rows.map((row) => row.newlyCounted))}::text::boolean[]
    ) as t(shard, listener, day, track, credited, counted)
    group by shard, listener, day, track
    on conflict (shard, listener_id, day, track_id) do update set
      credited_ms = listening_track_days.credited_ms + excluded.credited_ms,
      counted_plays = listening_track_days.counted_plays + excluded.counted_plays`;
}

async function addToPool(tx: Tx, reports: readonly Report[]): Promise<void> {
  const paid = reports.filter((report) => report.newUnits > 0);
  if (paid.length === 0) return;
  await tx`
    insert into pool_days (shard, day, units, late_units, first_units)
    select shard, day, sum(units)::bigint, coalesce(sum(units) filter (where late), 0)::bigint, sum(first)::bigint
    from unnest(
      ${plainArray(paid.map((row) => row.shard))}::text::smallint[],
      ${plainArray(paid.map((row) => row.poolDay))}::text::date[],
      ${plainArray(paid.map((row) => row.newUnits))}::text::int[],
      ${plainArray(paid.map((row) => row.late ?? false))}::text::boolean[],
      ${plainArray(paid.map((row) => row.firstUnits ?? 0))}::text::int[]) as t(shard, day, units, late, first)
    group by shard, day
    on conflict (shard, day) do update set units = pool_days.units + excluded.units,
      late_units = pool_days.late_units + excluded.late_units,
      first_units = pool_days.first_units + excluded.first_units`;
}

async function addTicketUse(tx: Tx, reports: readonly Report[]): Promise<void> {
  const rows = reports.flatMap((report) => (report.tickets ?? []).map(([ticketId, ms]) => ({ report, ticketId, ms })));
  if (rows.length === 0) return;
  await tx`
    insert into ticket_use (shard, listener_id, track_id, ticket_id, used_ms, used_on)
    select shard, listener, track, ticket, sum(ms)::int, max(used_on) from unnest(
      ${plainArray(rows.map(({ report }) => report.shard))}::text::smallint[],
      ${plainArray(rows.map(({ report }) => report.listenerId))}::text::uuid[],
      ${plainArray(rows.map(({ report }) => report.trackId))}::text::uuid[],
      ${plainArray(rows.map(({ ticketId }) => ticketId))}::text::uuid[],
      ${plainArray(rows.map(({ ms }) => ms))}::text::int[],
      ${plainArray(rows.map(({ report }) => report.poolDay))}::text::date[]
    ) as t(shard, listener, track, ticket, ms, used_on)
    group by shard, listener, track, ticket
    on conflict (shard, listener_id, track_id, ticket_id) do update set
      used_ms = ticket_use.used_ms + excluded.used_ms, used_on = greatest(ticket_use.used_on, excluded.used_on)`;
}

/**
 * Credited time of listeners that touches the asked ranges. The lateral subqueries of this file make each look-up follow
 * the key, whatever the planner believes of a table that was just made.
 */
export async function findSpans(
  sql: Sql | Tx,
  shard: number,
  ranges: readonly { listenerId: string; from: number; to: number }[],
): Promise<{ listenerId: string; startMs: number; endMs: number; playId: string }[]> {
  return await sql`
    select distinct span.* from unnest(
      ${plainArray(ranges.map((range) => range.listenerId))}::text::uuid[],
      ${plainArray(ranges.map((range) => range.from))}::text::bigint[],
      ${plainArray(ranges.map((range) => range.to))}::text::bigint[]
    ) as asked(listener, lo, hi)
    cross join lateral (
      select listener_id, start_ms, end_ms, play_id from credited_spans
      where shard = ${shard} and listener_id = asked.listener
        and start_ms > asked.lo - ${MAX_SPAN_MS}::bigint and start_ms < asked.hi and end_ms > asked.lo
      offset 0
    ) as span`;
}

/** Credited ms and paid units of listeners by day. Days as YYYY-MM-DD. */
export async function findDays(
  sql: Sql | Tx,
  shard: number,
  keys: readonly { listenerId: string; day: string }[],
): Promise<{ listenerId: string; day: string; creditedMs: number; units: number }[]> {
  return await sql`
    select asked.listener as listener_id, asked.day::text as day, found.credited_ms, found.units from unnest(
      ${plainArray(keys.map((key) => key.listenerId))}::text::uuid[],
      ${plainArray(keys.map((key) => key.day))}::text::date[]) as asked(listener, day)
    cross join lateral (
      select credited_ms, units from listening_days
      where shard = ${shard} and listener_id = asked.listener and day = asked.day limit 1
    ) as found`;
}

/** Credited ms of listeners by day and track. */
export async function findTrackDays(
  sql: Sql | Tx,
  shard: number,
  keys: readonly { listenerId: string; day: string; trackId: string }[],
): Promise<{ listenerId: string; day: string; trackId: string; creditedMs: number }[]> {
  return await sql`
    select asked.listener as listener_id, asked.day::text as day, asked.track as track_id, found.credited_ms from unnest(
      ${plainArray(keys.map((key) => key.listenerId))}::text::uuid[],
      ${plainArray(keys.map((key) => key.day))}::text::date[],
      ${plainArray(keys.map((key) => key.trackId))}::text::uuid[]) as asked(listener, day, track)
    cross join lateral (
      select credited_ms from listening_track_days
      where shard = ${shard} and listener_id = asked.listener and day = asked.day and track_id = asked.track limit 1
    ) as found`;
}

/** Units that the shard's pool has paid on a Lagos day, and those of them that late plays and first tokens got. */
export async function findPoolUsed(sql: Sql | Tx, shard: number, day: string): Promise<PoolUse> {
  const [row] = await sql<PoolUse[]>`
    select units as all, late_units as late, first_units as first from pool_days where shard = ${shard} and day = ${day}`;
  return row ?? { all: 0, late: 0, first: 0 };
}

/** Units that the pool has paid on a Lagos day, over all shards. */
export async function poolUsedOn(sql: Sql | Tx, day: string): Promise<Omit<PoolUse, "late">> {
  const [row] = await sql<Omit<PoolUse, "late">[]>`
    select coalesce(sum(units), 0)::bigint as all, coalesce(sum(first_units), 0)::bigint as first
    from pool_days where day = ${day}`;
  return row ?? { all: 0, first: 0 };
}

/** Units that the pools of days have paid, by shard. */
export async function poolDaysOf(sql: Sql | Tx): Promise<(PoolUse & { shard: number; day: string })[]> {
  return await sql`
    select shard, day::text as day, units as all, late_units as late, first_units as first from pool_days order by day, shard`;
}

/** How much of the tickets of listeners for tracks has proven plays, ms. Tickets that proved none have no row. */
export async function findTicketUse(
  sql: Sql | Tx,
  shard: number,
  asked: readonly { listenerId: string; trackId: string }[],
): Promise<{ ticketId: string; usedMs: number }[]> {
  return await sql`
    select found.* from unnest(
      ${plainArray(asked.map((key) => key.listenerId))}::text::uuid[],
      ${plainArray(asked.map((key) => key.trackId))}::text::uuid[]) as asked(listener, track)
    cross join lateral (
      select ticket_id, used_ms from ticket_use
      where shard = ${shard} and listener_id = asked.listener and track_id = asked.track offset 0
    ) as found`;
}

/** How many plays of listeners counted on Lagos days; days without any have no row. */
export async function countedOn(
  sql: Sql | Tx,
  shard: number,
  keys: readonly { listenerId: string; day: string }[],
): Promise<{ listenerId: string; day: string; plays: number }[]> {
  return await sql`
    select listener_id, day::text as day, sum(counted_plays)::int as plays from listening_track_days
    where shard = ${shard} and (listener_id, day) in (
      select * from unnest(
        ${plainArray(keys.map((key) => key.listenerId))}::text::uuid[],
        ${plainArray(keys.map((key) => key.day))}::text::date[]))
    group by listener_id, day`;
}

/** Counted plays of a listener on a Lagos day, by track. */
export async function countedPlays(
  sql: Sql | Tx,
  shard: number,
  { listenerId, day }: { listenerId: string; day: string },
): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; countedPlays: number }[]>`
    select track_id, counted_plays from listening_track_days
    where shard = ${shard} and listener_id = ${listenerId} and day = ${day} and counted_plays > 0`;
  return new Map(rows.map((row) => [row.trackId, row.countedPlays]));
}

/** Proven time of a listener with a track on a Lagos day, ms. */
interface HeardRow {
  readonly listenerId: string;
  readonly day: string;
  readonly trackId: string;
  readonly ms: number;
}

/** From which Lagos day on (YYYY-MM-DD) the table surely has every day, at a moment in epoch ms. */
export function totalsSince(now: number): string {
  return lagosDay(now - (TOTALS_DAYS - 2) * 86_400_000);
}

/** What listeners heard from a Lagos day to another, both included, by day and track. */
export async function heardBetween(
  sql: Sql | Tx,
  shard: number,
  { listenerIds, from, to }: { listenerIds: readonly string[]; from: string; to: string },
): Promise<HeardRow[]> {
  return await sql<HeardRow[]>`
    select listener_id, day::text as day, track_id, credited_ms as ms
    from listening_track_days
    where shard = ${shard} and ${anyOf("listener_id", new Set(listenerIds))}
      and day between ${from}::text::date and ${to}::text::date and credited_ms > 0`;
}

/** What the plays of listeners were rewarded with from a Lagos day to another, both included: units by listener. */
export async function rewardsBetween(
  sql: Sql | Tx,
  shard: number,
  { listenerIds, from, to }: { listenerIds: readonly string[]; from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await sql<{ listenerId: string; units: number }[]>`
    select listener_id, sum(units)::bigint as units from listening_days
    where shard = ${shard} and ${anyOf("listener_id", new Set(listenerIds))}
      and day between ${from}::text::date and ${to}::text::date
    group by listener_id`;
  return new Map(rows.map((row) => [row.listenerId, row.units]));
}

/** Who heard anything from a Lagos day to another, in the order of their ids: `limit` of them behind `after`. */
export async function listenersBetween(
  sql: Sql | Tx,
  shard: number,
  { from, to, after, limit }: { from: string; to: string; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ listenerId: string }[]>`
    select distinct listener_id from listening_track_days
    where shard = ${shard} and day between ${from}::text::date and ${to}::text::date and credited_ms > 0
      ${after === undefined ? sql`` : sql`and listener_id > ${after}`}
    order by listener_id limit ${limit}`;
  return rows.map((row) => row.listenerId);
}
