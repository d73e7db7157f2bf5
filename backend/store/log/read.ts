import type { Json } from "./canonical.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import type { EventKind, LogName, Metadata, Recorded, RecordedEvent } from "./event.ts";
import type { Sql, Tx } from "../sql.ts";
import { currentVersion, upcast } from "./upcast.ts";
import { eventsIn, keptIn, placeOf } from "../place.ts";

interface Row {
  log: LogName;
  position: number;
  stream: string;
  stream_version: number;
  event_id: string;
  type: string;
  schema_version: number;
  data: Json;
  metadata: Metadata;
  occurred_at: Date;
  recorded_at: Date;
}

/** A stream's events in version order, from `fromVersion` on (default 1). `Event` names the kinds that it holds. */
export async function readStream<Event extends EventKind = EventKind>(
  sql: Sql | Tx,
  log: LogName,
  stream: string,
  { fromVersion = 1 } = {},
): Promise<Recorded<Event>[]> {
  const rows = await sql<Row[]>`
    select * from ${eventsIn(log)} where log = ${log} and stream = ${stream} and stream_version >= ${fromVersion}
    order by stream_version`;
  return rows.map((row) => recordedAs<Event>(row));
}

/** Several streams at once, for the commands of a group. Streams without events are missing from the map. */
export async function readStreams<Event extends EventKind = EventKind>(
  sql: Sql | Tx,
  log: LogName,
  streams: readonly string[],
): Promise<Map<string, Recorded<Event>[]>> {
  const rows = await sql<Row[]>`
    select * from ${eventsIn(log)} where log = ${log} and stream = any(${[
    ...streams,
  ]}) order by stream, stream_version`;
  const found = new Map<string, Recorded<Event>[]>();
  for (const row of rows) {
    const list = found.get(row.stream);
    if (list) list.push(recordedAs<Event>(row));
    else found.set(row.stream, [recordedAs<Event>(row)]);
  }
  return found;
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
  return rows.map(recorded);
}

/** When the events at these positions were recorded, epoch ms. */
export async function recordedTimes(
  sql: Sql | Tx,
  log: LogName,
  positions: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ position: number; recorded_at: Date }[]>`
    select position, recorded_at from ${eventsIn(log)}
    where log = ${log} and position = any(${plainArray(positions)}::text::bigint[])`;
  return new Map(rows.map((row) => [row.position, row.recorded_at.getTime()]));
}

/** Which of these ids the place of the log has events of. */
export async function knownIds(sql: Sql | Tx, log: LogName, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ event_id: string }[]>`
    select event_id from ${keptIn(placeOf(log), "event_ids")}
    where event_id = any(${plainArray(ids)}::text::uuid[])`;
  return new Set(rows.map((row) => row.event_id));
}

/** Versions of the streams that exist. */
export async function streamVersions(
  sql: Sql | Tx,
  log: LogName,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ stream: string; version: number }[]>`
    select stream, max(stream_version)::int as version from ${eventsIn(log)}
    where log = ${log} and stream = any(${textArray(streams)}::text::text[]) group by stream`;
  return new Map(rows.map((row) => [row.stream, row.version]));
}

/**
 * The one cast from stored JSON to events: only the area that names a stream appends to it, upcasts bring older versions
 * to today's, and a test reads an example of each version (`deno task golden`).
 */
function recordedAs<Event extends EventKind>(row: Row): Recorded<Event> {
  return recorded(row) as Recorded<Event>;
}

function recorded(row: Row): RecordedEvent {
  return {
    log: row.log,
    position: row.position,
    stream: row.stream,
    streamVersion: row.stream_version,
    eventId: row.event_id,
    type: row.type,
    schemaVersion: currentVersion(row.type),
    data: upcast({ type: row.type, schemaVersion: row.schema_version, data: row.data }),
    metadata: row.metadata,
    occurredAt: row.occurred_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
  };
}
