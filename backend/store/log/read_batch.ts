import type { Json } from "./canonical.ts";
import type { LogName, Metadata, RecordedEvent } from "./event.ts";
import { EVERY_TYPE } from "../projections/projection.ts";
import type { Sql, Tx } from "../sql.ts";
import { currentVersion, upcast } from "./upcast.ts";
import { archivedIn, eventsIn } from "../place.ts";
import { canBeCold, coldEvents } from "../archive/cold.ts";
import { recordedEvent } from "../archive/archive_format.ts";

/** Whole columns as text: with a comma between values, or BREAK where a value may hold commas. */
interface Columns {
  readonly positions: string;
  /** A list in JSON: a stream's name may be any text. */
  readonly streams: string;
  readonly streamVersions: string;
  readonly eventIds: string;
  readonly types: string;
  readonly schemaVersions: string;
  readonly data: string;
  readonly metadata: string;
  readonly occurred: string;
  readonly recorded: string;
}

/**
 * The same as `readLog`, for thousands of events in one batch: the server sends whole columns as text, which costs it
 * and this process half as much as rows. Events of a batch may share one metadata object.
 */
export async function readLogBatch(
  sql: Sql | Tx,
  log: LogName,
  { after, upTo, types }: { after: number; upTo: number; types: readonly string[] },
): Promise<RecordedEvent[]> {
  const isCold = isColdIn(sql, log, { after, upTo });
  const [columns] = await sql<({ [Name in keyof Columns]: Columns[Name] | undefined } & { isCold: boolean })[]>`
    select string_agg(position::text, ',') as positions, json_agg(stream)::text as streams,
      string_agg(stream_version::text, ',') as stream_versions, string_agg(event_id::text, ',') as event_ids,
      string_agg(type, ${BREAK}) as types, string_agg(schema_version::text, ',') as schema_versions,
      string_agg(data::text, ',') as data, string_agg(metadata::text, ${BREAK}) as metadata,
      string_agg(date_part('epoch', occurred_at)::text, ',') as occurred,
      string_agg(date_part('epoch', recorded_at)::text, ',') as recorded, ${isCold} as is_cold
    from (
      select * from ${eventsIn(log)}
      where log = ${log} and position > ${after} and position <= ${upTo}
        ${types.includes(EVERY_TYPE) ? sql`` : sql`and type = any(${[...types]})`}
      order by position
    ) as stretch`;
  // Without events every column is null.
  const hot = columns?.positions ? eventsOf(log, columns as Columns) : [];
  if (!columns?.isCold) return hot;
  const byPosition = new Map(hot.map((event) => [event.position, event]));
  for await (const events of coldEvents(sql, log, { after, upTo })) {
    for (const event of events) {
      if (types.includes(event.type) || types.includes(EVERY_TYPE)) {
        byPosition.set(event.position, recordedEvent(event));
      }
    }
  }
  return [...byPosition.values()].sort((one, other) => one.position - other.position);
}

/**
 * The last position of each type in a stretch, without reading its events; undefined where a part of it is no longer in
 * the database.
 */
export async function lastOfTypes(
  sql: Sql | Tx,
  log: LogName,
  { after, upTo }: { after: number; upTo: number },
): Promise<ReadonlyMap<string, number> | undefined> {
  const rows = await sql<{ isCold: boolean; type: string | undefined; position: number }[]>`
    select is_cold, type, position from (select ${isColdIn(sql, log, { after, upTo })} as is_cold) as known left join (
      select type, max(position) as position from ${eventsIn(log)}
      where log = ${log} and position > ${after} and position <= ${upTo} group by type
    ) as stretch on true`;
  if (rows.some((row) => row.isCold)) return undefined;
  return new Map(rows.flatMap(({ type, position }) => type === undefined ? [] : [[type, position] as const]));
}

function isColdIn(sql: Sql | Tx, log: LogName, { after, upTo }: { after: number; upTo: number }) {
  if (!canBeCold(log)) return sql`false`;
  return sql`exists (
    select from ${archivedIn(log, "archived_ranges")}
    where log = ${log} and last_position > ${after} and first_position <= ${upTo}
  )`;
}

/** No name of a type contains it, and JSON escapes it. */
const BREAK = "\u001e";

function eventsOf(log: LogName, columns: Columns): RecordedEvent[] {
  const positions = columns.positions.split(",");
  const one = cells(columns, positions.length);
  const data = JSON.parse(`[${columns.data}]`) as Json[];
  if (data.length !== positions.length) throw new Error(`Cannot read ${log} after ${positions[0]}: it is not JSON`);
  return positions.map((position, index): RecordedEvent => {
    const type = one.types[index] ?? "";
    const schemaVersion = Number(one.schemaVersions[index]);
    return {
      log,
      position: Number(position),
      stream: one.streams[index] ?? "",
      streamVersion: Number(one.streamVersions[index]),
      eventId: one.eventIds[index] ?? "",
      type,
      schemaVersion: currentVersion(type),
      data: upcast({ type, schemaVersion, data: data[index] ?? null }),
      metadata: one.metadata[index] ?? { actor: "" },
      occurredAt: milliseconds(one.occurred[index]),
      recordedAt: milliseconds(one.recorded[index]),
    };
  });
}

function cells(columns: Columns, rows: number) {
  const split = (name: keyof Columns, between: string) => {
    const values = columns[name].split(between);
    if (values.length !== rows) throw new Error(`Cannot read ${name} of ${rows} events: there are ${values.length}`);
    return values;
  };
  return {
    streams: JSON.parse(columns.streams) as string[],
    streamVersions: split("streamVersions", ","),
    eventIds: split("eventIds", ","),
    types: split("types", BREAK),
    schemaVersions: split("schemaVersions", ","),
    metadata: parsed(split("metadata", BREAK)),
    occurred: split("occurred", ","),
    recorded: split("recorded", ","),
  };
}

/** The events of a command say the same of themselves, and stand together. */
function parsed(texts: readonly string[]): Metadata[] {
  let [text, value]: [string | undefined, Metadata] = [undefined, { actor: "" }];
  return texts.map((next) => {
    if (next !== text) [text, value] = [next, JSON.parse(next) as Metadata];
    return value;
  });
}

/** From seconds, in which the server keeps microseconds. */
function milliseconds(seconds: string | undefined): number {
  return Math.floor(Math.round(Number(seconds) * 1e6) / 1_000);
}
