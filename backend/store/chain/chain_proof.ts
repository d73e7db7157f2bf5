import { eventBytes } from "./chain_format.ts";
import { byLog, type Place } from "./chained_events.ts";
import type { LogName } from "../log/event.ts";
import { coldAt } from "../archive/cold.ts";
import { merklePaths, merkleRoot } from "./merkle.ts";
import type { Tx } from "../sql.ts";
import { eventsIn, keptIn, placeOf } from "../place.ts";

/** An event with the proof that its block holds it. */
export interface ProvenEvent extends Place {
  /** The bytes that are hashed, as text: see `eventBytes`. */
  readonly bytes: string;
  readonly block: number;
  /** Of format 2: the hashes that lead from the event's hash to the root of its block's tree, from the leaf up. Hex. */
  readonly path: readonly string[];
}

/** A block as a link: the parts of its hash. Hashes in hex. */
interface Link {
  readonly format: number;
  readonly block: number;
  readonly first: number;
  readonly last: number;
  readonly debits: number;
  readonly credits: number;
  readonly previousHash: string;
  readonly hash: string;
  /** Of format 2. */
  readonly root?: string;
  /** Of format 1, one after another. */
  readonly eventHashes?: string;
}

/** The chain of a log from one block to its newest. */
export interface ProvenChain {
  readonly log: LogName;
  readonly links: readonly Link[];
}

/** Which blocks shall come with the events. */
interface ChainSpan {
  /** How far each log's blocks were given out before: they go on from there. */
  readonly given?: ReadonlyMap<LogName, number>;
  /** Whether they go on to the newest; else they end with the last that holds one of the events. */
  readonly toHead?: boolean;
}

/**
 * Events with their proofs, and the blocks of their logs from the first that holds one. Of other events it holds hashes
 * alone. Throws when one is not sealed yet. Give it a snapshot, and few enough events for memory.
 */
export async function proveEvents(
  tx: Tx,
  places: readonly Place[],
  { given = new Map(), toHead = true }: ChainSpan = {},
): Promise<{ events: ProvenEvent[]; chains: ProvenChain[] }> {
  const found = await Promise.all(
    [...Map.groupBy(places, ({ log }) => log)].sort(byLog).map(([log, own]) =>
      bytesAt(tx, log, own.map(({ position }) => position))
    ),
  );
  const rows = found.flatMap((list) => [...list]);
  const events: ProvenEvent[] = [];
  const chains: ProvenChain[] = [];
  const inLogs = Map.groupBy(rows, (row) => row.log);
  for (const log of new Set([...inLogs.keys(), ...(toHead ? given.keys() : [])])) {
    const inLog = inLogs.get(log) ?? [];
    const positions = inLog.map((row) => row.position);
    const after = Math.min(given.get(log) ?? Number.MAX_SAFE_INTEGER, ...positions.map((position) => position - 1));
    const upTo = toHead ? Number.MAX_SAFE_INTEGER : Math.max(...positions);
    const { links, pathOf } = await linksBetween(tx, { log, positions, after, upTo });
    if (links.length > 0) chains.push({ log, links });
    for (const { position, bytes } of inLog) events.push({ log, position, bytes, ...pathOf(position) });
  }
  return { events, chains };
}

/** The hashed bytes of the events at these positions, as text, in order. */
async function bytesAt(tx: Tx, log: LogName, positions: readonly number[]): Promise<(Place & { bytes: string })[]> {
  const rows = await tx<(Place & { bytes: string })[]>`
    select log, position, convert_from(${eventBytes(tx)}, 'UTF8') as bytes
    from ${eventsIn(log)}
    where log = ${log} and position = any(${[...positions]}::bigint[]) order by position`;
  const known = new Set(rows.map(({ position }) => position));
  const cold = await coldAt(tx, log, positions.filter((position) => !known.has(position)));
  const all = [...rows, ...cold.map(({ position, bytes }) => ({ log, position, bytes }))];
  return all.sort((one, other) => one.position - other.position);
}

interface BlockRow {
  readonly block: number;
  readonly first: number;
  readonly last: number;
  readonly debits: number;
  readonly credits: number;
  readonly previousHash: string;
  readonly hash: string;
  readonly format: number;
  readonly eventHashes: Uint8Array;
}

const BLOCKS_AT_ONCE = 10;

/** A block holds a thousand hashes, and its tree takes milliseconds: a few at a time leave room for other requests. */
async function linksBetween(
  tx: Tx,
  { log, positions, after, upTo }: { log: LogName; positions: readonly number[]; after: number; upTo: number },
) {
  const links: Link[] = [];
  const found = new Map<number, { block: number; path: readonly string[] }>();
  const waiting = [...positions];
  for (let reached = after; reached < upTo;) {
    const rows = await tx<BlockRow[]>`
      select block, first_position as first, last_position as last, debits, credits,
        encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, format, event_hashes
      from ${
      keptIn(placeOf(log), "chain_blocks")
    } where log = ${log} and last_position > ${reached} order by last_position limit ${BLOCKS_AT_ONCE}`;
    if (rows.length === 0) break;
    for (const row of rows) {
      if (reached >= upTo) break;
      links.push(linkOf(row));
      const pathIn = row.format === 1 ? () => [] : merklePathsWhenAsked(row.eventHashes);
      for (let next = waiting[0]; next !== undefined && next <= row.last; next = waiting[0]) {
        found.set(next, { block: row.block, path: pathIn(next - row.first).map((hash) => hash.toHex()) });
        waiting.shift();
      }
      reached = row.last;
    }
  }
  const pathOf = (position: number) => {
    const path = found.get(position);
    if (!path) throw new Error(`Cannot prove ${log} ${position}: it is not sealed yet`);
    return path;
  };
  return { links, pathOf };
}

/** Most blocks on the way to the newest hold none of the events: their trees are not needed. */
function merklePathsWhenAsked(hashes: Uint8Array): (index: number) => Uint8Array[] {
  let paths: ReturnType<typeof merklePaths> | undefined;
  return (index) => (paths ??= merklePaths(hashes))(index);
}

function linkOf({ previousHash, eventHashes, ...row }: BlockRow): Link {
  const content = row.format === 1 ? { eventHashes: eventHashes.toHex() } : { root: merkleRoot(eventHashes).toHex() };
  const { format, block, first, last, debits, credits, hash } = row;
  return { format, block, first, last, debits, credits, previousHash, hash, ...content };
}
