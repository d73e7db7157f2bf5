import type { PlayReason, PlayStatus } from "../../backend/contract/listening.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { type PlayReported, playStream } from "../../backend/listening/report/events.ts";
import { anyOf, plainArray, textArray } from "../../backend/store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { readStreams } from "../../backend/store/log/read.ts";
import { bigint, boolean, int, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { hasDays, playIdsByDay } from "./listener_plays.ts";

const DAY_MS = 24 * 3_600_000;
/** Reports come for 15 days, and who is found out loses the figures of 28. Older plays are read from their events. */
const KEPT_DAYS = 30;

const PLAYS = table("plays", {
  shard: smallint,
  playId: uuid,
  listenerId: uuid,
  trackId: uuid,
  startedAt: bigint,
  skewMs: bigint,
  listenedMs: bigint.check("listened_ms > 0"),
  creditedMs: bigint.check("credited_ms between 0 and listened_ms"),
  units: bigint.check("units >= 0"),
  reports: smallint.check("reports between 1 and 4"),
  counted: boolean,
  status: text,
  reason: text.optional,
  policyVersion: int,
  offline: boolean,
  serverMade: boolean,
}, { key: ["shard", "playId"], fillfactor: 85, indexes: { plays_of_listener: "(shard, listener_id, started_at)" } });

/**
 * Every young play with its totals: what the next report of it is decided on, and its receipt. Inline. Keys begin with the
 * shard, so that the whole path can be spread by it.
 */
export const plays: Projection<PlayReported> = {
  name: "plays",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  on: ["PlayReported"],
  tables: PLAYS.ddl,
  keeps: [{ table: "plays", column: "started_at", type: "ms", id: "play_id", days: KEPT_DAYS }],
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
  readonly playId: string;
  readonly listenerId: string;
  readonly trackId: string;
  readonly startedAt: number;
  readonly skewMs: number;
  readonly listenedMs: number;
  readonly creditedMs: number;
  readonly units: number;
  readonly reports: number;
  readonly counted: boolean;
  readonly status: PlayStatus;
  readonly reason: PlayReason | undefined;
  readonly policyVersion: number;
  readonly offline: boolean;
}

/** The young plays that exist among `playIds`; others may be in the log alone. */
async function youngPlays(sql: Sql | Tx, shard: number, playIds: readonly string[]): Promise<PlayRow[]> {
  return await sql<PlayRow[]>`
    select found.* from unnest(${plainArray(playIds)}::text::uuid[]) as asked(id)
    cross join lateral (select * from plays where shard = ${shard} and play_id = asked.id limit 1) as found`;
}

/** The plays that exist among `playIds`, however old. */
export async function findPlays(sql: Sql | Tx, shard: number, playIds: readonly string[]): Promise<PlayRow[]> {
  const young = await youngPlays(sql, shard, playIds);
  return [...young, ...await loggedPlays(sql, shard, without(playIds, young))];
}

/**
 * The same for a decision at `now` (epoch ms), where most plays are new: the log is asked only for ids whose row may be
 * gone. A UUIDv7 of the last 29 days, or of the future, has its row if there is a play.
 */
export async function findReported(
  sql: Sql | Tx,
  shard: number,
  { playIds, now }: { readonly playIds: readonly string[]; readonly now: number },
): Promise<PlayRow[]> {
  const young = await youngPlays(sql, shard, playIds);
  const mayBeOld = without(playIds, young).filter((playId) => timeOf(playId) < youngSince(now));
  return [...young, ...await loggedPlays(sql, shard, mayBeOld)];
}

/** From when on the table has every play, epoch ms. A day more than the night leaves: no two clocks are the same. */
function youngSince(now: number): number {
  return now - (KEPT_DAYS - 1) * DAY_MS;
}

/** The time in a UUIDv7, epoch ms; any other id is of no time, so that it may be of any. */
function timeOf(id: string): number {
  return id[14] === "7" ? Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) : -Infinity;
}

function without(playIds: readonly string[], rows: readonly PlayRow[]): string[] {
  const found = new Set(rows.map((row) => row.playId));
  return playIds.filter((playId) => !found.has(playId));
}

/** Plays as their last report tells them. */
async function loggedPlays(sql: Sql | Tx, shard: number, playIds: readonly string[]): Promise<PlayRow[]> {
  if (playIds.length === 0) return [];
  const streams = await readStreams<PlayReported>(sql, `plays/${shard}`, [...new Set(playIds)].map(playStream));
  return [...streams.values()].flatMap((events) => events.slice(-1).map(playReported)).map((report) => ({
    ...{ playId: report.playId, listenerId: report.listenerId, trackId: report.trackId },
    ...{ startedAt: report.startedAt, skewMs: report.skewMs, listenedMs: report.listenedMs },
    ...{ creditedMs: report.creditedMs, units: report.units, reports: report.report, counted: report.counted },
    ...{ status: report.status, reason: report.reason, policyVersion: report.policyVersion },
    offline: report.offline,
  }));
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
  const rows = await sql<{ playId: string }[]>`
    select play_id from plays
    where shard = ${shard} and listener_id = ${listenerId} and started_at >= ${from} and started_at < ${to}
      and credited_ms > 0
    order by started_at`;
  return rows.map((row) => row.playId);
}

/** Plays of a stretch of time (epoch ms) that were too short to count, by track, of these tracks. */
export async function shortPlays(
  sql: Sql | Tx,
  shard: number,
  { listenerId, trackIds, from, to }: { listenerId: string; trackIds: readonly string[]; from: number; to: number },
): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; plays: number }[]>`
    select track_id, count(*)::int as plays from plays
    where shard = ${shard} and listener_id = ${listenerId} and started_at >= ${from} and started_at < ${to}
      and not counted and ${anyOf("track_id", trackIds)}
    group by track_id`;
  return new Map(rows.map((row) => [row.trackId, row.plays]));
}

