import type { PlayReported } from "../backend/listening/report/events.ts";
import type { UncountedEvent } from "../backend/listening/uncounted/events.ts";
import { eventsOf } from "../backend/store/log/event.ts";
import { rowsOf, valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import {
  changesOf,
  type Heard,
  heardIn,
  offlineIn,
  type OfflinePlay,
  type Part,
  partsOf,
  totalled,
} from "./report_figures.ts";
import { hadLicence } from "./offline_licences.ts";
import { wasServed } from "./served_streams.ts";
import { changesOfUncounted, isUncounted } from "./uncounted_plays.ts";

/**
 * Listeners of a track on a Lagos day, and what does not count and why: creators see this of their music.
 * `track_parts` holds the sources of counted plays, and the reasons for plays and time that were filtered out.
 * `track_offline_plays` names each filtered play without the network: a licence of its device may prove it.
 */
export const trackAudience: Projection<PlayReported | UncountedEvent> = {
  name: "track_audience",
  version: 3,
  mode: "async",
  logs: ["plays"],
  on: ["PlayReported", "PlaysUncounted", "PlaysRecounted"],
  tables: `
    create table track_audience (
      track_id uuid not null,
      day date not null,
      listener_id uuid not null,
      gross_plays integer not null,
      filtered_plays integer not null,
      gross_ms bigint not null,
      filtered_ms bigint not null,
      last_at timestamptz not null,
      primary key (track_id, day, listener_id)
    ) with (fillfactor = 70);
    create index track_audience_newest on track_audience (track_id, last_at desc);
    create table track_parts (
      track_id uuid not null,
      day date not null,
      kind text not null check (kind in ('source', 'reason')),
      name text not null,
      plays integer not null,
      ms bigint not null,
      primary key (track_id, day, kind, name)
    ) with (fillfactor = 70);
    create table track_offline_plays (
      track_id uuid not null,
      day date not null,
      play_id uuid not null,
      listener_id uuid not null,
      device_id text not null,
      started_at timestamptz not null,
      primary key (track_id, day, play_id)
    )`,

  async apply(tx, events) {
    const changes = await changesOf(tx, eventsOf(events, "PlayReported"));
    const uncounted = changesOfUncounted(events.filter(isUncounted));
    const heard = [...changes.map(heardIn), ...uncounted.map(heardLess)];
    await addHeard(tx, totalled(heard, (row) => `${row.trackId} ${row.day} ${row.listenerId}`));
    const reasons = [...changes.flatMap(partsOf), ...uncounted.map(removedIn)];
    const parts = totalled(reasons, (row) => `${row.trackId} ${row.day} ${row.kind} ${row.name}`);
    await addParts(tx, parts.filter((part) => part.plays !== 0 || part.ms !== 0));
    // A play is reported before it is uncounted.
    await nameOffline(tx, [...changes.flatMap(offlineIn), ...uncounted.flatMap(offlineBack)]);
  },
};

type Uncounted = ReturnType<typeof changesOfUncounted>[number];

function heardLess({ trackId, day, listenerId, plays, ms }: Uncounted): Heard {
  return { trackId, day, listenerId, lastAt: 0, grossPlays: 0, filteredPlays: plays, grossMs: 0, filteredMs: ms };
}

function removedIn({ trackId, day, plays, ms }: Uncounted): Part {
  return { trackId, day, kind: "reason", name: "removed", plays: -plays, ms: -ms };
}

function offlineBack({ trackId, day, playId, listenerId, offline, isBack }: Uncounted): OfflinePlay[] {
  return offline ? [{ trackId, day, playId, listenerId, ...offline, isFiltered: isBack }] : [];
}

async function addHeard(tx: Tx, rows: readonly Heard[]): Promise<void> {
  const values = valuesOf(tx, rows, {
    uuid: ["trackId", "listenerId"],
    date: ["day"],
    int: ["grossPlays", "filteredPlays"],
    bigint: ["grossMs", "filteredMs"],
    ms: ["lastAt"],
  });
  await tx`
    insert into track_audience as known ${values}
    on conflict (track_id, day, listener_id) do update set
      gross_plays = known.gross_plays + excluded.gross_plays,
      filtered_plays = known.filtered_plays + excluded.filtered_plays,
      gross_ms = known.gross_ms + excluded.gross_ms, filtered_ms = known.filtered_ms + excluded.filtered_ms,
      last_at = greatest(known.last_at, excluded.last_at)`;
}

/** Drops plays that are no longer filtered. */
async function nameOffline(tx: Tx, plays: readonly OfflinePlay[]): Promise<void> {
  if (plays.length === 0) return;
  const last = [...new Map(plays.map((play) => [play.playId, play])).values()];
  const kept = last.filter((play) => play.isFiltered);
  await tx`delete from track_offline_plays where play_id = any(${last.map((play) => play.playId)}::uuid[])
    and track_id = any(${last.map((play) => play.trackId)}::uuid[])`;
  const values = valuesOf(tx, kept, {
    uuid: ["trackId", "playId", "listenerId"],
    date: ["day"],
    text: ["deviceId"],
    ms: ["startedAt"],
  });
  await tx`insert into track_offline_plays ${values}`;
}

async function addParts(tx: Tx, rows: readonly Part[]): Promise<void> {
  const columns = { uuid: ["trackId"], date: ["day"], text: ["kind", "name"], int: ["plays"], bigint: ["ms"] } as const;
  await tx`
    insert into track_parts as known ${valuesOf(tx, rows, columns)}
    on conflict (track_id, day, kind, name) do update set plays = known.plays + excluded.plays,
      ms = known.ms + excluded.ms`;
  // Whether a batch meets both what came and what took it back must not show.
  await tx`
    delete from track_parts using ${
    rowsOf(tx, rows, { uuid: ["trackId"], date: ["day"], text: ["kind", "name"] })
  } as part
    where track_parts.track_id = part.track_id and track_parts.day = part.day and track_parts.kind = part.kind
      and track_parts.name = part.name and track_parts.plays = 0 and track_parts.ms = 0`;
}

/** Lagos days as YYYY-MM-DD, both included. */
export interface Span {
  readonly trackIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

export interface Audience {
  readonly grossPlays: number;
  readonly filteredPlays: number;
  /** Filtered plays of which the bytes were served. */
  readonly servedPlays: number;
  readonly listeners: number;
  readonly grossMs: number;
  readonly filteredMs: number;
}

/** Plays and time, by the first day of each day, week or month, or by track. Empty ones are missing from the map. */
export async function audienceBy(
  sql: Sql | Tx,
  key: "day" | "week" | "month" | "track",
  { trackIds, from, to }: Span,
): Promise<Map<string, Audience>> {
  const group = key === "track" ? sql`track_id::text` : sql`to_char(date_trunc(${key}, day), 'YYYY-MM-DD')`;
  const rows = await sql<(Audience & { key: string })[]>`
    select ${group} as key, sum(gross_plays)::int as "grossPlays", sum(filtered_plays)::int as "filteredPlays",
      coalesce(sum(filtered_plays) filter (where filtered_plays > 0 and ${wasServed(sql)}), 0)::int as "servedPlays",
      count(distinct listener_id)::int as listeners, sum(gross_ms)::bigint as "grossMs",
      sum(filtered_ms)::bigint as "filteredMs"
    from track_audience as heard
    where track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
    group by 1`;
  return new Map(rows.map(({ key, ...audience }) => [key, audience]));
}

/** Plays without the network whose bytes were not served then, on devices that had a licence for it. */
export async function licensedPlays(
  sql: Sql | Tx,
  { trackIds, from, to }: Span,
): Promise<{ trackId: string; day: string; plays: number }[]> {
  return await sql<{ trackId: string; day: string; plays: number }[]>`
    select track_id as "trackId", day::text as day, count(*)::int as plays
    from track_offline_plays as heard
    where track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
      and not ${wasServed(sql)} and ${hadLicence(sql)}
    group by track_id, day`;
}

/** Sources of plays, or reasons why some do not count, the largest first. */
export async function partsBetween(
  sql: Sql | Tx,
  kind: "source" | "reason",
  { trackIds, from, to }: Span,
): Promise<{ name: string; plays: number; ms: number }[]> {
  return await sql<{ name: string; plays: number; ms: number }[]>`
    select name, sum(plays)::int as plays, sum(ms)::bigint as ms from track_parts
    where kind = ${kind} and track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
    group by name having sum(plays) <> 0 or sum(ms) <> 0 order by sum(ms) desc, name`;
}

/**
 * How many people listened and for how long, in sums: those of the `keenest` that listened longest, then those of all
 * others. No sum is empty.
 */
export async function keenestListeners(
  sql: Sql | Tx,
  { trackIds, from, to, keenest }: Span & { readonly keenest: number },
): Promise<{ listeners: number; plays: number; ms: number }[]> {
  return await sql<{ listeners: number; plays: number; ms: number }[]>`
    select count(*)::int as listeners, sum(plays)::int as plays, sum(ms)::bigint as ms
    from (
      select sum(filtered_plays) as plays, sum(filtered_ms) as ms,
        row_number() over (order by sum(filtered_ms) desc, listener_id) > ${keenest} as is_other
      from track_audience
      where track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
      group by listener_id having sum(filtered_ms) > 0
    ) as listeners
    group by is_other order by is_other`;
}

/** The newest listeners of the tracks, each once per track and day. Moments in epoch ms. */
export async function newestPlays(
  sql: Sql | Tx,
  trackIds: readonly string[],
  limit: number,
): Promise<{ trackId: string; listenerId: string; at: number }[]> {
  const rows = await sql<{ track_id: string; listener_id: string; last_at: Date }[]>`
    select newest.* from unnest(${[...trackIds]}::uuid[]) as asked(id)
    cross join lateral (
      select track_id, listener_id, last_at from track_audience
      where track_id = asked.id and filtered_plays > 0 order by last_at desc limit ${limit}
    ) as newest
    order by last_at desc limit ${limit}`;
  return rows.map((row) => ({ trackId: row.track_id, listenerId: row.listener_id, at: row.last_at.getTime() }));
}
