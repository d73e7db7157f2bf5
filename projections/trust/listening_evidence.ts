import { lagosDay, MAX_PLAY_AGE_MS } from "../../backend/contract/policy.ts";
import type { PlayReported } from "../../backend/listening/report/events.ts";
import { rowsOf, valuesOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, day, ddlOf, int, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { type Change, changesOf, totalled } from "../moderation/report_figures.ts";
import type { Report } from "../listening/plays.ts";
import { wasServed } from "../catalogue/served_streams.ts";
import { withOwners } from "../catalogue/tracks.ts";

/** What a report adds to a listener's day, track and device. The shard is text, because numbers are what is added up. */
interface Evidence {
  readonly shard: string;
  readonly listenerId: string;
  readonly day: string;
  readonly trackId: string;
  readonly deviceId: string;
  /** Why we did not credit all of it; empty where we did. */
  readonly reason: string;
  readonly plays: number;
  readonly counted: number;
  readonly offline: number;
  readonly claimedMs: number;
  readonly creditedMs: number;
  readonly units: number;
}

/** What the report before had added is taken back: its reason and device may be others. */
function evidenceIn({ now, before }: Change): Evidence[] {
  return before ? [evidenceOf(now, 1), evidenceOf(before, -1)] : [evidenceOf(now, 1)];
}

function evidenceOf(report: Report, sign: 1 | -1): Evidence {
  const { shard, listenerId, day, trackId, deviceId = "", reason = "", counted, offline } = report;
  return {
    shard: String(shard),
    listenerId,
    day,
    trackId,
    deviceId,
    reason,
    plays: sign,
    counted: sign * Number(counted),
    offline: sign * Number(counted && offline),
    claimedMs: sign * report.listenedMs,
    creditedMs: sign * report.creditedMs,
    units: sign * report.units,
  };
}

interface HoursHeard {
  readonly shard: number;
  readonly listenerId: string;
  readonly day: string;
  /** Bit n is the hour from n o'clock in Lagos. */
  readonly hours: number;
}

const HOUR_MS = 3_600_000;

/**
 * The hours that plays touch, from when they began for as long as was listened. One row for each listener and day. What
 * a report says to be longer than any can be is not followed to its end.
 */
export function hoursIn(reports: readonly Report[]): HoursHeard[] {
  const rows = new Map<string, HoursHeard>();
  for (const { shard, listenerId, startedAt, listenedMs } of reports) {
    const end = startedAt + Math.min(listenedMs, MAX_PLAY_AGE_MS);
    for (let at = startedAt; at < end; at = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS) {
      const day = lagosDay(at);
      const hour = (Math.floor(at / HOUR_MS) + 1) % 24;
      const known = rows.get(`${listenerId} ${day}`)?.hours ?? 0;
      rows.set(`${listenerId} ${day}`, { shard, listenerId, day, hours: known | (1 << hour) });
    }
  }
  return [...rows.values()];
}

const LISTENING_EVIDENCE = table("listening_evidence", {
  shard: smallint,
  listenerId: uuid,
  day,
  trackId: uuid,
  reason: text,
  plays: int,
  counted: int,
  offline: int,
  claimedMs: bigint,
  creditedMs: bigint,
  units: bigint,
}, { key: ["shard", "listenerId", "day", "trackId", "reason"], fillfactor: 80 });

const DEVICE_LISTENERS = table("device_listeners", {
  shard: smallint,
  listenerId: uuid,
  deviceId: text,
  plays: int,
  claimedMs: bigint,
  creditedMs: bigint,
  units: bigint,
}, {
  key: ["shard", "listenerId", "deviceId"],
  fillfactor: 80,
  indexes: { device_listeners_by_device: "(device_id, listener_id) where device_id <> ''" },
});

const LISTENING_HOURS = table("listening_hours", {
  shard: smallint,
  listenerId: uuid,
  day,
  hours: int.check("hours between 1 and 16777215"),
}, { key: ["shard", "listenerId", "day"] });

/**
 * What each listener's rewards came from: days, tracks and devices, why some time was not credited, and which hours of
 * a day were covered. A row is a sum: the size follows what a listener does in a day, and no read meets the
 * plays themselves.
 */
export const listeningEvidence: Projection<PlayReported> = {
  name: "listening_evidence",
  version: 1,
  mode: "async",
  place: "shard",
  logs: ["plays"],
  on: ["PlayReported"],
  tables: ddlOf(LISTENING_EVIDENCE, DEVICE_LISTENERS, LISTENING_HOURS),

  async apply(tx, events) {
    const changes = await changesOf(tx, events);
    const evidence = changes.flatMap(evidenceIn);
    await addDays(
      tx,
      totalled(evidence, ({ listenerId, day, trackId, reason }) => `${listenerId} ${day} ${trackId} ${reason}`),
    );
    await addDevices(tx, totalled(evidence, ({ listenerId, deviceId }) => `${listenerId} ${deviceId}`));
    await addHours(tx, hoursIn(changes.map(({ now }) => now)));
  },
};

async function addDays(tx: Tx, rows: readonly Evidence[]): Promise<void> {
  const values = valuesOf(tx, rows, {
    smallint: ["shard"],
    uuid: ["listenerId", "trackId"],
    date: ["day"],
    text: ["reason"],
    int: ["plays", "counted", "offline"],
    bigint: ["claimedMs", "creditedMs", "units"],
  });
  await tx`
    insert into listening_evidence as known ${values}
    on conflict (shard, listener_id, day, track_id, reason) do update set
      plays = known.plays + excluded.plays, counted = known.counted + excluded.counted,
      offline = known.offline + excluded.offline, claimed_ms = known.claimed_ms + excluded.claimed_ms,
      credited_ms = known.credited_ms + excluded.credited_ms, units = known.units + excluded.units`;
}

async function addDevices(tx: Tx, rows: readonly Evidence[]): Promise<void> {
  const values = valuesOf(tx, rows, {
    smallint: ["shard"],
    uuid: ["listenerId"],
    text: ["deviceId"],
    int: ["plays"],
    bigint: ["claimedMs", "creditedMs", "units"],
  });
  await tx`
    insert into device_listeners as known ${values}
    on conflict (shard, listener_id, device_id) do update set plays = known.plays + excluded.plays,
      claimed_ms = known.claimed_ms + excluded.claimed_ms, credited_ms = known.credited_ms + excluded.credited_ms,
      units = known.units + excluded.units`;
}

async function addHours(tx: Tx, rows: readonly HoursHeard[]): Promise<void> {
  await tx`
    insert into listening_hours as known ${LISTENING_HOURS.values(tx, rows)}
    on conflict (shard, listener_id, day) do update set hours = known.hours | excluded.hours`;
}

/** Plays of which `claimedMs` was reported and `creditedMs` was paid with `units`. */
export interface HeardSum {
  readonly plays: number;
  readonly claimedMs: number;
  readonly creditedMs: number;
  readonly units: number;
}

/** The listener in question. */
export interface Listener {
  readonly shard: number;
  readonly listenerId: string;
}

/** All of a listener's days (YYYY-MM-DD), newest first; `hours` counts the hours of the day with listening. */
export async function evidenceByDay(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
): Promise<(HeardSum & { day: string; hours: number })[]> {
  return await sql<(HeardSum & { day: string; hours: number })[]>`
    select heard.*, coalesce(bit_count(touched.hours::bit(24)), 0)::int as hours from (
      select day::text as day, sum(plays)::int as plays, sum(claimed_ms)::bigint as claimed_ms,
        sum(credited_ms)::bigint as credited_ms, sum(units)::bigint as units
      from listening_evidence where shard = ${shard} and listener_id = ${listenerId} group by day
    ) as heard
    left join listening_hours as touched
      on touched.shard = ${shard} and touched.listener_id = ${listenerId} and touched.day = heard.day::date
    order by heard.day desc`;
}

/** What a listener heard of each track on these days, newest day first: at most `limit` days of tracks. */
export async function heardOnDays(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
  { from, to, limit }: Days & { limit: number },
): Promise<(HeardSum & { trackId: string; day: string })[]> {
  return await sql<(HeardSum & { trackId: string; day: string })[]>`
    select track_id, day::text as day, sum(plays)::int as plays, sum(claimed_ms)::bigint as claimed_ms,
      sum(credited_ms)::bigint as credited_ms, sum(units)::bigint as units
    from listening_evidence where shard = ${shard} and listener_id = ${listenerId}
      and day between ${from}::text::date and ${to}::text::date
    group by listening_evidence.day, track_id having sum(plays) > 0
    order by listening_evidence.day desc, track_id limit ${limit}`;
}

/** Of plays with these reasons only what was credited can have been heard. */
const NOT_HEARD = ["not_delivered", "overlap", "future", "too_old", "before_account"];

/** A day with a track; `heardMs` leaves out what cannot have been heard, or was heard twice at the same time. */
export interface HeardTrackDay {
  readonly trackId: string;
  readonly day: string;
  readonly plays: number;
  readonly heardMs: number;
  readonly units: number;
}

/** What a listener heard on these days, by day and track. */
export async function heardBy(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
  { from, to }: Days,
): Promise<HeardTrackDay[]> {
  return await sql<HeardTrackDay[]>`
    select track_id, day::text as day, sum(units)::bigint as units,
      sum(case when reason = any(${NOT_HEARD}::text[]) then 0 else counted end)::int as plays,
      sum(case when reason = any(${NOT_HEARD}::text[]) then credited_ms else claimed_ms end)::bigint as heard_ms
    from listening_evidence where shard = ${shard} and listener_id = ${listenerId}
      and day between ${from}::text::date and ${to}::text::date
    group by listening_evidence.day, track_id`;
}

/** Counted plays of each of these days, those of them without a network, and how long those lasted, ms. */
export async function countedOnDays(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
  { from, to }: Days,
): Promise<{ day: string; counted: number; offline: number; offlineMs: number }[]> {
  return await sql<{ day: string; counted: number; offline: number; offlineMs: number }[]>`
    select day::text as day, sum(counted)::int as counted, sum(offline)::int as offline,
      coalesce(sum(claimed_ms * offline / nullif(plays, 0)), 0)::bigint as offline_ms
    from listening_evidence where shard = ${shard} and listener_id = ${listenerId}
      and day between ${from}::text::date and ${to}::text::date
    group by listening_evidence.day order by listening_evidence.day`;
}

/** All tracks a listener has heard, best paid first. */
export async function evidenceByTrack(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
): Promise<(HeardSum & { trackId: string })[]> {
  return await sql<(HeardSum & { trackId: string })[]>`
    select track_id, sum(plays)::int as plays, sum(claimed_ms)::bigint as claimed_ms,
      sum(credited_ms)::bigint as credited_ms, sum(units)::bigint as units
    from listening_evidence where shard = ${shard} and listener_id = ${listenerId}
    group by track_id order by units desc, plays desc, track_id`;
}

/** The day (YYYY-MM-DD) on which a listener last heard each of these tracks; those never heard are missing. */
export async function lastHeardDays(
  sql: Sql | Tx,
  { shard, listenerId }: Listener,
  trackIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ trackId: string; day: string }[]>`
    select track_id, max(day)::text as day from listening_evidence
    where shard = ${shard} and listener_id = ${listenerId} and track_id = any(${[...trackIds]}::uuid[])
    group by track_id having sum(plays) > 0`;
  return new Map(rows.map((row) => [row.trackId, row.day]));
}

