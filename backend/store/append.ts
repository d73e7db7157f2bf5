import { canonicalJson, type Json } from "./canonical.ts";
import { ExpectedVersionConflict } from "./errors.ts";
import type { Append, LogName, Metadata, NewEvent, RecordedEvent } from "./event.ts";
import type { Tx } from "./sql.ts";
import { currentVersion } from "./upcast.ts";

/** The last position of each log, as its locked head row says. */
export type Heads = Map<LogName, number>;

/**
 * Locks the heads in the one order that everybody keeps (ledger, plays, social). Its own first statement: under READ
 * COMMITTED what is read after it sees everything that was committed while it waited.
 */
export async function lockHeads(tx: Tx, logs: readonly LogName[]): Promise<Heads> {
  const rows = await tx<{ log: LogName; last_position: number }[]>`
    select log, last_position from logs where log = any(${[...logs]}) order by log for update`;
  if (rows.length !== logs.length) throw new Error(`Cannot lock heads: expected ${logs}, found ${rows.length} of them`);
  return new Map(rows.map((row) => [row.log, row.last_position]));
}

/** What the events of one group have in common. */
export interface Stamp {
  readonly metadata: Metadata;
  /** Epoch ms. */
  readonly recordedAt: number;
  newId(): string;
}

/** Collects the events of a group in memory and gives them positions and versions. */
export class Batch {
  readonly events: RecordedEvent[] = [];
  readonly #versions = new Map<string, number>();

  constructor(readonly heads: Heads) {}

  /** Adds a command's appends, all or none; throws when a stream has moved since its state was read. */
  add(appends: readonly Append[], stamp: Stamp): void {
    const versions = new Map<string, number>();
    for (const { log, stream, version, events } of appends) {
      if (!this.heads.has(log)) throw new Error(`Cannot append to ${log}: its head is not locked`);
      const seen = versions.get(stream) ?? this.#versions.get(stream) ?? version;
      if (seen !== version) throw new ExpectedVersionConflict(stream, version, seen);
      versions.set(stream, version + events.length);
    }
    for (const append of appends) {
      append.events.forEach((event, index) => this.#record(append, event, append.version + 1 + index, stamp));
    }
    for (const [stream, version] of versions) this.#versions.set(stream, version);
  }

  #record(append: Append, event: NewEvent, streamVersion: number, stamp: Stamp): void {
    const last = this.heads.get(append.log) ?? 0;
    this.heads.set(append.log, last + 1);
    this.events.push({
      log: append.log,
      position: last + 1,
      stream: append.stream,
      streamVersion,
      eventId: event.eventId ?? stamp.newId(),
      type: event.type,
      schemaVersion: event.schemaVersion ?? currentVersion(event.type),
      data: event.data,
      metadata: stamp.metadata,
      occurredAt: event.occurredAt ?? stamp.recordedAt,
      recordedAt: stamp.recordedAt,
    });
  }
}

/** Stores the batch: events, their ids and the heads, in two statements. */
export async function insertEvents(tx: Tx, batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  const events = batch.events;
  const column = <Value>(pick: (event: RecordedEvent) => Value) => events.map(pick);
  await Promise.all([
    tx`
      with incoming as materialized (
        select * from unnest(
          ${column((event) => event.log)}::text[], ${column((event) => String(event.position))}::text[]::bigint[],
          ${column((event) => event.stream)}::text[], ${column((event) => event.streamVersion)}::int[],
          ${column((event) => event.eventId)}::uuid[], ${column((event) => event.type)}::text[],
          ${column((event) => event.schemaVersion)}::smallint[],
          ${column((event) => canonicalJson(event.data as Json))}::text[],
          ${column((event) => canonicalJson(event.metadata as unknown as Json))}::text[],
          ${column((event) => event.occurredAt)}::float8[], ${column((event) => event.recordedAt)}::float8[]
        ) as t(log, position, stream, stream_version, event_id, type, schema_version, data, metadata, occurred, recorded)
      ), ids as (
        insert into event_ids (event_id, log, position) select event_id, log, position from incoming
      )
      insert into events
        (log, position, stream, stream_version, event_id, type, schema_version, data, metadata, occurred_at, recorded_at)
      select log, position, stream, stream_version, event_id, type, schema_version, data::json, metadata::json,
        to_timestamp(occurred / 1000), to_timestamp(recorded / 1000)
      from incoming`,
    moveHeads(tx, batch.heads),
  ]);
}

async function moveHeads(tx: Tx, heads: Heads): Promise<void> {
  const logs = [...heads.keys()];
  await tx`
    update logs set last_position = head.position
    from unnest(${logs}::text[], ${logs.map((log) => String(heads.get(log)))}::text[]::bigint[]) as head(log, position)
    where logs.log = head.log and logs.last_position <> head.position`;
}
