import type { Json } from "./canonical.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import type { EventKind, LogName, Metadata, Recorded, RecordedEvent } from "./event.ts";
import type { Sql, Tx } from "../sql.ts";
import { currentVersion, upcast } from "./upcast.ts";
import { archivedIn, eventsIn, keptIn, placeOf } from "../place.ts";
import { canBeCold, coldAt, coldEvents, coldOfStreams } from "../archive/cold.ts";
import { type ArchivedEvent, recordedEvent } from "../archive/archive_format.ts";

interface Row {
  log: LogName;
  position: number;
  stream: string;
  streamVersion: number;
  eventId: string;
  type: string;
  schemaVersion: number;
  data: Json;
  metadata: Metadata;
  occurredAt: number;
  recordedAt: number;
}

/** A stream's events in version order, from `fromVersion` on (default 1). `Event` names the kinds that it holds. */
export async function readStream<Event extends EventKind = EventKind>(
  sql: Sql | Tx,
  log: LogName,
  stream: string,
  { fromVersion = 1 } = {},
): Promise<Recorded<Event>[]> {
  const events = (await readStreams<Event>(sql, log, [stream])).get(stream) ?? [];
  return events.filter(({ streamVersion }) => streamVersion >= fromVersion);
}

/** Several streams in one query, for the commands of a group. Streams without events are missing from the map. */
export async function readStreams<Event extends EventKind = EventKind>(
  sql: Sql | Tx,
  log: LogName,
  streams: readonly string[],
): Promise<Map<string, Recorded<Event>[]>> {
  if (streams.length === 0) return new Map();
  const rows = await sql<(Row & Cold)[]>`
    select known.*, events.* from ${coldIndex(sql, log, streams)} as known left join (
      select * from ${eventsIn(log)} where log = ${log} and stream = any(${[...streams]})
    ) as events on true order by stream, stream_version`;
  const hot = rows.filter(({ position }) => position !== undefined).map(recorded);
  const cold = await coldBefore(sql, log, { streams, hot, known: rows[0] });
  const found = Map.groupBy(recordedAs<Event>(withCold(hot, cold)), ({ stream }) => stream);
  for (const events of found.values()) events.sort((one, other) => one.streamVersion - other.streamVersion);
  return found;
}

/** What the index of archived streams says, beside the events themselves: most often nothing, and then nothing is asked. */
interface Cold {
  /** Streams that have archived events. */
  readonly named: readonly string[];
  /** Streams that begin like this may have some, too. */
  readonly sparse: readonly string[];
}

function coldIndex(sql: Sql | Tx, log: LogName, streams: readonly string[]) {
  if (!canBeCold(log)) return sql`(select '{}'::text[] as named, '{}'::text[] as sparse)`;
  return sql`(select
    array(
      select distinct stream from ${archivedIn(log, "archived_streams")}
      where log = ${log} and stream = any(${textArray(streams)}::text::text[])
    ) as named,
    array(
      select distinct unnest(sparse) from ${archivedIn(log, "archived_ranges")} where log = ${log}
    ) as sparse)`;
}

/** The archived events of streams. One whose first event is at hand has none among the many. */
async function coldBefore(
  sql: Sql | Tx,
  log: LogName,
  { streams, hot, known }: { streams: readonly string[]; hot: readonly RecordedEvent[]; known: Cold | undefined },
): Promise<ArchivedEvent[]> {
  const { named = [], sparse = [] } = known ?? {};
  if (sparse.length === 0) return [];
  const begun = new Set(hot.filter(({ streamVersion }) => streamVersion === 1).map(({ stream }) => stream));
  const incomplete = [...new Set(streams)].filter((stream) =>
    !begun.has(stream) && sparse.some((prefix) => stream.startsWith(prefix))
  );
  return await coldOfStreams(sql, log, { named, incomplete });
}

/** Both together by their positions. What is in both is taken from the archive, whose bytes are proven. */
function withCold(hot: readonly RecordedEvent[], cold: readonly ArchivedEvent[]): RecordedEvent[] {
  if (cold.length === 0) return [...hot];
  const byPosition = new Map(hot.map((event) => [event.position, event]));
  for (const event of cold) byPosition.set(event.position, recordedEvent(event));
  return [...byPosition.values()].sort((one, other) => one.position - other.position);
}