/** A listener's plays in all, as a case file sums them up. */
export interface WholeEvidence {
  /** Newest first; `hours` counts the hours of the day with listening. */
  readonly days: readonly (HeardSum & { readonly day: string; readonly hours: number })[];
  /** Best paid first. */
  readonly tracks: readonly (HeardSum & { readonly trackId: string })[];
  /** Why we did not credit everything, largest loss first. */
  readonly reasons: readonly { readonly reason: string; readonly plays: number; readonly lostMs: number }[];
  /** The days with many plays of one track, most plays first. */
  readonly loops: readonly (HeardSum & { readonly trackId: string; readonly day: string })[];
  readonly proof: Proof;
}

/** Which columns a row of `wholeEvidenceOf` is a sum by: bits of those that it is not. */
const BY = { dayAndTrack: 0b001, day: 0b011, track: 0b101, reason: 0b110, nothing: 0b111 } as const;

/** What a statement says of a listener's rows: sums by what `by` says. */
type EvidenceRow = HeardSum & Proof & {
  readonly listenerId: string;
  readonly by: number;
  readonly day: string;
  readonly trackId: string;
  readonly reason: string;
  readonly hours: number;
};

/**
 * All of it in one look at the listeners' rows, of which there are thousands: each question alone would read them again.
 * A loop has at least `plays` plays of one track on a day; at most `limit` are named. Every listener is in the map.
 */
