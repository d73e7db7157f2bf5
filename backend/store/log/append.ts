import { canonicalJson, type Json } from "./canonical.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import { ExpectedVersionConflict } from "./errors.ts";
import type { Append, LogName, Metadata, NewEvent, RecordedEvent } from "./event.ts";
import { rawSql, type Tx } from "../sql.ts";
import { canBeCold } from "../archive/cold.ts";
import { isMinted } from "./ids.ts";
import { timeOf } from "./shard.ts";
import { currentVersion } from "./upcast.ts";
import { allSettled } from "./all_settled.ts";
import { eventsTable, inPlace, type LogPlace, placed, placeOf, placesOf, tableOf } from "../place.ts";

/** The last position of each log, as its locked head row says. */
type Heads = Map<LogName, number>;

/**
 * Locks the heads, always in the same order (ledger, plays, social). It must be the first statement: under READ COMMITTED
 * later reads then see every commit that came while it waited.
 */
export async function lockHeads(tx: Tx, logs: readonly LogName[]): Promise<Heads> {
  const locked = await allSettled(
    placesOf(logs).map((place) => {
      const own = logs.filter((log) => placeOf(log) === place);
      return tx<{ log: LogName; lastPosition: number }[]>`
      select log, last_position from ${rawSql(tableOf(place, "logs"))}
      where ${inPlace(place)} and log = any(${own}) order by log for update`;
    }),
  );
  const rows = locked.flat();
  if (rows.length !== logs.length) throw new Error(`Cannot lock heads: expected ${logs}, found ${rows.length} of them`);
  return new Map(rows.map((row) => [row.log, row.lastPosition]));
}

