import type { PlayReported } from "../../backend/listening/report/events.ts";
import type { UncountedEvent } from "../../backend/listening/uncounted_plays/events.ts";
import { eventsOf } from "../../backend/store/log/event.ts";
import { rowsOf, valuesOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import {
  bigint,
  day,
  ddlOf,
  int,
  moment,
  oneOf,
  smallint,
  table,
  text,
  typed,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import {
  changesOf,
  type Heard,
  heardIn,
  offlineIn,
  type OfflinePlay,
  type Part,
  partsOf,
  totalled,
} from "../moderation/report_figures.ts";
import { withLicences } from "./offline_licences.ts";
import { withTastes } from "./taste_songs.ts";
import { type Block, blocksOf, coverOf, type DayRange, partsOf as partsOfBlock, rangesOf } from "./day_blocks.ts";
import { countOf, type Estimate, NOBODY, packed, type Sketch, sketchOf, unionOf, unpacked } from "./distinct_sketch.ts";
import { wasServed } from "./served_streams.ts";
import { changesOfUncounted, isUncounted } from "../listening/uncounted_plays.ts";

const TRACK_AUDIENCE = table("track_audience", {
  trackId: uuid,
  day,
  listenerId: uuid,
  grossPlays: int,
  filteredPlays: int,
  rank: smallint,
  grossMs: bigint,
  filteredMs: bigint,
  lastAt: moment,
}, {
  key: ["trackId", "day", "rank", "listenerId"],
  fillfactor: 70,
  indexes: {
    // Partial: the planner must not read a track's whole history through it, where the primary key finds one day.
    track_audience_newest: "(track_id, last_at desc) where filtered_plays > 0",
  },
});

const TRACK_DAY_LISTENERS = table("track_day_listeners", {
  trackId: uuid,
  day,
  listeners: int,
}, { key: ["trackId", "day"], fillfactor: 70 });

const TRACK_SKETCHES = table("track_sketches", {
  trackId: uuid,
  kind: oneOf("gross", "counted"),
  days: smallint,
  start: day,
  hashes: typed<Uint8Array>("bytea"),
  registers: typed<Uint8Array>("bytea").optional,
}, { key: ["trackId", "kind", "days", "start"], fillfactor: 70 });

const TRACK_PARTS = table("track_parts", {
  trackId: uuid,
  day,
  kind: oneOf("source", "reason"),
  name: text,
  plays: int,
  ms: bigint,
}, { key: ["trackId", "day", "kind", "name"], fillfactor: 70 });

const TRACK_OFFLINE_PLAYS = table("track_offline_plays", {
  trackId: uuid,
  day,
  playId: uuid,
  listenerId: uuid,
  deviceId: text,
  rank: smallint,
  startedAt: moment,
}, { key: ["trackId", "day", "rank", "listenerId", "playId"] });

/**
 * Listeners of a track on a Lagos day, and what does not count and why: creators see this of their music.
 * `track_sketches` tells how many different ones there are in any span of days: of everybody (`gross`) and of those with
 * plays that count (`counted`), by blocks of days (`day_blocks.ts`). A read unites few of them, however many listened.
 * `track_day_listeners` counts the listeners, so that a read knows how many it would meet and takes a sample of too many.
 * `track_parts` holds the sources of counted plays, and the reasons for plays and time that were filtered out.
 * `track_offline_plays` names each filtered play without the network: a licence of its device may prove it.
 */
export const trackAudience: Projection<PlayReported | UncountedEvent> = {
  name: "track_audience",
  version: 7,
  mode: "async",
  place: "social",
  logs: ["plays"],
  on: ["PlayReported", "PlaysUncounted", "PlaysRecounted"],
  tables: ddlOf(TRACK_AUDIENCE, TRACK_DAY_LISTENERS, TRACK_SKETCHES, TRACK_PARTS, TRACK_OFFLINE_PLAYS),

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
  const columns = {
    uuid: ["trackId", "listenerId"],
    date: ["day"],
    smallint: ["rank"],
    int: ["grossPlays", "filteredPlays"],
    bigint: ["grossMs", "filteredMs"],
    ms: ["lastAt"],
  } as const;
  // Only a row that this statement inserts has no xmax.
  const written = await tx<Written[]>`
    insert into track_audience as known ${valuesOf(tx, ranked(rows), columns)}
    on conflict (track_id, day, rank, listener_id) do update set
      gross_plays = known.gross_plays + excluded.gross_plays,
      filtered_plays = known.filtered_plays + excluded.filtered_plays,
      gross_ms = known.gross_ms + excluded.gross_ms, filtered_ms = known.filtered_ms + excluded.filtered_ms,
      last_at = greatest(known.last_at, excluded.last_at)
    returning track_id, day::text, listener_id, xmax = 0 as is_new,
      filtered_plays > 0 as is_counted, filtered_plays`;
  const fresh = [
    ...Map.groupBy(written.filter((row) => row.isNew), ({ trackId, day }) => `${trackId} ${day}`).values(),
  ];
  const more = fresh.flatMap((same) => same.slice(0, 1).map((row) => ({ ...row, listeners: same.length })));
  await tx`
    insert into track_day_listeners as known ${TRACK_DAY_LISTENERS.values(tx, more)}
    on conflict (track_id, day) do update set listeners = known.listeners + excluded.listeners`;
  await sketch(tx, { rows, written });
}

/** A listener's day with a track as a batch left it. */
interface Written {
  readonly trackId: string;
  readonly day: string;
  readonly listenerId: string;
  readonly isNew: boolean;
  readonly isCounted: boolean;
  readonly filteredPlays: number;
}

type SketchKind = "gross" | "counted";

/** A sketch of a track: of whom, and of which days. */
interface SketchKey extends Block {
  readonly trackId: string;
  readonly kind: SketchKind;
}

/** Adds who is new to the sketches. A day on which a listener counts no longer gets new ones, from its rows. */
async function sketch(tx: Tx, { rows, written }: { rows: readonly Heard[]; written: readonly Written[] }) {
  const changes = new Map(rows.map((row) => [`${row.trackId} ${row.day} ${row.listenerId}`, row.filteredPlays]));
  const wasCounted = (row: Written) =>
    row.filteredPlays - (changes.get(`${row.trackId} ${row.day} ${row.listenerId}`) ?? 0) > 0;
  const came = written.flatMap((row) => [
    ...row.isNew ? [{ ...row, kind: "gross" as const }] : [],
    ...row.isCounted && !wasCounted(row) ? [{ ...row, kind: "counted" as const }] : [],
  ]);
  await addToSketches(tx, came);
  const gone = written.filter((row) => !row.isCounted && wasCounted(row));
  for (const [row] of Map.groupBy(gone, ({ trackId, day }) => `${trackId} ${day}`).values()) {
    if (row) await sketchAgain(tx, row);
  }
}

const keyOf = ({ trackId, kind, days, start }: SketchKey) => `${trackId} ${kind} ${days} ${start}`;

async function addToSketches(tx: Tx, came: readonly (Written & { readonly kind: SketchKind })[]): Promise<void> {
  const added = new Map<string, { key: SketchKey; ids: string[] }>();
  for (const { trackId, kind, day, listenerId } of came) {
    for (const block of blocksOf(day)) {
      const key = { trackId, kind, ...block };
      const known = added.get(keyOf(key)) ?? { key, ids: [] };
      known.ids.push(listenerId);
      added.set(keyOf(key), known);
    }
  }
  const stored = await readSketches(tx, [...added.values()].map(({ key }) => key));
  await storeSketches(
    tx,
    [...added].map(([name, { key, ids }]) => (
      { key, sketch: unionOf([stored.get(name) ?? NOBODY, sketchOf(ids)]) }
    )),
  );
}

/** A sketch cannot forget anybody: the day's is made of its rows again, and each larger one of its parts. */
async function sketchAgain(tx: Tx, { trackId, day }: { trackId: string; day: string }): Promise<void> {
  const counted = await tx<{ listenerId: string }[]>`
    select listener_id from track_audience where track_id = ${trackId} and day = ${day} and filtered_plays > 0`;
  for (const block of blocksOf(day)) {
    const key = { trackId, kind: "counted" as const, ...block };
    const parts = partsOfBlock(block).map((part) => ({ trackId, kind: "counted" as const, ...part }));
    const stored = await readSketches(tx, parts);
    const sketch = parts.length === 0 ? sketchOf(counted.map((row) => row.listenerId)) : unionOf(stored.values());
    if (sketch.hashes.length > 0) await storeSketches(tx, [{ key, sketch }]);
    else {
      await tx`
        delete from track_sketches
        where track_id = ${trackId} and kind = 'counted' and days = ${block.days} and start = ${block.start}`;
    }
  }
}

interface SketchRow extends SketchKey {
  readonly hashes: Uint8Array;
  readonly registers: Uint8Array | undefined;
}

const SKETCH = { uuid: ["trackId"], text: ["kind"], smallint: ["days"], date: ["start"] } as const;

/** The sketches that exist, by `keyOf`. */
async function readSketches(tx: Sql | Tx, keys: readonly SketchKey[]): Promise<Map<string, Sketch>> {
  if (keys.length === 0) return new Map();
  const rows = await tx<SketchRow[]>`
    select known.track_id, known.kind, known.days, known.start::text, known.hashes, known.registers
    from ${rowsOf(tx, keys, SKETCH)} as asked
    join track_sketches as known on known.track_id = asked.track_id and known.kind = asked.kind
      and known.days = asked.days and known.start = asked.start`;
  return new Map(rows.map((row) => [keyOf(row), unpacked(row.hashes, row.registers)]));
}

async function storeSketches(tx: Tx, all: readonly { key: SketchKey; sketch: Sketch }[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ key, sketch }) => ({ ...key, ...packed(sketch) }));
  const { text, ...others } = SKETCH;
  await tx`
    insert into track_sketches
    select track_id, kind, days, start, decode(hashes, 'hex'), decode(registers, 'hex')
    from ${rowsOf(tx, rows, { ...others, text: [...text, "hashes", "registers"] })} as made
    on conflict (track_id, kind, days, start) do update set hashes = excluded.hashes, registers = excluded.registers`;
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
  await tx`
    insert into track_parts as known ${TRACK_PARTS.values(tx, rows)}
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

/** How many different people listened, and how many of them to plays that count. */
interface Listeners {
  readonly gross: Estimate;
  readonly counted: Estimate;
}

export interface Audience extends Listeners {
  /** The part of the filtered plays that is proven: their bytes were served, or their device had a licence. 0 to 1. */
  readonly proven: number;
}

/** How many rows of listeners a read meets for all its points together, and for each where there are many of them. */
const MOST_ROWS = 7_000;
const MOST_ROWS_EACH = 250;
/** Of each key; so what a sample says of plays has a standard error of 50 / √250 = 3 percent at most. */
const FEWEST_IN_SAMPLE = 250;

type SeriesKey = "day" | "week" | "month" | "track";

/**
 * Listeners and proven plays by the first day of each day, week or month, or by track. Empty ones are missing from the
 * map. How many listeners there are is exact up to 1,024 and then estimated, with its error; it reads a few sketches of
 * each track, however many listened. What part is proven comes from a sample where there are many rows: every second,
 * fourth … listener, always the same ones, and never fewer than 250.
 */
export async function audienceBy(sql: Sql | Tx, key: SeriesKey, span: Span): Promise<Map<string, Audience>> {
  const { trackIds, from, to } = span;
  const ranges = key === "track" ? [{ key: "all", from, to }] : rangesOf(key, from, to);
  const found = await sketchesIn(sql, { trackIds, ranges, countsAlone: true });
  const all = Map.groupBy(found, (one) => key === "track" ? one.trackId : one.key);
  const listeners = new Map([...all].map(([name, sketches]) => [name, listenersIn(sketches)]));
  const proven = await provenBy(sql, { key, span, people: peopleIn(listeners) });
  return new Map([...listeners].map(([name, counts]) => [name, { ...counts, proven: proven.get(name) ?? 0 }]));
}

/** The sketches of everybody who listened to the tracks in the span, and of those with plays that count. */
export async function sketchesOf(
  sql: Sql | Tx,
  { trackIds, from, to }: Span,
): Promise<Readonly<Record<SketchKind, Sketch>>> {
  const found = await sketchesIn(sql, { trackIds, ranges: [{ key: "all", from, to }], countsAlone: false });
  const of = (kind: SketchKind) => unionOf(found.filter((one) => one.kind === kind).map(({ sketch }) => sketch));
  return { gross: of("gross"), counted: of("counted") };
}

/** Tracks one by one or together: `trackId` is empty for all of them together. */
export interface CountedDay {
  readonly trackId: string;
  readonly day: string;
  /** Of one track at least so many people. */
  readonly most: number;
  /** Hashes of those of tracks with few of them. */
  readonly few: readonly number[];
}

const HASH_BYTES = 8;

/**
 * The days with plays that count, in their order. Of tracks with fewer than `few` people on a day it says who they were, as
 * hashes.
 */
export async function countedDays(
  sql: Sql | Tx,
  { trackIds, from, to, few, each }: Span & { readonly few: number; readonly each: boolean },
): Promise<CountedDay[]> {
  const rows = await sql<{ trackId: string; day: string; most: number; few: Uint8Array | undefined }[]>`
    select ${each ? sql`track_id::text` : sql`''`} as track_id, start::text as day,
      (max(octet_length(hashes)) / ${HASH_BYTES})::int as most,
      string_agg(case when octet_length(hashes) < ${few * HASH_BYTES}::int then hashes end, '') as few
    from track_sketches
    where track_id = any(${[...trackIds]}::uuid[]) and kind = 'counted' and days = 1 and start between ${from} and ${to}
    group by 1, start order by start`;
  return rows.map((row) => ({ ...row, few: row.few ? [...unpacked(row.few, undefined).hashes] : [] }));
}

/** How many different people with plays that count each track had in days of its own; without any it is missing. */
export async function countedOfEach(
  sql: Sql | Tx,
  spans: readonly { readonly trackId: string; readonly from: string; readonly to: string }[],
): Promise<Map<string, Estimate>> {
  const keys = spans.flatMap(({ trackId, from, to }) =>
    coverOf(from, to).map((block): SketchKey => ({ trackId, kind: "counted", ...block }))
  );
  const found = Map.groupBy(await readSketches(sql, keys), ([key]) => key.split(" ")[0] ?? "");
  return new Map([...found].map(([trackId, all]) => [trackId, countOf(unionOf(all.map(([, sketch]) => sketch)))]));
}

/** No play of Orin is older. */
export const FIRST_DAY = "2024-01-01";

function listenersIn(found: readonly Found[]): Listeners {
  const of = (kind: SketchKind) => countOf(unionOf(found.filter((one) => one.kind === kind).map((one) => one.sketch)));
  return { gross: of("gross"), counted: of("counted") };
}

function peopleIn(listeners: ReadonlyMap<string, Listeners>) {
  return [...listeners].map(([key, { gross }]) => ({ key, people: gross.value }));
}

interface Found {
  readonly trackId: string;
  readonly key: string;
  readonly kind: SketchKind;
  readonly sketch: Sketch;
}

/** The sketches that make up each range, of each track. With `countsAlone` large ones come without their hashes. */
async function sketchesIn(
  sql: Sql | Tx,
  { trackIds, ranges, countsAlone }: {
    readonly trackIds: readonly string[];
    readonly ranges: readonly DayRange[];
    readonly countsAlone: boolean;
  },
): Promise<Found[]> {
  const blocks = ranges.flatMap(({ key, from, to }) => coverOf(from, to).map((block) => ({ key, ...block })));
  if (blocks.length === 0 || trackIds.length === 0) return [];
  // Without `offset 0`, the planner may read the whole table and join it.
  const rows = await sql<
    { trackId: string; key: string; kind: SketchKind; hashes: Uint8Array; registers: Uint8Array }[]
  >`
    select found.track_id, asked.key, found.kind, found.registers,
      case when ${countsAlone} and found.registers is not null then '' else found.hashes end as hashes
    from unnest(${[...trackIds]}::uuid[]) as own(id)
    cross join ${rowsOf(sql, blocks, { text: ["key"], smallint: ["days"], date: ["start"] })} as asked
    cross join (values ('gross'), ('counted')) as kinds(kind)
    cross join lateral (
      select track_id, kind, hashes, registers from track_sketches as known
      where known.track_id = own.id and known.kind = kinds.kind and known.days = asked.days
        and known.start = asked.start
      offset 0
    ) as found`;
  return rows.map(({ hashes, registers, ...row }) => ({ ...row, sketch: unpacked(hashes, registers) }));
}

/** What a sample is taken of: the keys, and about how many people each of them has. */
interface Sampled {
  readonly key: SeriesKey | "all";
  readonly span: Span;
  readonly people: readonly { readonly key: string; readonly people: number }[];
}

/** The proven part of the filtered plays of each key. */
async function provenBy(sql: Sql | Tx, sampled: Sampled): Promise<Map<string, number>> {
  // Without `offset 0`, the planner may read all rows of the table and join them.
  const rows = await sql<{ key: string; proven: number }[]>`
    with ${sampleOf(sql, sampled)}, counted as (
      select key, level, sum(filtered_plays) as plays,
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
    select key,
      coalesce(least(1, (served + coalesce(licensed.plays, 0)) / nullif(counted.plays, 0)), 0)::float8 as proven
    from counted left join licensed using (key)`;
  return new Map(rows.map(({ key, proven }) => [key, proven]));
}

/**
 * The query `asked`: each track and day with listeners, its key, and the rank (`level`) from which on its listeners are a
 * sample of few enough rows; 0 for all of them. It meets more rows rather than fewer than 250 people.
 */
function sampleOf(sql: Sql | Tx, { key, span: { trackIds, from, to }, people }: Sampled) {
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
      select days.key, track_id, day, least(
        ceil(log(2, greatest(1, sum(listeners) over same / (select rows from most)))),
        floor(log(2, greatest(1, known.people / ${FEWEST_IN_SAMPLE}::numeric)))
      )::int as level
      from days left join ${rowsOf(sql, people, { text: ["key"], int: ["people"] })} as known on known.key = days.key
      window same as (partition by days.key)
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
 * listener, the first sum is of four times as many. `people`: about how many listened.
 */
export async function keenestListeners(
  sql: Sql | Tx,
  { keenest, people, ...span }: Span & { readonly keenest: number; readonly people: number },
): Promise<{ listeners: number; plays: number; ms: number }[]> {
  return await sql<{ listeners: number; plays: number; ms: number }[]>`
    with ${sampleOf(sql, { key: "all", span, people: [{ key: "all", people }] })}
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

/**
 * Who heard plays that count, or a fair sample of them where there are more than `most`: of every second, fourth …
 * listener, always the same ones. `people`: about how many listened; `each`: how many listeners one of the
 * answer represents.
 */
export async function listenersAmong(
  sql: Sql | Tx,
  { people, most, ...span }: Span & { readonly people: number; readonly most: number },
): Promise<{ listenerIds: string[]; each: number }> {
  const rows = await sql<{ listenerId: string; level: number }[]>`
    with ${sampleOf(sql, { key: "all", span, people: [{ key: "all", people }] })}
    select distinct listener_id, level from asked cross join lateral (
      select listener_id from track_audience as heard
      where heard.track_id = asked.track_id and heard.day = asked.day and heard.rank >= asked.level
        and filtered_plays > 0
      offset 0
    ) as heard`;
  let listenerIds = rows.map((row) => row.listenerId);
  let level = rows[0]?.level ?? 0;
  while (listenerIds.length > most) {
    level++;
    listenerIds = listenerIds.filter((listenerId) => rankOf(listenerId) >= level);
  }
  return { listenerIds, each: 2 ** level };
}

/** The newest listeners of the tracks, each once per track and day. Moments in epoch ms. */
export async function newestPlays(
  sql: Sql | Tx,
  trackIds: readonly string[],
  limit: number,
): Promise<{ trackId: string; listenerId: string; at: number }[]> {
  const rows = await sql<{ trackId: string; listenerId: string; lastAt: number }[]>`
    select newest.* from unnest(${[...trackIds]}::uuid[]) as asked(id)
    cross join lateral (
      select track_id, listener_id, last_at from track_audience
      where track_id = asked.id and filtered_plays > 0 order by last_at desc limit ${limit}
    ) as newest
    order by last_at desc limit ${limit}`;
  return rows.map((row) => ({ trackId: row.trackId, listenerId: row.listenerId, at: row.lastAt }));
}