export async function wholeEvidenceOf(
  sql: Sql | Tx,
  listeners: readonly Listener[],
  { plays, limit }: { plays: number; limit: number },
): Promise<Map<string, WholeEvidence>> {
  const rows = await sql<EvidenceRow[]>`
    with heard as materialized (
      select heard.*, ${wasServed(sql)} as served
      from ${rowsOf(sql, listeners, { smallint: ["shard"], uuid: ["listenerId"] })} as asked
      join listening_evidence as heard on heard.shard = asked.shard and heard.listener_id = asked.listener_id
    ), sums as (
      select shard, listener_id, grouping(day, track_id, reason) as by, day, track_id, reason,
        sum(plays)::int as plays, sum(claimed_ms)::bigint as claimed_ms, sum(credited_ms)::bigint as credited_ms,
        sum(units)::bigint as units, coalesce(sum(counted), 0)::int as counted,
        coalesce(sum(offline) filter (where not served), 0)::int as offline,
        coalesce(sum(counted - offline) filter (where not served), 0)::int as unproven
      from heard group by shard, listener_id, grouping sets ((day, track_id), (day), (track_id), (reason), ())
      having grouping(day, track_id, reason) <> ${BY.dayAndTrack} or sum(plays) >= ${plays}
    )
    select sums.listener_id as "listenerId", sums.by, sums.day::text as day, track_id as "trackId", reason, plays,
      claimed_ms as "claimedMs", credited_ms as "creditedMs", units, counted, offline, unproven,
      coalesce(bit_count(touched.hours::bit(24)), 0)::int as hours
    from sums left join listening_hours as touched on sums.by = ${BY.day} and touched.shard = sums.shard
      and touched.listener_id = sums.listener_id and touched.day = sums.day`;
  const byListener = Map.groupBy(rows, ({ listenerId }) => listenerId);
  return new Map(listeners.map(({ listenerId }) => [listenerId, wholeIn(byListener.get(listenerId) ?? [], limit)]));
}