/** Events of a log after a position, in order, up to and including `upTo`; `types` leaves the others out. */
export async function readLog(
  sql: Sql | Tx,
  log: LogName,
  range: { after: number; upTo: number; types?: readonly string[] },
): Promise<RecordedEvent[]> {
  const rows = await sql<Row[]>`
    select * from ${eventsIn(log)} where log = ${log} and position > ${range.after} and position <= ${range.upTo}
      ${range.types ? sql`and type = any(${[...range.types]})` : sql``}
    order by position`;
  if (rows.length === range.upTo - range.after) return rows.map(recorded);
  const cold: ArchivedEvent[] = [];
  for await (const events of coldEvents(sql, log, range)) {
    cold.push(...range.types ? events.filter(({ type }) => range.types?.includes(type)) : events);
  }
  return withCold(rows.map(recorded), cold);
}

/** The events at these positions, by position; those that do not exist are missing. */
export async function readAt<Event extends EventKind = EventKind>(
  sql: Sql | Tx,
  log: LogName,
  positions: readonly number[],
): Promise<Map<number, Recorded<Event>>> {
  if (positions.length === 0) return new Map();
  const rows = await sql<Row[]>`
    select * from ${eventsIn(log)}
    where log = ${log} and position = any(${plainArray(positions)}::text::bigint[])`;
  const known = new Set(rows.map(({ position }) => position));
  const cold = await coldAt(sql, log, positions.filter((position) => !known.has(position)));
  const events = recordedAs<Event>(withCold(rows.map(recorded), cold));
  return new Map(events.map((event) => [event.position, event]));
}

/** When the events at these positions were recorded, epoch ms. */
export async function recordedTimes(
  sql: Sql | Tx,
  log: LogName,
  positions: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ position: number; recordedAt: number }[]>`
    select position, recorded_at from ${eventsIn(log)}
    where log = ${log} and position = any(${plainArray(positions)}::text::bigint[])`;
  const times = new Map(rows.map((row) => [row.position, row.recordedAt]));
  for (const { position, recordedMicros } of await coldAt(sql, log, positions.filter((one) => !times.has(one)))) {
    times.set(position, Math.floor(recordedMicros / 1_000));
  }
  return times;
}

/** Which of these ids the place of the log has events of. */
export async function knownIds(sql: Sql | Tx, log: LogName, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ eventId: string }[]>`
    select event_id from ${keptIn(placeOf(log), "event_ids")}
    where event_id = any(${plainArray(ids)}::text::uuid[])`;
  return new Set(rows.map((row) => row.eventId));
}

/** Versions of the streams that exist. */
export async function streamVersions(
  sql: Sql | Tx,
  log: LogName,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<({ stream: string | undefined; version: number } & Cold)[]>`
    select known.*, found.* from ${coldIndex(sql, log, streams)} as known left join (
      select stream, max(stream_version)::int as version from ${eventsIn(log)}
      where log = ${log} and stream = any(${textArray(streams)}::text::text[]) group by stream
    ) as found on true`;
  const versions = new Map(
    rows.flatMap(({ stream, version }) => stream === undefined ? [] : [[stream, version] as const]),
  );
  const missing = streams.filter((stream) => !versions.has(stream));
  const known = rows[0] && { ...rows[0], named: rows[0].named.filter((stream) => !versions.has(stream)) };
  for (const { stream, streamVersion } of await coldBefore(sql, log, { streams: missing, hot: [], known })) {
    versions.set(stream, Math.max(versions.get(stream) ?? 0, streamVersion));
  }
  return versions;
}

/**
 * The one cast from stored JSON to events: only the area that names a stream appends to it, upcasts bring older versions
 * to today's, and a test reads an example of each version (`deno task make golden`).
 */
function recordedAs<Event extends EventKind>(events: RecordedEvent[]): Recorded<Event>[] {
  return events as Recorded<Event>[];
}

function recorded(row: Row): RecordedEvent {
  return {
    log: row.log,
    position: row.position,
    stream: row.stream,
    streamVersion: row.streamVersion,
    eventId: row.eventId,
    type: row.type,
    schemaVersion: currentVersion(row.type),
    data: upcast({ type: row.type, schemaVersion: row.schemaVersion, data: row.data }),
    metadata: row.metadata,
    occurredAt: row.occurredAt,
    recordedAt: row.recordedAt,
  };
}
