import type { Json } from "../log/canonical.ts";
import { eventBytes, HASH_BYTES } from "./chain_format.ts";
import type { LogName, Metadata, RecordedEvent } from "../log/event.ts";
import type { Sql, Tx } from "../sql.ts";
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
      from ${eventsIn(log)} left join lateral (
        select block, encode(hash, 'hex') as block_hash,
          encode(substring(event_hashes from (position - first_position)::int * ${HASH_BYTES} + 1 for ${HASH_BYTES}), 'hex')
            as sealed_hash
        from ${keptIn(placeOf(log), "chain_blocks")} where chain_blocks.log = ${log} and last_position >= position
        order by last_position limit 1
      ) as in_block on true
      where log = ${log} and position = any(${own.map(({ position }) => position)}::bigint[])`
  ));
  const byPlace = new Map(
    found.flatMap((rows) => [...rows]).map((row) => [`${row.log} ${row.position}`, chained(row)]),
  );
  return places.flatMap(({ log, position }) => byPlace.get(`${log} ${position}`) ?? []);
}

/** The order of the logs. */
export function byLog([one]: readonly [LogName, unknown], [other]: readonly [LogName, unknown]): number {
  return one < other ? -1 : 1;
}

function chained({ event_hash: eventHash, block, block_hash, sealed_hash, ...row }: PlaceRow): ChainedEvent {
  return {
    ...{ log: row.log, position: row.position, stream: row.stream, streamVersion: row.stream_version },
    ...{ eventId: row.event_id, type: row.type, schemaVersion: row.schema_version },
    ...{ data: row.data, metadata: row.metadata },
    occurredAt: row.occurred_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
    ...{ eventHash, isSealed: sealed_hash === eventHash },
    ...(block === null || block_hash === null ? {} : { block, blockHash: block_hash }),
  };
}

interface PlaceRow extends Place {
  readonly stream: string;
  readonly stream_version: number;
  readonly event_id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: Json;
  readonly metadata: Metadata;
  readonly occurred_at: Date;
  readonly recorded_at: Date;
  readonly event_hash: string;
  readonly block: number | null;
  readonly block_hash: string | null;
  readonly sealed_hash: string | null;
}