/** Common to all events of one group. */
interface Stamp {
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
      const { log, stream } = append;
      append.events.forEach((event, index) => {
        this.#record(event, { log, stream, streamVersion: append.version + 1 + index, stamp });
      });
    }
    for (const [stream, version] of versions) this.#versions.set(stream, version);
  }

  #record(event: NewEvent, { log, stream, streamVersion, stamp }: Spot): void {
    if (event.eventId !== undefined) assertKnowable(event.eventId, { log, recordedAt: stamp.recordedAt });
    const last = this.heads.get(log) ?? 0;
    this.heads.set(log, last + 1);
    this.events.push({
      log,
      position: last + 1,
      stream,
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

/** Ranges leave later, with the ids that were minted for their events (`store/archive/`). */
const MINTED_IDS_KNOWN_MS = 30 * 86_400_000;

/**
 * Whether an event of this id was stored is known as long as its range is in the database. Who sends a minted id again
 * after that is refused, so that nothing is stored twice; derived ids are known for ever.
 */
function assertKnowable(eventId: string, { log, recordedAt }: { log: LogName; recordedAt: number }): void {
  if (!canBeCold(log) || !isMinted(eventId)) return;
  if (timeOf(eventId) >= Math.min(recordedAt, Date.now()) - MINTED_IDS_KNOWN_MS) return;
  throw new Error(
    `Cannot append to ${log} under the id ${eventId}: it is so old that nobody knows whether it was used`,
  );
}

/** An event's place, and its group's common part. */
interface Spot {
  readonly log: LogName;
  readonly stream: string;
  readonly streamVersion: number;
  readonly stamp: Stamp;
}

/**
 * Stores the batch: events, their ids and the heads, in one statement a place. Where an engine spreads tables (`isSpread`),
 * in one a table: it would hand what several share to every server, and commit on all of them.
 */
export async function insertEvents(tx: Tx, { events }: Batch, { isSpread = false } = {}): Promise<void> {
  const places = Map.groupBy(events, ({ log }) => placeOf(log));
  await allSettled(
    [...places].map(([place, own]) => isSpread ? insertByTable(tx, place, own) : insertInto(tx, place, own)),
  );
}

async function insertInto(tx: Tx, place: LogPlace, events: readonly RecordedEvent[]): Promise<void> {
  const { columns, values } = placed(place);
  const tables = [...new Set(events.map(({ log }) => eventsTable(log)))];
  await tx`
    with incoming as materialized (
      select * from ${rowsOf(tx, events)}
    ), ids as (
      insert into ${rawSql(tableOf(place, "event_ids"))} (${columns}event_id, log, position)
      select ${values}event_id, log, position from incoming
    ), heads as (
      update ${rawSql(tableOf(place, "logs"))} as known set last_position = head.position
      from (select log, max(position) as position from incoming group by log) as head
      where ${inPlace(place)} and known.log = head.log
    )${
    tables.map((table) =>
      tx`, ${rawSql(`${table}_in`)} as (
      insert into ${rawSql(table)} (${columns}${EVENT_COLUMNS})
      select ${values}${EVENT_VALUES}
      from incoming${tables.length > 1 ? tx` where log like ${`${table.split("_")[0]}/%`}` : tx``}
    )`
    )
  }
    select`;
}

async function insertByTable(tx: Tx, place: LogPlace, events: readonly RecordedEvent[]): Promise<void> {
  const { columns, values } = placed(place);
  const column = <Value>(pick: (event: RecordedEvent) => Value) => events.map(pick);
  await allSettled([
    tx`
      insert into ${rawSql(tableOf(place, "event_ids"))} (${columns}event_id, log, position)
      select ${values}event_id, log, position from unnest(
        ${plainArray(column((event) => event.eventId))}::text::uuid[],
        ${plainArray(column((event) => event.log))}::text::text[],
        ${plainArray(column((event) => event.position))}::text::bigint[]
      ) as t(event_id, log, position)`,
    ...Map.groupBy(events, ({ log }) => log).entries().map(([log, own]) =>
      tx`
        update ${rawSql(tableOf(place, "logs"))} set last_position = ${own.at(-1)?.position ?? 0}
        where ${inPlace(place)} and log = ${log}`
    ),
    ...Map.groupBy(events, ({ log }) => eventsTable(log)).entries().map(([table, own]) =>
      tx`
        insert into ${rawSql(table)} (${columns}${EVENT_COLUMNS})
        select ${values}${EVENT_VALUES} from ${rowsOf(tx, own)}`
    ),
  ]);
}

const EVENT_COLUMNS = rawSql(
  "log, position, stream, stream_version, event_id, type, schema_version, data, metadata, occurred_at, recorded_at",
);
const EVENT_VALUES = rawSql(
  `log, position, stream, stream_version, event_id, type, schema_version, data, metadata,
    to_timestamp(occurred / 1000), to_timestamp(recorded / 1000)`,
);

/** The events as rows of a `from`. */
function rowsOf(tx: Tx, events: readonly RecordedEvent[]) {
  const column = <Value>(pick: (event: RecordedEvent) => Value) => events.map(pick);
  const jsonColumn = (pick: (event: RecordedEvent) => unknown) =>
    `[${events.map((event) => canonicalJson(pick(event) as Json)).join(",")}]`;
  return tx`
    rows from (
      unnest(
        ${plainArray(column((event) => event.log))}::text::text[],
        ${plainArray(column((event) => event.position))}::text::bigint[],
        ${textArray(column((event) => event.stream))}::text::text[],
        ${plainArray(column((event) => event.streamVersion))}::text::int[],
        ${plainArray(column((event) => event.eventId))}::text::uuid[],
        ${textArray(column((event) => event.type))}::text::text[],
        ${plainArray(column((event) => event.schemaVersion))}::text::smallint[],
        ${plainArray(column((event) => event.occurredAt))}::text::float8[],
        ${plainArray(column((event) => event.recordedAt))}::text::float8[]),
      json_array_elements(${jsonColumn((event) => event.data)}::text::json),
      json_array_elements(${jsonColumn((event) => event.metadata)}::text::json)
    ) as t(log, position, stream, stream_version, event_id, type, schema_version, occurred, recorded, data, metadata)`;
}
