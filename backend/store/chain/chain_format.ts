import { createHash } from "node:crypto";
import type { LogName } from "../log/event.ts";
import { merkleRoot } from "./merkle.ts";
import type { Sql, Tx } from "../sql.ts";

/** The rule of new blocks. A rule never changes: another one is another number, and blocks keep theirs. */
export const CHAIN_FORMAT = 2;
const FORMATS: readonly number[] = [1, CHAIN_FORMAT];
export const HASH_BYTES = 32;

/** The previous hash of a log's first block. */
export const NO_HASH: Uint8Array = new Uint8Array(HASH_BYTES);

/** A row of `chain_blocks`. */
export interface Block {
  readonly log: LogName;
  /** From 1 on. */
  readonly block: number;
  readonly first: number;
  readonly last: number;
  /** SHA-256 of the bytes of each event, one after another. */
  readonly eventHashes: Uint8Array;
  /** Units that the block's transfers took out of accounts and put into them. */
  readonly debits: number;
  readonly credits: number;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
  readonly format: number;
}

/**
 * Formats 1 and 2, the bytes of an event, as an SQL expression over a row of `events`: a line of numbers and ids (times
 * in µs) with the lengths of four texts, then five texts without separators. `data` and `metadata` are the stored text
 * itself. UTF-8.
 */
export function eventBytes(sql: Sql | Tx) {
  return sql`convert_to(
    concat_ws(' ', position, stream_version, event_id, schema_version,
      trunc(extract(epoch from occurred_at) * 1000000), trunc(extract(epoch from recorded_at) * 1000000),
      octet_length(log), octet_length(stream), octet_length(type), octet_length(metadata::text))
    || E'\n' || log || stream || type || metadata::text || data::text, 'UTF8')`;
}

/**
 * The hash of a block: SHA-256 over a line of JSON. In format 1 the hashes of its events follow the line; in format 2
 * the line ends with the root of their tree, so that one event is proven by ten hashes, and a block by its line.
 */
export function blockHash(block: Omit<Block, "hash">): Uint8Array {
  const { format, log, first, last, debits, credits } = block;
  const previous = Buffer.from(block.previousHash).toString("hex");
  const line = [format, log, block.block, first, last, debits, credits, previous];
  if (format === 1) return sha256(`${JSON.stringify(line)}\n`, block.eventHashes);
  const root = Buffer.from(merkleRoot(block.eventHashes)).toString("hex");
  return sha256(`${JSON.stringify([...line, root])}\n`, new Uint8Array());
}

/** Whether this code can check blocks of a format. */
export function isKnownFormat(format: number): boolean {
  return FORMATS.includes(format);
}

function sha256(line: string, rest: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(line).update(rest).digest());
}

/** Whether two runs of bytes are the same. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
