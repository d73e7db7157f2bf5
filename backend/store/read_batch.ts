import type { Json } from "./canonical.ts";
import type { LogName, Metadata, RecordedEvent } from "./event.ts";
import { EVERY_TYPE } from "./projection.ts";
import type { Sql, Tx } from "./sql.ts";
import { currentVersion, upcast } from "./upcast.ts";

interface Columns {
  readonly positions: number[];
  readonly streams: string[];
  readonly stream_versions: number[];
  readonly event_ids: string[];
  readonly types: string[];
  readonly schema_versions: number[];
  readonly data: Json[];
  readonly metadata: Metadata[];
  readonly occurred: number[];
  readonly recorded: number[];
}

/**
 * The same as `readLog`, for whoever reads thousands at once: the server sends whole columns as JSON, which costs this
 * process half of what rows cost.
 */
export async function readLogBatch(
  sql: Sql | Tx,
  log: LogName,
  { after, upTo, types }: { after: number; upTo: number; types: readonly string[] },
): Promise<RecordedEvent[]> {
  const [columns] = await sql<{ [Name in keyof Columns]: Columns[Name] | null }[]>`
    select json_agg(position) as positions, json_agg(stream) as streams, json_agg(stream_version) as stream_versions,
      json_agg(event_id) as event_ids, json_agg(type) as types, json_agg(schema_version) as schema_versions,
      json_agg(data) as data, json_agg(metadata) as metadata,
      json_agg(floor(extract(epoch from occurred_at) * 1000)) as occurred,
      json_agg(floor(extract(epoch from recorded_at) * 1000)) as recorded
    from (
      select * from events
      where log = ${log} and position > ${after} and position <= ${upTo}
        ${types.includes(EVERY_TYPE) ? sql`` : sql`and type = any(${[...types]})`}
      order by position
    ) as stretch`;
  // Without events every column is null.
  return columns?.positions ? eventsOf(log, columns as Columns) : [];
}

function eventsOf(log: LogName, columns: Columns): RecordedEvent[] {
  return columns.positions.map((position, index): RecordedEvent => {
    const type = columns.types[index] ?? "";
    const schemaVersion = columns.schema_versions[index] ?? 1;
    return {
      log,
      position,
      stream: columns.streams[index] ?? "",
      streamVersion: columns.stream_versions[index] ?? 0,
      eventId: columns.event_ids[index] ?? "",
      type,
      schemaVersion: currentVersion(type),
      data: upcast({ type, schemaVersion, data: columns.data[index] ?? null }),
      metadata: columns.metadata[index] ?? { actor: "" },
      occurredAt: columns.occurred[index] ?? 0,
      recordedAt: columns.recorded[index] ?? 0,
    };
  });
}
