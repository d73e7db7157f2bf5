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
import { withLicences } from "./offline_licences.ts";
import { withTastes } from "./taste_songs.ts";
import { wasServed } from "./served_streams.ts";
import { changesOfUncounted, isUncounted } from "./uncounted_plays.ts";

/**
 * Listeners of a track on a Lagos day, and what does not count and why: creators see this of their music.
 * `track_day_listeners` counts these rows, so that a read knows how many it would meet and takes a sample of too many.
 * `track_parts` holds the sources of counted plays, and the reasons for plays and time that were filtered out.
 * `track_offline_plays` names each filtered play without the network: a licence of its device may prove it.
 */
export const trackAudience: Projection<PlayReported | UncountedEvent> = {
  name: "track_audience",
  version: 6,
  mode: "async",
  place: "social",
  logs: ["plays"],
  on: ["PlayReported", "PlaysUncounted", "PlaysRecounted"],
  tables: `
    create table track_audience (
      track_id uuid not null,
      day date not null,
      listener_id uuid not null,
      gross_plays integer not null,
      filtered_plays integer not null,
      rank smallint not null,
      gross_ms bigint not null,
      filtered_ms bigint not null,
      last_at timestamptz not null,
      primary key (track_id, day, rank, listener_id)
    ) with (fillfactor = 70);
    -- Partial: the planner must not read a track's whole history through it, where the primary key finds one day.
    create index track_audience_newest on track_audience (track_id, last_at desc) where filtered_plays > 0;
    create table track_day_listeners (
      track_id uuid not null,
      day date not null,
      listeners integer not null,
      primary key (track_id, day)
    ) with (fillfactor = 70);
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
      rank smallint not null,
      started_at timestamptz not null,
      primary key (track_id, day, rank, listener_id, play_id)
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

/** Half of all listeners have rank 0, a quarter rank 1 and so on: those from rank n are 1 of 2ⁿ, for ever the same. */
function rankOf(listenerId: string): number {
  // The end of an id is random.
  return Math.clz32(Number.parseInt(listenerId.slice(-8), 16));
}

function ranked<Row extends { readonly listenerId: string }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, rank: rankOf(row.listenerId) }));
}

async function addHeard(tx: Tx, rows: readonly Heard[]): Promise<void> {
  const values = valuesOf(tx, ranked(rows), {
    uuid: ["trackId", "listenerId"],
    date: ["day"],
    smallint: ["rank"],
    int: ["grossPlays", "filteredPlays"],
    bigint: ["grossMs", "filteredMs"],
    ms: ["lastAt"],
  });
  // Only a row that this statement inserts has no xmax.
  await tx`
    with heard as (
      insert into track_audience as known ${values}
      on conflict (track_id, day, rank, listener_id) do update set
        gross_plays = known.gross_plays + excluded.gross_plays,
        filtered_plays = known.filtered_plays + excluded.filtered_plays,
        gross_ms = known.gross_ms + excluded.gross_ms, filtered_ms = known.filtered_ms + excluded.filtered_ms,
        last_at = greatest(known.last_at, excluded.last_at)
      returning track_id, day, xmax = 0 as is_new
    )
    insert into track_day_listeners as known
    select track_id, day, count(*) from heard where is_new group by track_id, day
    on conflict (track_id, day) do update set listeners = known.listeners + excluded.listeners`;
}

/** Drops plays that are no longer filtered. Devices make the ids of plays: in two shards two listeners may have one. */
async function nameOffline(tx: Tx, plays: readonly OfflinePlay[]): Promise<void> {
  if (plays.length === 0) return;
  const last = ranked([...new Map(plays.map((play) => [`${play.listenerId} ${play.playId}`, play])).values()]);
  const kept = last.filter((play) => play.isFiltered);
  await tx`
    delete from track_offline_plays as known
    using ${rowsOf(tx, last, { uuid: ["trackId", "listenerId", "playId"], date: ["day"], smallint: ["rank"] })} as play
    where known.track_id = play.track_id and known.day = play.day and known.rank = play.rank
      and known.listener_id = play.listener_id and known.play_id = play.play_id`;
  const values = valuesOf(tx, kept, {
    uuid: ["trackId", "playId", "listenerId"],
    date: ["day"],
    text: ["deviceId"],
    smallint: ["rank"],
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
  readonly listeners: number;
  /** The part of the filtered plays that is proven: their bytes were served, or their device had a licence. 0 to 1. */
  readonly proven: number;
}

/** How many rows of listeners a read meets for all its points together, and for each where there are many of them. */
const MOST_ROWS = 7_000;
const MOST_ROWS_EACH = 1_000;
/** Of the track and day with the most listeners; so a sample's standard error is 100 / √250 = 6 percent at most. */
const FEWEST_IN_SAMPLE = 250;

/**
 * Listeners and proven plays by the first day of each day, week or month, or by track. Empty ones are missing from the
 * map. Exact while a key has no more than 1,000 listener-days, or 7,000 shared by all keys. Above it, of a sample: of
 * every second, fourth … listener, always the same ones. Its standard error is 100 / √n percent with n listeners in it, 6
 * at most.
 */
export async function audienceBy(
  sql: Sql | Tx,
  key: "day" | "week" | "month" | "track",
  span: Span,
): Promise<Map<string, Audience>> {
  // Without `offset 0`, the planner may read all rows of the table and join them.
  const rows = await sql<(Audience & { key: string })[]>`
    with ${sampleOf(sql, key, span)}, counted as (
      select key, level, count(distinct listener_id) as listeners, sum(filtered_plays) as plays,
        coalesce(sum(filtered_plays) filter (where is_served), 0) as served
      from asked cross join lateral (
        select listener_id, filtered_plays, filtered_plays > 0 and ${wasServed(sql)} as is_served
        from track_audience as heard
        where heard.track_id = asked.track_id and heard.day = asked.day and heard.rank >= asked.level
        offset 0
      ) as heard
      group by key, level
    ), unserved as materialized (
      select asked.key, row_number() over () as nth, heard.* from asked cross join lateral (
        select listener_id, track_id, device_id, started_at from track_offline_plays as heard
        where heard.track_id = asked.track_id and heard.day = asked.day and heard.rank >= asked.level
          and not ${wasServed(sql)}
        offset 0
      ) as heard
    ), saved as materialized (
      select heard.key, heard.nth from unserved as heard ${withLicences(sql)}
      union
      select heard.key, heard.nth from unserved as heard ${withTastes(sql)}
    ), licensed as (
      select key, count(*)::numeric as plays from saved group by key
    )
    select key, (listeners * (1 << level))::float8 as listeners,
      coalesce(least(1, (served + coalesce(licensed.plays, 0)) / nullif(counted.plays, 0)), 0)::float8 as proven
    from counted left join licensed using (key)`;
  return new Map(rows.map(({ key, ...audience }) => [key, audience]));
}

/**
 * The query `asked`: each track and day with listeners, its key, and the rank (`level`) from which on its listeners are a
 * sample of few enough rows; 0 for all of them. Of many tracks it meets more rows rather than fewer than 250 listeners.
 */
function sampleOf(sql: Sql | Tx, key: "day" | "week" | "month" | "track" | "all", { trackIds, from, to }: Span) {
  const group = key === "all"
    ? sql`'all'`
    : key === "track"
    ? sql`track_id::text`
    : sql`to_char(date_trunc(${key}, day), 'YYYY-MM-DD')`;
  return sql`days as materialized (
      select ${group} as key, track_id, day, listeners from track_day_listeners
      where track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
    ), most as (
      select greatest(${MOST_ROWS_EACH}, ${MOST_ROWS} / greatest(1, count(distinct key)))::numeric as rows from days
    ), asked as materialized (
      select key, track_id, day, least(
        ceil(log(2, greatest(1, sum(listeners) over same / (select rows from most)))),
        floor(log(2, greatest(1, max(listeners) over same / ${FEWEST_IN_SAMPLE}::numeric)))
      )::int as level
      from days window same as (partition by key)
    )`;
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
 * others. No sum is empty. Above 7,000 listener-days, of a sample as `audienceBy` takes it: where that is every fourth
 * listener, the first sum is of four times as many.
 */
export async function keenestListeners(
  sql: Sql | Tx,
  { keenest, ...span }: Span & { readonly keenest: number },
): Promise<{ listeners: number; plays: number; ms: number }[]> {
  return await sql<{ listeners: number; plays: number; ms: number }[]>`
    with ${sampleOf(sql, "all", span)}
    select (count(*) * (1 << level))::float8 as listeners, (sum(plays) * (1 << level))::float8 as plays,
      (sum(ms) * (1 << level))::float8 as ms
    from (
      select level, sum(filtered_plays) as plays, sum(filtered_ms) as ms,
        row_number() over (order by sum(filtered_ms) desc, listener_id) > ${keenest} as is_other
      from asked cross join lateral (
        select listener_id, filtered_plays, filtered_ms from track_audience as heard
        where heard.track_id = asked.track_id and heard.day = asked.day and heard.rank >= asked.level
        offset 0
      ) as heard
      group by listener_id, level having sum(filtered_ms) > 0
    ) as listeners
    group by is_other, level order by is_other`;
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
