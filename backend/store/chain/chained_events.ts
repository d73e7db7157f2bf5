import type { Json } from "../log/canonical.ts";
import { eventBytes, HASH_BYTES } from "./chain_format.ts";
import type { LogName, Metadata, RecordedEvent } from "../log/event.ts";
import type { Sql, Tx } from "../sql.ts";
import { coldAt } from "../archive/cold.ts";
import { sha256 } from "../archive/archive_format.ts";
import { plainArray } from "../projections/columns.ts";
import { eventsIn, keptIn, placeOf } from "../place.ts";

/** An event's place. */
export interface Place {
  readonly log: LogName;
  readonly position: number;
}

/** A stored event, in its stored version, with its place in the chain. Hashes in hex. */
export interface ChainedEvent extends RecordedEvent {
  /** SHA-256 of the bytes as they are stored now. */
  readonly eventHash: string;
  /** Missing while no block holds the event. */
  readonly block?: number;
  readonly blockHash?: string;
  /** Whether the block holds the hash of just these bytes. */
  readonly isSealed: boolean;
}

/** Events by their places, in the order in which they are asked for; unknown places are left out. */
export async function readPlaces(sql: Sql | Tx, places: readonly Place[]): Promise<ChainedEvent[]> {
  const found = await Promise.all([...Map.groupBy(places, ({ log }) => log)].map(([log, own]) =>
    sql<PlaceRow[]>`
      select events.*, encode(sha256(${eventBytes(sql)}), 'hex') as event_hash, in_block.*
      from ${eventsIn(log)} left join lateral ${inBlock(sql, log)} as in_block on true
      where log = ${log} and position = any(${own.map(({ position }) => position)}::bigint[])`
  ));
  const byPlace = new Map(
    found.flatMap((rows) => [...rows]).map((row) => [`${row.log} ${row.position}`, chained(row)]),
  );
  const missing = places.filter(({ log, position }) => !byPlace.has(`${log} ${position}`));
  for (const [log, own] of Map.groupBy(missing, (place) => place.log)) {
    for (const event of await coldPlaces(sql, log, own.map(({ position }) => position))) {
      byPlace.set(`${log} ${event.position}`, event);
    }
  }
  return places.flatMap(({ log, position }) => byPlace.get(`${log} ${position}`) ?? []);
}

/** The same of archived events. */
async function coldPlaces(sql: Sql | Tx, log: LogName, positions: readonly number[]): Promise<ChainedEvent[]> {
  const events = await coldAt(sql, log, positions);
  if (events.length === 0) return [];
  const rows = await sql<(InBlock & { position: number })[]>`
    select asked.position, in_block.*
    from unnest(${plainArray(events.map(({ position }) => position))}::text::bigint[]) as asked(position)
    left join lateral ${inBlock(sql, log)} as in_block on true`;
  const blocks = new Map(rows.map((row) => [row.position, row]));
  return events.map((event) => {
    const { block, blockHash, sealedHash } = blocks.get(event.position) ?? {};
    return chained({
      ...{ log, position: event.position, stream: event.stream, streamVersion: event.streamVersion },
      ...{ eventId: event.eventId, type: event.type, schemaVersion: event.schemaVersion },
      ...{ data: JSON.parse(event.data) as Json, metadata: JSON.parse(event.metadata) as Metadata },
      occurredAt: Math.floor(event.occurredMicros / 1_000),
      recordedAt: Math.floor(event.recordedMicros / 1_000),
      eventHash: Buffer.from(sha256(event.bytes)).toString("hex"),
      ...{ block, blockHash, sealedHash },
    });
  });
}

/** The block of the row's `position`, and the hash that it holds of the event there. */
function inBlock(sql: Sql | Tx, log: LogName) {
  return sql`(
        select block, encode(hash, 'hex') as block_hash,
          encode(substring(event_hashes from (position - first_position)::int * ${HASH_BYTES} + 1 for ${HASH_BYTES}), 'hex')
            as sealed_hash
        from ${keptIn(placeOf(log), "chain_blocks")} where chain_blocks.log = ${log} and last_position >= position
        order by last_position limit 1
      )`;
}

/** The order of the logs. */
export function byLog([one]: readonly [LogName, unknown], [other]: readonly [LogName, unknown]): number {
  return one < other ? -1 : 1;
}

function chained({ eventHash, block, blockHash, sealedHash, ...row }: PlaceRow): ChainedEvent {
  return {
    ...{ log: row.log, position: row.position, stream: row.stream, streamVersion: row.streamVersion },
    ...{ eventId: row.eventId, type: row.type, schemaVersion: row.schemaVersion },
    ...{ data: row.data, metadata: row.metadata },
    occurredAt: row.occurredAt,
    recordedAt: row.recordedAt,
    ...{ eventHash, isSealed: sealedHash === eventHash },
    ...(block === undefined || blockHash === undefined ? {} : { block, blockHash }),
  };
}

interface InBlock {
  readonly block: number | undefined;
  readonly blockHash: string | undefined;
  readonly sealedHash: string | undefined;
}

interface PlaceRow extends Place, InBlock {
  readonly stream: string;
  readonly streamVersion: number;
  readonly eventId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Json;
  readonly metadata: Metadata;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly eventHash: string;
}