function wholeIn(rows: readonly EvidenceRow[], mostLoops: number): WholeEvidence {
  const sumsBy = (by: number) => rows.filter((row) => row.by === by);
  const reasons = sumsBy(BY.reason).filter((row) => row.reason !== "" && row.plays > 0);
  const [{ counted, offline, unproven } = UNHEARD] = sumsBy(BY.nothing);
  return {
    days: sumsBy(BY.day).map(({ day, hours, ...row }) => ({ day, hours, ...heardIn(row) }))
      .sort((one, two) => inOrder(two.day, one.day)),
    tracks: sumsBy(BY.track).map(({ trackId, ...row }) => ({ trackId, ...heardIn(row) }))
      .sort((one, two) => two.units - one.units || two.plays - one.plays || inOrder(one.trackId, two.trackId)),
    reasons: reasons.map(({ reason, plays, claimedMs, creditedMs }) => ({
      reason,
      plays,
      lostMs: claimedMs - creditedMs,
    }))
      .sort((one, two) => two.lostMs - one.lostMs || inOrder(one.reason, two.reason)),
    loops: sumsBy(BY.dayAndTrack).map(({ day, trackId, ...row }) => ({ day, trackId, ...heardIn(row) }))
      .sort((one, two) => two.plays - one.plays || inOrder(two.day, one.day) || inOrder(one.trackId, two.trackId))
      .slice(0, mostLoops),
    proof: { counted, offline, unproven },
  };
}

function heardIn({ plays, claimedMs, creditedMs, units }: HeardSum): HeardSum {
  return { plays, claimedMs, creditedMs, units };
}

