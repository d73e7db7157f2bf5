import { type ChainHead, hashEvents } from "./chain.ts";
import { type Block, blockHash, HASH_BYTES, isKnownFormat, NO_HASH, sameBytes } from "./chain_format.ts";
import type { LogName } from "../log/event.ts";
import type { Problem } from "../log/problem.ts";
import type { Tx } from "../sql.ts";
import { archivedUpTo } from "../archive/cold.ts";
import { eventsIn, keptIn, placeOf } from "../place.ts";

const BLOCKS_AT_ONCE = 20;

/**
 * Proves a log's chain from the block after `after` (a position that ends a block, 0 for all) to its newest one: each
 * block follows the one before, has the hash of its content, and its events are the stored ones without holes. Answers
 * the last sealed position and the first thing that is wrong.
 */
export async function verifyChain(
  tx: Tx,
  { log, after, head }: { log: LogName; after: number; head: number },
): Promise<{ sealed: number; problem?: Problem }> {
  let previous = await blockEndingAt(tx, log, after);
  for (;;) {
    const blocks = await blocksAfter(tx, log, previous?.block ?? 0);
    if (blocks.length === 0) break;
    for (const block of blocks) {
      const wrong = judgeBlock(block, previous);
      if (wrong) return { sealed: previous?.last ?? 0, problem: inBlock(block, wrong) };
      previous = block;
    }
    const problem = await judgeEvents(tx, log, blocks);
    if (problem) return { sealed: (blocks[0]?.first ?? 1) - 1, problem };
  }
  const sealed = previous?.last ?? 0;
  if (sealed <= head) return { sealed };
  const what = `the head says ${head}, but the chain holds events up to ${sealed}: the newest are gone`;
  return { sealed, problem: { where: `log ${log}, position ${head + 1}`, what } };
}

/** Heads that were kept outside: each must still be a block of the chain. */
export async function verifyHeads(tx: Tx, heads: readonly ChainHead[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { log, block, position, hash } of heads) {
    const [row] = await tx<{ hash: string; last: number }[]>`
      select encode(hash, 'hex') as hash, last_position as last from ${blocksIn(log)}
      where log = ${log} and block = ${block}`;
    if (row?.hash === hash && row.last === position) continue;
    const what = row ? "is not the one that was kept outside: the chain was written again" : "is gone";
    problems.push({ where: `log ${log}, block ${block} (up to position ${position})`, what });
  }
  return problems;
}

function judgeBlock(block: Block, previous: Block | undefined): string | undefined {
  if (block.block !== (previous?.block ?? 0) + 1) return `a block is missing before it`;
  if (block.first !== (previous?.last ?? 0) + 1) return `it does not begin after position ${previous?.last ?? 0}`;
  if (!isKnownFormat(block.format)) return `its format ${block.format} is unknown`;
  if (!sameBytes(block.previousHash, previous?.hash ?? NO_HASH)) return "it does not follow from the block before it";
  if (!sameBytes(block.hash, blockHash(block))) return "its hash is not that of its content";
  return undefined;
}

function inBlock(block: Block, what: string): Problem {
  return { where: `log ${block.log}, block ${block.block} (positions ${block.first} to ${block.last})`, what };
}

/** Compares the hashes in the blocks with those of the stored events. */
async function judgeEvents(tx: Tx, log: LogName, blocks: readonly Block[]): Promise<Problem | undefined> {
  const first = blocks[0]?.first ?? 1;
  const last = blocks.at(-1)?.last ?? 0;
  const { hashes, count } = await hashEvents(tx, log, { first, last });
  if (count !== last - first + 1) return await findHole(tx, log, { first, last });
  const sealed = Buffer.concat(blocks.map((block) => block.eventHashes));
  if (sameBytes(sealed, hashes)) return undefined;
  for (let at = 0; at < count; at++) {
    const [from, to] = [at * HASH_BYTES, (at + 1) * HASH_BYTES];
    if (sameBytes(sealed.subarray(from, to), hashes.subarray(from, to))) continue;
    return { where: `log ${log}, position ${first + at}`, what: "the event is not the one that was sealed" };
  }
  return undefined;
}

/** The first position of a stretch that has no event, when there is one. */
export async function findHole(
  tx: Tx,
  log: LogName,
  { first, last }: { first: number; last: number },
): Promise<Problem | undefined> {
  const [row] = await tx<{ position: number }[]>`
    select expected as position from generate_series(${first}::bigint, ${last}::bigint) as expected
    where not exists (select from ${eventsIn(log)} where log = ${log} and position = expected)
      and expected > ${await archivedUpTo(tx, log)} order by 1 limit 1`;
  return row && { where: `log ${log}, position ${row.position}`, what: "the event is missing" };
}

interface Row {
  log: LogName;
  block: number;
  first: number;
  last: number;
  eventHashes: Uint8Array;
  debits: number;
  credits: number;
  previousHash: Uint8Array;
  hash: Uint8Array;
  format: number;
}

function blocksIn(log: LogName) {
  return keptIn(placeOf(log), "chain_blocks");
}

/** The blocks that hold a part of a log, in order. */
export async function* blocksFrom(
  tx: Tx,
  { log, first, last }: { log: LogName; first: number; last: number },
): AsyncGenerator<Block> {
  for (let reached = first - 1; reached < last;) {
    const rows = await tx<Row[]>`
      select *, first_position as first, last_position as last from ${blocksIn(log)}
      where log = ${log} and last_position > ${reached} order by last_position limit ${BLOCKS_AT_ONCE}`;
    if (rows.length === 0) return;
    for (const block of rows.map(blockOf)) {
      if (block.first > last) return;
      reached = block.last;
      yield block;
    }
  }
}

async function blocksAfter(tx: Tx, log: LogName, block: number): Promise<Block[]> {
  const rows = await tx<Row[]>`
    select *, first_position as first, last_position as last from ${blocksIn(log)}
    where log = ${log} and block > ${block} order by block limit ${BLOCKS_AT_ONCE}`;
  return rows.map(blockOf);
}

async function blockEndingAt(tx: Tx, log: LogName, position: number): Promise<Block | undefined> {
  if (position === 0) return undefined;
  const [row] = await tx<Row[]>`
    select *, first_position as first, last_position as last from ${blocksIn(log)}
    where log = ${log} and last_position = ${position}`;
  return row && blockOf(row);
}

function blockOf({ eventHashes, previousHash, ...row }: Row): Block {
  const { log, block, first, last, debits, credits, hash, format } = row;
  return { log, block, first, last, eventHashes, debits, credits, previousHash, hash, format };
}
