import { lagosDay } from "../../contract/policy.ts";
import { plainArray, rowsOf, textArray } from "../../store/projections/columns.ts";
import { rawSql, type Sql } from "../../store/sql.ts";
import type { Listener } from "./listener.ts";

/** A stream that served enough to prove a play, or the whole song. */
interface ServedStream {
  readonly grantId: string;
  readonly shard: number;
  readonly subject: string;
  readonly trackId: string;
  readonly address: string | undefined;
  readonly bytes: number;
  /** Epoch ms: its day is the one that a play of it is reported for. */
  readonly begunAt: number;
  /** Epoch ms. */
  readonly countedAt: number;
  readonly isWhole: boolean;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Forgets what was served to visitors before yesterday (`now` in epoch ms): it counted against the free plays of its day
 * alone. What was served to people with an account stays, because their plays are proven by it.
 */
export async function forgetVisitors(sql: Sql, now: number): Promise<void> {
  await sql`
    delete from served_streams where address is not null and day < ${lagosDay(now - DAY_MS)}`;
}

/** Longer ago than a play may be reported for. */
const PROVES_FOR_DAYS = 16;

/**
 * Forgets deliveries whose tickets ended so long ago that they prove no play any more (`now` in epoch ms). Of each track
 * that a listener was sent whole the first delivery stays: an offline licence of theirs may cover it.
 */
export async function forgetDeliveries(sql: Sql, now: number): Promise<void> {
  await sql`
    delete from deliveries as old
    where ends_at < ${new Date(now - PROVES_FOR_DAYS * DAY_MS)} and (whole_at is null or exists (
      select from deliveries as first
      where first.shard = old.shard and first.listener_id = old.listener_id and first.track_id = old.track_id
        and (first.whole_at, first.ticket_id) < (old.whole_at, old.ticket_id)
    ))`;
}

/** Forgets parts of songs from before yesterday (`now` in epoch ms): only the free plays of a day are counted by them. */
export async function forgetParts(sql: Sql, now: number): Promise<void> {
  await sql`delete from songs_in_part where day < ${lagosDay(now - DAY_MS)}`;
}

/** Notes a grant once, and once more when the song is whole. Reads: projections/catalogue/served_streams.ts. */
export async function noteStream(sql: Sql, stream: ServedStream): Promise<void> {
  const { grantId, shard, subject, trackId, address = null, bytes, begunAt, countedAt, isWhole } = stream;
  const at = new Date(countedAt);
  await sql`
    insert into served_streams as known (grant_id, shard, subject, day, track_id, bytes_served, counted_at, address,
      whole_at)
    values (${grantId}, ${shard}, ${subject}, ${lagosDay(begunAt)}, ${trackId}, ${bytes}, ${at}, ${address},
      ${isWhole ? at : null})
    on conflict (grant_id, shard) do update set bytes_served = excluded.bytes_served, whole_at = excluded.whole_at
    where known.whole_at is null and excluded.whole_at is not null`;
}

/** What a process has sent of a song to a listener since they last took it whole, and the grant that added to it. */
export interface SongPart extends Omit<ServedStream, "isWhole"> {
  /** Lagos day on which the first of it was sent. */
  readonly day: string;
  /** How often the listener had taken the song that day when this part began. */
  readonly taken: number;
  /** From how much of it the song is whole. */
  readonly wholeMs: number;
  readonly stretches: Stretches;
}

/** In ms of the track. */
type Stretches = readonly (readonly [from: number, to: number])[];

/**
 * Adds parts of songs to what other processes have sent of them, and notes the streams that made a song whole. The lock
 * of a song's row lets it become whole once, and a part that began before that adds nothing. No two parts may be of the
 * same song and day. Answers how much of each song was sent by now, undefined where another process has made it whole.
 */
export async function noteParts(sql: Sql, parts: readonly SongPart[]): Promise<(number | undefined)[]> {
  const rows = parts.map((part, at) => ({
    ...{ ...part, at, wholeMs: Math.ceil(part.wholeMs), stretches: multirange(part.stretches) },
    begunOn: lagosDay(part.begunAt),
  }));
  const said = rowsOf(sql, rows, {
    ...{ uuid: ["grantId", "trackId"], smallint: ["shard"], text: ["subject", "stretches", "address"] },
    ...{ date: ["day", "begunOn"], int: ["at", "taken", "wholeMs"], bigint: ["bytes"], ms: ["countedAt"] },
  });
  const found = await sql<{ at: number; sentMs: number }[]>`
    with said as materialized (select * from ${said} as said),
    added as (
      insert into songs_in_part as known (shard, subject, track_id, day, taken, stretches, sent_ms, whole_ms)
      select shard, subject, track_id, day, taken, stretches::int4multirange, sound.ms, whole_ms
      from said cross join lateral ${msIn(sql, sql`stretches::int4multirange`)}
      order by shard, subject, track_id, day
      on conflict (shard, subject, track_id, day) do update set (taken, stretches, sent_ms) = (
        select excluded.taken, joined.stretches, sound.ms
        from (
          select case when excluded.taken > known.taken then excluded.stretches
            else known.stretches + excluded.stretches end as stretches
        ) as joined cross join lateral ${msIn(sql, sql`joined.stretches`)}
      )
      where excluded.taken = known.taken + (known.sent_ms >= known.whole_ms)::int
      returning shard, subject, track_id, day, sent_ms
    ),
    noted as (
      insert into served_streams as known (grant_id, shard, subject, day, track_id, bytes_served, counted_at, address,
        whole_at)
      select grant_id, shard, subject, begun_on, track_id, bytes, counted_at, address, counted_at
      from said join added using (shard, subject, track_id, day)
      where sent_ms >= whole_ms
      order by grant_id
      on conflict (grant_id, shard) do update set bytes_served = excluded.bytes_served, whole_at = excluded.whole_at
      where known.whole_at is null
    )
    select at, sent_ms from said join added using (shard, subject, track_id, day)`;
  const sent = new Map(found.map((row) => [row.at, row.sentMs]));
  return parts.map((_, at) => sent.get(at));
}

/** A free play waits no longer than this for a song that is being sent to become a whole one. */
export const LONGEST_BEGINNING_MS = 15 * 60_000;

export interface SongToBegin {
  readonly listener: Pick<Listener, "shard" | "subject">;
  readonly trackId: string;
  readonly grantId: string;
}

/** The tracks of songs that are beginning, by the key of each begin. */
export type Beginnings = ReadonlyMap<string, string>;

type Songs = Readonly<Record<string, readonly [trackId: string, grantId: string, endsAt: number]>>;

/**
 * Adds a song that begins, under a key of its own, and answers those that began before it (`now` in epoch ms). The lock
 * of the listener's row puts songs in order that begin at the same time: of two, one knows of the other. There is no
 * parameter after `on conflict`, as in `noteDeliveries`.
 */
export async function noteBeginning(sql: Sql, key: string, { song, now }: NotedBeginning): Promise<Beginnings> {
  const { listener: { shard, subject }, trackId, grantId } = song;
  const [row] = await sql<{ songs: Songs }[]>`
    insert into songs_beginning as known (shard, subject, songs, noted_at)
    values (${shard}, ${subject}, jsonb_build_object(
      ${key}::text, jsonb_build_array(${trackId}::text, ${grantId}::text, ${now + LONGEST_BEGINNING_MS}::bigint)
    ), ${new Date(now)})
    on conflict (shard, subject) do update set noted_at = excluded.noted_at, songs = (
      select coalesce(jsonb_object_agg(key, song), '{}') from jsonb_each(known.songs) as one(key, song)
      where (song ->> 2)::bigint > extract(epoch from excluded.noted_at) * 1000
    ) || excluded.songs
    returning songs`;
  const before = Object.entries(row?.songs ?? {}).filter(([other]) => other !== key);
  return new Map(before.map(([other, [track]]) => [other, track]));
}

interface NotedBeginning {
  readonly song: SongToBegin;
  readonly now: number;
}

/** The listener's songs that are beginning now (epoch ms) and have no free play yet. */
export async function findBeginnings(
  sql: Sql,
  { shard, subject }: SongToBegin["listener"],
  now: number,
): Promise<Beginnings> {
  const rows = await sql<{ key: string; trackId: string }[]>`
    select one.key, one.song ->> 0 as track_id
    from songs_beginning cross join lateral jsonb_each(songs) as one(key, song)
    where shard = ${shard} and subject = ${subject} and (one.song ->> 2)::bigint > ${now} and not exists (
      select from served_streams as served
      where served.shard = ${shard} and served.grant_id = (one.song ->> 1)::uuid and served.whole_at is not null
    )`;
  return new Map(rows.map(({ key, trackId }) => [key, trackId]));
}

/** Takes songs out that are whole or were left. */
export async function endBeginnings(
  sql: Sql,
  { shard, subject }: SongToBegin["listener"],
  keys: readonly string[],
): Promise<void> {
  await sql`
    update songs_beginning set songs = songs - ${[...keys]}::text[] where shard = ${shard} and subject = ${subject}`;
}

/** Forgets listeners of whom no song has begun for an hour (`now` in epoch ms). */
export async function forgetBeginnings(sql: Sql, now: number): Promise<void> {
  await sql`delete from songs_beginning where noted_at < ${new Date(now - 4 * LONGEST_BEGINNING_MS)}`;
}

/** What was sent to a listener under a ticket since it was written down last. Moments in epoch ms. */
export interface Delivery {
  readonly shard: number;
  readonly listenerId: string;
  readonly trackId: string;
  readonly durationMs: number;
  readonly ticketId: string;
  readonly device: string | undefined;
  readonly speed: number;
  readonly isCopy: boolean;
  readonly beganAt: number;
  readonly lastAt: number;
  readonly endsAt: number;
  readonly stretches: Stretches;
}

/** A real listener makes fewer stretches than this: no further ones are noted of such a ticket. */
const MOST_STRETCHES = "500";

/** From how much of it a track counts as delivered whole: the last bytes hold no sound. */
const WHOLE_SHARE = 0.98;

/**
 * Writes down what was delivered, in one statement. Stretches of several processes add up, and the same one twice
 * counts once. Reads: projections/listening/deliveries.ts. There is no parameter after `on conflict`: an engine that
 * spreads the table sends that part to the shard without the types of the others.
 */
export async function noteDeliveries(sql: Sql, rows: readonly Delivery[]): Promise<void> {
  const of = (pick: (row: Delivery) => string | number | boolean) => plainArray(rows.map(pick));
  await sql`
    insert into deliveries as known (shard, listener_id, track_id, ticket_id, device, speed, is_copy, began_at, last_at,
      ends_at, stretches, delivered_ms, whole_ms, whole_at)
    select shard, listener, track, ticket, device, speed, is_copy, to_timestamp(began / 1000), to_timestamp(last / 1000),
      to_timestamp(ends / 1000), stretches, sound.ms, whole, case when sound.ms >= whole then to_timestamp(last / 1000) end
    from unnest(
      ${of((row) => row.shard)}::text::smallint[], ${of((row) => row.listenerId)}::text::uuid[],
      ${of((row) => row.trackId)}::text::uuid[], ${of((row) => row.ticketId)}::text::uuid[],
      ${textArray(rows.map((row) => row.device))}::text::text[], ${of((row) => row.speed)}::text::real[],
      ${of((row) => row.isCopy)}::text::boolean[], ${of((row) => row.beganAt)}::text::float8[],
      ${of((row) => row.lastAt)}::text::float8[], ${of((row) => row.endsAt)}::text::float8[],
      ${textArray(rows.map((row) => multirange(row.stretches)))}::text::int4multirange[],
      ${of((row) => Math.floor(row.durationMs * WHOLE_SHARE))}::text::int[]
    ) as t(shard, listener, track, ticket, device, speed, is_copy, began, last, ends, stretches, whole)
    cross join lateral ${msIn(sql, sql`t.stretches`)}
    order by shard, listener, track, ticket
    on conflict (shard, listener_id, track_id, ticket_id) do update set (last_at, ends_at, stretches, delivered_ms, whole_at) = (
      select greatest(known.last_at, excluded.last_at), greatest(known.ends_at, excluded.ends_at), known.stretches + excluded.stretches, sound.ms,
        coalesce(known.whole_at, case when sound.ms >= known.whole_ms then excluded.last_at end)
      from ${msIn(sql, sql`known.stretches + excluded.stretches`)}
    )
    where (select count(*) from unnest(known.stretches + excluded.stretches)) <= ${rawSql(MOST_STRETCHES)}`;
}

function msIn(sql: Sql, stretches: ReturnType<Sql>) {
  return sql`(
    select coalesce(sum(upper(stretch) - lower(stretch)), 0)::int as ms from unnest(${stretches}) as stretch
  ) as sound`;
}

/** Whole ms: a part of one proves nothing. */
function multirange(stretches: Stretches): string {
  const ranges = stretches.map(([from, to]) => [Math.ceil(from), Math.floor(to)] as const);
  return `{${ranges.filter(([from, to]) => to > from).map(([from, to]) => `[${from},${to})`).join(",")}}`;
}