function inOrder(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Counted plays, and those of them that no bytes prove: heard without the network, or with it. */
interface Proof {
  readonly counted: number;
  readonly offline: number;
  readonly unproven: number;
}

const UNHEARD: Proof = { counted: 0, offline: 0, unproven: 0 };

/** Counted plays of a listener, and those of them that no bytes prove. */
export async function countUnproven(sql: Sql | Tx, { shard, listenerId }: Listener): Promise<Proof> {
  const [row] = await sql<Proof[]>`
    with heard as materialized (
      select counted, offline, ${wasServed(sql)} as served from listening_evidence as heard
      where shard = ${shard} and listener_id = ${listenerId}
    )
    select coalesce(sum(counted), 0)::int as counted,
      coalesce(sum(offline) filter (where not served), 0)::int as offline,
      coalesce(sum(counted - offline) filter (where not served), 0)::int as unproven
    from heard`;
  return row ?? UNHEARD;
}

/** How many plays a listener has: a row a device is added up, however many plays there are. */
export async function countPlays(sql: Sql | Tx, { shard, listenerId }: Listener): Promise<number> {
  const [row] = await sql<{ plays: number }[]>`
    select coalesce(sum(plays), 0)::int as plays from device_listeners
    where shard = ${shard} and listener_id = ${listenerId}`;
  return row?.plays ?? 0;
}

/** So many listeners who share a device are named. */
const MOST_OTHERS = 50;

/** What was heard on a device, and `others` who share it, at most 50. */
export interface HeardDevice extends HeardSum {
  readonly deviceId: string;
  readonly others: string[];
}

/** A listener's devices, best paid first. */
export async function devicesOf(sql: Sql | Tx, listener: Listener): Promise<HeardDevice[]> {
  return (await devicesOfMany(sql, [listener])).get(listener.listenerId) ?? [];
}

/** The same of many listeners; who has none is missing from the map. */
export async function devicesOfMany(
  sql: Sql | Tx,
  listeners: readonly Listener[],
): Promise<Map<string, HeardDevice[]>> {
  const devices = await sql<(HeardSum & { listenerId: string; deviceId: string })[]>`
    select own.listener_id, device_id, plays, claimed_ms, credited_ms, units
    from ${rowsOf(sql, listeners, { smallint: ["shard"], uuid: ["listenerId"] })} as asked
    join device_listeners as own on own.shard = asked.shard and own.listener_id = asked.listener_id
    where plays > 0 order by units desc, plays desc, device_id`;
  const named = [...new Set(devices.map(({ deviceId }) => deviceId))].filter((deviceId) => deviceId !== "");
  // The others may be of any shard, and one more than is named may be the listener.
  const users = await sql<{ deviceId: string; listenerId: string }[]>`
    select device_id, listener_id from (
      select device_id, listener_id, row_number() over (partition by device_id order by listener_id) as nth
      from device_listeners where device_id = any(${named}::text[]) and device_id <> '' and plays > 0
    ) as found
    where nth <= ${MOST_OTHERS + 1} order by device_id, nth`;
  const onDevice = Map.groupBy(users, ({ deviceId }) => deviceId);
  const heard = devices.map(({ listenerId, ...device }) => {
    const others = (onDevice.get(device.deviceId) ?? []).map((user) => user.listenerId);
    return {
      listenerId,
      device: { ...device, others: others.filter((id) => id !== listenerId).slice(0, MOST_OTHERS) },
    };
  });
  return new Map([...Map.groupBy(heard, ({ listenerId }) => listenerId)].map(([listenerId, own]) => [
    listenerId,
    own.map(({ device }) => device),
  ]));
}

/** A listener's plays in all: `unprovenMs` was neither delivered nor licensed. `longestDayMs` of the fullest day. */
export interface ListenerSums extends HeardSum {
  readonly unprovenMs: number;
  readonly longestDayMs: number;
  /** The most hours of one day that plays touched. */
  readonly longestDayHours: number;
}

/** Lagos days (YYYY-MM-DD), both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const EVER: Days = { from: "-infinity", to: "infinity" };

/** The sums of many listeners, of these days or ever; those who did not play are missing from the map. */
export async function sumsOf(
  sql: Sql | Tx,
  listeners: readonly Listener[],
  { from, to }: Days = EVER,
): Promise<Map<string, ListenerSums>> {
  const asked = rowsOf(sql, listeners, { smallint: ["shard"], uuid: ["listenerId"] });
  const [sums, hours] = await Promise.all([
    sql<(Omit<ListenerSums, "longestDayHours"> & { listenerId: string })[]>`
      select listener_id, sum(plays)::int as plays, sum(claimed_ms)::bigint as claimed_ms,
        sum(credited_ms)::bigint as credited_ms, sum(units)::bigint as units,
        sum(unproven_ms)::bigint as unproven_ms, max(claimed_ms)::bigint as longest_day_ms
      from (
        select heard.shard, heard.listener_id, sum(heard.plays) as plays, sum(heard.claimed_ms) as claimed_ms,
          sum(heard.credited_ms) as credited_ms, sum(heard.units) as units, coalesce(
            sum(heard.claimed_ms - heard.credited_ms) filter (where heard.reason = 'not_delivered'), 0
          ) as unproven_ms
        from ${asked} as asked
        join listening_evidence as heard on heard.shard = asked.shard and heard.listener_id = asked.listener_id
          and heard.day between ${from}::text::date and ${to}::text::date
        group by heard.shard, heard.listener_id, heard.day
      ) as days group by listener_id`,
    sql<{ listenerId: string; most: number }[]>`
      select touched.listener_id, max(bit_count(touched.hours::bit(24)))::int as most
      from ${asked} as asked
      join listening_hours as touched on touched.shard = asked.shard and touched.listener_id = asked.listener_id
        and touched.day between ${from}::text::date and ${to}::text::date
      group by touched.listener_id`,
  ]);
  const hoursOf = new Map(hours.map(({ listenerId, most }) => [listenerId, most]));
  return new Map(
    sums.map(({ listenerId, ...sum }) => [listenerId, { ...sum, longestDayHours: hoursOf.get(listenerId) ?? 0 }]),
  );
}

/** What many listeners heard together on these days or ever, by track: the most time first. */
export async function timeByTrack(
  sql: Sql | Tx,
  listeners: readonly Listener[],
  { from, to }: Days = EVER,
): Promise<{ trackId: string; claimedMs: number }[]> {
  return await sql<{ trackId: string; claimedMs: number }[]>`
    select heard.track_id, sum(heard.claimed_ms)::bigint as claimed_ms
    from ${rowsOf(sql, listeners, { smallint: ["shard"], uuid: ["listenerId"] })} as asked
    join listening_evidence as heard on heard.shard = asked.shard and heard.listener_id = asked.listener_id
      and heard.day between ${from}::text::date and ${to}::text::date
    group by heard.track_id order by claimed_ms desc, track_id`;
}

/** What many listeners heard together on their newest days: the oldest of `limit` first. */
export async function timeByDay(
  sql: Sql | Tx,
  listeners: readonly Listener[],
  limit: number,
): Promise<{ day: string; plays: number; claimedMs: number; units: number }[]> {
  const newest = await sql<{ day: string; plays: number; claimedMs: number; units: number }[]>`
    select heard.day::text as day, sum(plays)::int as plays, sum(claimed_ms)::bigint as claimed_ms,
      sum(units)::bigint as units
    from ${rowsOf(sql, listeners, { smallint: ["shard"], uuid: ["listenerId"] })} as asked
    join listening_evidence as heard on heard.shard = asked.shard and heard.listener_id = asked.listener_id
    group by heard.day order by heard.day desc limit ${limit}`;
  return newest.toReversed();
}

/** Who listened on these days, in the order of their ids: `limit` of a shard, after the one named. */
export async function listenersOn(
  sql: Sql | Tx,
  { from, to }: Days,
  { shard, after, limit }: { shard: number; after: string | undefined; limit: number },
): Promise<Listener[]> {
  const rows = await sql<{ listenerId: string }[]>`
    select distinct listener_id from listening_hours
    where shard = ${shard} and listener_id > ${after ?? NOBODY}::text::uuid
      and day between ${from}::text::date and ${to}::text::date
    order by listener_id limit ${limit}`;
  return rows.map((row) => ({ shard, listenerId: row.listenerId }));
}

/** Before every id. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The artist who had most of a listener's time. */
interface MainArtist {
  readonly listenerId: string;
  readonly artistId: string;
  readonly claimedMs: number;
  /** The listener's time for all artists. */
  readonly allMs: number;
}

/** Of each of these listeners the artist who had most of their time since a Lagos day (YYYY-MM-DD). */
export async function mainArtistsOf(
  sql: Sql | Tx,
  listeners: readonly Listener[],
  from: string,
): Promise<MainArtist[]> {
  return await sql<MainArtist[]>`
    with heard as materialized (
      select evidence.listener_id, evidence.track_id, sum(evidence.claimed_ms) as claimed_ms
      from ${rowsOf(sql, listeners, { smallint: ["shard"], uuid: ["listenerId"] })} as asked
      join listening_evidence as evidence
        on evidence.shard = asked.shard and evidence.listener_id = asked.listener_id
        and evidence.day >= ${from}::text::date
      group by evidence.listener_id, evidence.track_id
    )
    select distinct on (listener_id) listener_id, owner_id as artist_id, ms as claimed_ms,
      (sum(ms) over (partition by listener_id))::bigint as all_ms
    from (
      select heard.listener_id, owned.owner_id, sum(heard.claimed_ms)::bigint as ms
      from heard ${withOwners(sql)}
      group by heard.listener_id, owned.owner_id having sum(heard.claimed_ms) > 0
    ) as by_artist
    order by listener_id, ms desc, owner_id`;
}
