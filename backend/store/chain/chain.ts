import { ADVISORY_LOCKS } from "../advisory_locks.ts";
import { type Block, blockHash, CHAIN_FORMAT, eventBytes, NO_HASH } from "./chain_format.ts";
import type { LogName } from "../log/event.ts";
import { rawSql, type Sql, type Tx } from "../sql.ts";
import { eventsIn, keptIn, placed, placeOf, tableOf } from "../place.ts";
import { coldEvents } from "../archive/cold.ts";
import { sha256 } from "../archive/archive_format.ts";

const MAX_BLOCK_EVENTS = 1_000;
const MAX_BLOCK_AGE_MS = 60_000;
const MAX_BLOCKS_PER_ROUND = 50;

/** The sum of transfers between two positions of a log, in units, from the ledger. Zero in a log without money. */
export type MeasureTransfers = (
  tx: Tx,
  log: LogName,
  range: { readonly first: number; readonly last: number },
) => Promise<{ readonly debits: number; readonly credits: number }>;

interface SealOptions {
  readonly measure: MeasureTransfers;
  /** `true` leaves nothing out; else a block that is not full waits until the last one is a minute old. */
  readonly all?: boolean;
}

/**
 * Adds blocks to the chain of every log, in position order, and answers how many. Of several processes one does the
 * work; the others answer 0. Ends when there is nothing to seal, or after 50 blocks of each log.
 */
export async function sealBlocks(sql: Sql, options: SealOptions): Promise<number> {
  return await sql.begin(async (tx) => {
    const [lock] = await tx<
      { taken: boolean }[]
    >`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sealBlocks}) as taken`;
    if (!lock?.taken) return 0;
    const logs = await tx<
      { log: LogName; lastPosition: number }[]
    >`select log, last_position from all_logs order by log`;
    let made = 0;
    for (const { log, lastPosition: head } of logs) made += await sealLog(tx, { ...options, log, head });
    return made;
  });
}

interface LogToSeal extends SealOptions {
  readonly log: LogName;
  readonly head: number;
}

async function sealLog(tx: Tx, { log, head, measure, all = false }: LogToSeal): Promise<number> {
  let { block, last, hash, ageMs } = await lastBlock(tx, log);
  let made = 0;
  const takesPart = all || ageMs >= MAX_BLOCK_AGE_MS;
  while (made < MAX_BLOCKS_PER_ROUND && (head - last >= MAX_BLOCK_EVENTS || (takesPart && head > last))) {
    const range = { first: last + 1, last: Math.min(head, last + MAX_BLOCK_EVENTS) };
    const next = await makeBlock(tx, { log, block: block + 1, previousHash: hash, measure, ...range });
    await insertBlock(tx, next);
    ({ block, last, hash } = next);
    made++;
  }
  return made;
}

async function lastBlock(tx: Tx, log: LogName) {
  const [row] = await tx<{ block: number; last: number; hash: Uint8Array; ageMs: number }[]>`
    select block, last_position as last, hash, (extract(epoch from clock_timestamp() - sealed_at) * 1000)::float8 as age_ms
    from ${keptIn(placeOf(log), "chain_blocks")} where log = ${log} order by block desc limit 1`;
  if (!row) return { block: 0, last: 0, hash: NO_HASH, ageMs: Number.POSITIVE_INFINITY };
  return { block: row.block, last: row.last, hash: row.hash, ageMs: row.ageMs };
}

interface BlockPlace {
  readonly log: LogName;
  readonly block: number;
  readonly first: number;
  readonly last: number;
  readonly previousHash: Uint8Array;
  readonly measure: MeasureTransfers;
}

async function makeBlock(tx: Tx, { log, block, first, last, previousHash, measure }: BlockPlace): Promise<Block> {
  const { hashes: eventHashes, count } = await hashEvents(tx, log, { first, last });
  if (count !== last - first + 1) {
    throw new Error(`Cannot seal ${log} from ${first} to ${last}: it has ${count} events`);
  }
  const { debits, credits } = await measure(tx, log, { first, last });
  const content = { log, block, first, last, eventHashes, debits, credits, previousHash, format: CHAIN_FORMAT };
  return { ...content, hash: blockHash(content) };
}

/** Hashes of the events between two positions, one after another, and how many there are. */
export async function hashEvents(
  tx: Tx,
  log: LogName,
  { first, last }: { first: number; last: number },
): Promise<{ hashes: Uint8Array; count: number }> {
  const [row] = await tx<{ hashes: Uint8Array | undefined; count: number }[]>`
    select string_agg(hash, ''::bytea order by position) as hashes, count(*)::int as count from (
      select position, sha256(${eventBytes(tx)}) as hash from ${eventsIn(log)}
      where log = ${log} and position >= ${first} and position <= ${last}
    ) as hashed`;
  const hot = { hashes: row?.hashes ?? new Uint8Array(), count: row?.count ?? 0 };
  if (hot.count === last - first + 1) return hot;
  const cold: Uint8Array[] = [];
  // What is archived ends before what is not.
  for await (const events of coldEvents(tx, log, { after: first - 1, upTo: last })) {
    for (const { bytes } of events) cold.push(sha256(bytes));
  }
  return { hashes: Buffer.concat([...cold, hot.hashes]), count: cold.length + hot.count };
}

async function insertBlock(tx: Tx, block: Block): Promise<void> {
  const place = placeOf(block.log);
  const { columns, values } = placed(place);
  await tx`
    insert into ${rawSql(tableOf(place, "chain_blocks"))}
      (${columns}log, block, first_position, last_position, event_hashes, debits, credits, previous_hash, hash, format)
    values (${values}${block.log}, ${block.block}, ${block.first}, ${block.last}, ${Buffer.from(block.eventHashes)},
      ${block.debits}, ${block.credits}, ${Buffer.from(block.previousHash)}, ${
    Buffer.from(block.hash)
  }, ${block.format})`;
}

/** The newest block of a log, for keeping outside of this database. */
export interface ChainHead {
  readonly log: LogName;
  readonly block: number;
  readonly position: number;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly format: number;
  readonly sealedAt: string;
}

/** The newest block of each log: as long as these are known outside, nothing before them can be rewritten unseen. */
export async function readChainHeads(sql: Sql | Tx): Promise<ChainHead[]> {
  const logs = await sql<{ log: LogName }[]>`select log from all_logs order by log`;
  const found = await Promise.all(logs.map(({ log }) =>
    sql<(Omit<ChainHead, "sealedAt"> & { sealedAt: number })[]>`
      select log, block, last_position as position, encode(hash, 'hex') as hash, format, sealed_at
      from ${keptIn(placeOf(log), "chain_blocks")} where log = ${log} order by block desc limit 1`
  ));
  const rows = found.flatMap((list) => [...list]);
  return rows.map(({ sealedAt, ...head }) => ({ ...head, sealedAt: new Date(sealedAt).toISOString() }));
}