interface HistoryPage {
  /** Epoch ms: plays of the last 29 days have their rows. */
  readonly now: number;
  readonly limit: number;
  /** The last play of the page before; its start in epoch ms. */
  readonly before?: { readonly startedAt: number; readonly playId: string };
}

interface Listener {
  readonly shard: number;
  readonly listenerId: string;
}

/** Shorter plays were no wish to hear the song. */
const HEARD_MS = 5_000;
/** Of so many of the newest plays: a listener's few days. */
const LOOKED_THROUGH = 300;

/** The tracks of a listener's young plays, each once, the last one played first. */
export async function recentTrackIds(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from (
      select track_id, started_at from plays
      where shard = ${shard} and listener_id = ${listenerId} and listened_ms >= ${HEARD_MS}
      order by started_at desc limit ${LOOKED_THROUGH}
    ) as recent
    group by track_id order by max(started_at) desc, track_id limit ${limit}`;
  return rows.map((row) => row.trackId);
}

/**
 * Counted plays of a listener that began within a time (epoch ms), those of them without a network, and how long these
 * lasted, ms: as far back as receipts are kept.
 */
export async function countedBetween(
  sql: Sql | Tx,
  { shard, listenerId }: { readonly shard: number; readonly listenerId: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ counted: number; offline: number; offlineMs: number }> {
  const [row] = await sql<{ counted: number; offline: number; offlineMs: number }[]>`
    select count(*)::int as counted, (count(*) filter (where offline))::int as offline,
      coalesce(sum(listened_ms) filter (where offline), 0)::bigint as offline_ms
    from plays where shard = ${shard} and listener_id = ${listenerId} and counted
      and started_at >= ${from} and started_at < ${to}`;
  return row ?? { counted: 0, offline: 0, offlineMs: 0 };
}

/** A page of young plays as one text: of fifty rows the client would parse eight hundred values, each by itself. */
async function youngHistory(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
  { limit, before }: HistoryPage,
): Promise<PlayRow[]> {
  const [row] = await sql<{ page: PlayRow[] | undefined }[]>`
    select json_strip_nulls(json_agg(json_build_object(
      'playId', play_id, 'listenerId', listener_id, 'trackId', track_id, 'startedAt', started_at, 'skewMs', skew_ms,
      'listenedMs', listened_ms, 'creditedMs', credited_ms, 'units', units, 'reports', reports, 'counted', counted,
      'status', status, 'reason', reason, 'policyVersion', policy_version, 'offline', offline
    ))) as page from (
      select * from plays where shard = ${shard} and listener_id = ${listenerId}
        ${before ? sql`and (started_at, play_id) < (${before.startedAt}, ${before.playId})` : sql``}
      order by started_at desc, play_id desc limit ${limit}
    ) as young`;
  return row?.page ?? [];
}

/** A listener's plays of any age, newest first: `limit` of them behind `before`. */
export async function playHistory(sql: Sql | Tx, listener: Listener, page: HistoryPage): Promise<PlayRow[]> {
  const { limit, now } = page;
  const [young, hasOld] = await Promise.all([
    youngHistory(sql, listener, page),
    hasDays(sql, listener, { upTo: lagosDay(youngSince(now)) }),
  ]);
  const last = young.at(-1);
  if (!hasOld || (young.length === limit && last && last.startedAt >= youngSince(now))) return young;
  const old = await oldHistory(sql, listener, page);
  const known = new Set(young.map((row) => row.playId));
  return [...young, ...old.filter((row) => !known.has(row.playId))].sort(newestFirst).slice(0, limit);
}

function newestFirst(one: PlayRow, two: PlayRow): number {
  return two.startedAt - one.startedAt || (one.playId < two.playId ? 1 : -1);
}

/** Days of a listener in one read: a page holds the plays of a few. */
const MOST_DAYS = 30;

/** The same of plays that may be old, from their events: day by day, until a page is full. */
async function oldHistory(sql: Sql | Tx, listener: Listener, { limit, before, now }: HistoryPage): Promise<PlayRow[]> {
  const since = youngSince(now);
  const found: PlayRow[] = [];
  const isAsked = (row: PlayRow) =>
    row.startedAt < since && (!before || row.startedAt < before.startedAt ||
      (row.startedAt === before.startedAt && row.playId < before.playId));
  let from = lagosDay(Math.min(since, before?.startedAt ?? since));
  while (found.length < limit) {
    const days = await playIdsByDay(sql, listener, { from, limit: MOST_DAYS });
    const playIds: string[] = [];
    let next = 0;
    while (next < days.length && playIds.length < limit - found.length) playIds.push(...days[next++]?.playIds ?? []);
    found.push(...(await loggedPlays(sql, listener.shard, playIds)).filter(isAsked));
    const last = days[next - 1];
    if (!last || (next === days.length && days.length < MOST_DAYS)) break;
    from = dayBefore(last.day);
  }
  return found.sort(newestFirst).slice(0, limit);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

/** Which of these plays were of one of these tracks. */
export async function playsOfTracks(
  sql: Sql | Tx,
  shard: number,
  { playIds, tracks }: { playIds: readonly string[]; tracks: readonly string[] },
): Promise<Set<string>> {
  const rows = await findPlays(sql, shard, playIds);
  return new Set(rows.filter((row) => tracks.includes(row.trackId)).map((row) => row.playId));
}
