import type { PlayReason, PlayStatus } from "../backend/contract/listening.ts";
import type { PlayReported } from "../backend/listening/report/events.ts";
import { plainArray, textArray } from "../backend/store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/**
 * Every play with its totals: what the next report of it is decided on, and its receipt. Inline. Keys begin with the
 * shard, so that the whole path can be spread by it.
 */
export const plays: Projection<PlayReported> = {
  name: "plays",
  version: 1,
  mode: "inline",
  logs: ["plays"],
  on: ["PlayReported"],
  tables: `
    create table plays (
      shard smallint not null,
      play_id uuid not null,
      listener_id uuid not null,
      track_id uuid not null,
      started_at bigint not null,
      skew_ms bigint not null,
      listened_ms bigint not null check (listened_ms > 0),
      credited_ms bigint not null check (credited_ms between 0 and listened_ms),
      units bigint not null check (units >= 0),
      reports smallint not null check (reports between 1 and 4),
      counted boolean not null,
      status text not null,
      reason text,
      policy_version integer not null,
      offline boolean not null,
      server_made boolean not null,
      primary key (shard, play_id)
    ) with (fillfactor = 85);
    create index plays_of_listener on plays (shard, listener_id, started_at);
  `,
  apply: (tx, events) => upsertPlays(tx, events.map(playReported)),
};

export type Report = PlayReported["data"] & { readonly shard: number };

/** What a report says, with the shard of its listener. */
export function playReported(event: Recorded<PlayReported>): Report {
  return { shard: shardOfLog(event.log), ...event.data };
}

async function upsertPlays(tx: Tx, reports: readonly Report[]): Promise<void> {
  // Totals: of several reports of a play in one batch the last one says everything.
  const last = [...new Map(reports.map((report) => [`${report.shard} ${report.playId}`, report])).values()];
  const of = (pick: (report: Report) => string | number | boolean) => plainArray(last.map(pick));
  await tx`
    insert into plays (shard, play_id, listener_id, track_id, started_at, skew_ms, listened_ms, credited_ms, units,
      reports, counted, status, reason, policy_version, offline, server_made)
    select * from unnest(
      ${of((row) => row.shard)}::text::smallint[], ${of((row) => row.playId)}::text::uuid[],
      ${of((row) => row.listenerId)}::text::uuid[], ${of((row) => row.trackId)}::text::uuid[],
      ${of((row) => row.startedAt)}::text::bigint[], ${of((row) => row.skewMs)}::text::bigint[],
      ${of((row) => row.listenedMs)}::text::bigint[], ${of((row) => row.creditedMs)}::text::bigint[],
      ${of((row) => row.units)}::text::bigint[], ${of((row) => row.report)}::text::smallint[],
      ${of((row) => row.counted)}::text::boolean[], ${of((row) => row.status)}::text::text[],
      ${textArray(last.map((row) => row.reason))}::text::text[], ${of((row) => row.policyVersion)}::text::int[],
      ${of((row) => row.offline)}::text::boolean[], ${of((row) => row.serverMade)}::text::boolean[])
    on conflict (shard, play_id) do update set
      listened_ms = excluded.listened_ms, credited_ms = excluded.credited_ms, units = excluded.units,
      reports = excluded.reports, counted = excluded.counted, status = excluded.status, reason = excluded.reason`;
}

export interface PlayRow {
  readonly play_id: string;
  readonly listener_id: string;
  readonly track_id: string;
  readonly started_at: number;
  readonly skew_ms: number;
  readonly listened_ms: number;
  readonly credited_ms: number;
  readonly units: number;
  readonly reports: number;
  readonly counted: boolean;
  readonly status: PlayStatus;
  readonly reason: PlayReason | null;
  readonly policy_version: number;
  readonly offline: boolean;
}

/** The plays that exist among `playIds`. */
export async function findPlays(sql: Sql | Tx, shard: number, playIds: readonly string[]): Promise<PlayRow[]> {
  return await sql<PlayRow[]>`
    select found.* from unnest(${plainArray(playIds)}::text::uuid[]) as asked(id)
    cross join lateral (select * from plays where shard = ${shard} and play_id = asked.id limit 1) as found`;
}

/**
 * The newest play of each (listener, track) that the service made itself, because its report had no `playId`, of those
 * that began between `after` and `before` (epoch ms): one that is over, or came later, does not go on.
 */
export async function findServerMade(
  sql: Sql | Tx,
  shard: number,
  pairs: readonly { listenerId: string; trackId: string; after: number; before: number }[],
): Promise<PlayRow[]> {
  if (pairs.length === 0) return [];
  return await sql<PlayRow[]>`
    select found.* from unnest(
      ${plainArray(pairs.map((pair) => pair.listenerId))}::text::uuid[],
      ${plainArray(pairs.map((pair) => pair.trackId))}::text::uuid[],
      ${plainArray(pairs.map((pair) => pair.after))}::text::bigint[],
      ${plainArray(pairs.map((pair) => pair.before))}::text::bigint[]
    ) as pair(listener, track, after, before)
    cross join lateral (
      select * from plays
      where shard = ${shard} and listener_id = pair.listener and started_at > pair.after and started_at < pair.before
        and track_id = pair.track and server_made
      order by started_at desc limit 1
    ) as found`;
}

/** The plays of someone that were credited, of those that began in a stretch of time (epoch ms). */
export async function creditedPlays(
  sql: Sql | Tx,
  shard: number,
  { listenerId, from, to }: { readonly listenerId: string; readonly from: number; readonly to: number },
): Promise<string[]> {
  const rows = await sql<{ play_id: string }[]>`
    select play_id from plays
    where shard = ${shard} and listener_id = ${listenerId} and started_at >= ${from} and started_at < ${to}
      and credited_ms > 0
    order by started_at`;
  return rows.map((row) => row.play_id);
}

/** Plays of a stretch of time (epoch ms) that were too short to count, by track, of these tracks. */
export async function shortPlays(
  sql: Sql | Tx,
  shard: number,
  { listenerId, trackIds, from, to }: { listenerId: string; trackIds: readonly string[]; from: number; to: number },
): Promise<Map<string, number>> {
  const rows = await sql<{ track_id: string; plays: number }[]>`
    select track_id, count(*)::int as plays from plays
    where shard = ${shard} and listener_id = ${listenerId} and started_at >= ${from} and started_at < ${to}
      and not counted and track_id in (select unnest(${plainArray(trackIds)}::text::uuid[]))
    group by track_id`;
  return new Map(rows.map((row) => [row.track_id, row.plays]));
}

/** A listener's plays, newest first, `limit` of them before the moment `before` (epoch ms). */
export async function playHistory(
  sql: Sql | Tx,
  shard: number,
  listenerId: string,
  { limit, before }: { limit: number; before?: { startedAt: number; playId: string } },
): Promise<PlayRow[]> {
  return await sql<PlayRow[]>`
    select * from plays where shard = ${shard} and listener_id = ${listenerId}
      ${before ? sql`and (started_at, play_id) < (${before.startedAt}, ${before.playId})` : sql``}
    order by started_at desc, play_id desc limit ${limit}`;
}

/** Which of these plays were of one of these tracks. */
export async function playsOfTracks(
  sql: Sql | Tx,
  shard: number,
  { playIds, tracks }: { playIds: readonly string[]; tracks: readonly string[] },
): Promise<Set<string>> {
  const rows = await findPlays(sql, shard, playIds);
  return new Set(rows.filter((row) => tracks.includes(row.track_id)).map((row) => row.play_id));
}
