import { createHash } from "node:crypto";
import type { LogName } from "./event.ts";
import type { Sql, Tx } from "./sql.ts";

/** The rule below. It never changes: another rule is another number, and blocks keep the one they were made with. */
export const CHAIN_FORMAT = 1;
export const HASH_BYTES = 32;

/** What a log's first block has before it. */
export const NO_HASH: Uint8Array = new Uint8Array(HASH_BYTES);

/** A block as it is stored in `chain_blocks`. */
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
 * Format 1, the bytes of an event, as an SQL expression over a row of `events`: a line of what has one form only (times
 * in µs), with the lengths of four of the five texts that follow it without separators. `data` and `metadata` are the
 * stored text itself. UTF-8.
 */
export function eventBytes(sql: Sql | Tx) {
  return sql`convert_to(
    concat_ws(' ', position, stream_version, event_id, schema_version,
      trunc(extract(epoch from occurred_at) * 1000000), trunc(extract(epoch from recorded_at) * 1000000),
      octet_length(log), octet_length(stream), octet_length(type), octet_length(metadata::text))
    || E'\n' || log || stream || type || metadata::text || data::text, 'UTF8')`;
}

/** Format 1, the hash of a block: SHA-256 over a line of JSON and the hashes of its events. */
export function blockHash(block: Omit<Block, "hash">): Uint8Array {
  const { format, log, first, last, debits, credits } = block;
  const previous = Buffer.from(block.previousHash).toString("hex");
  const line = JSON.stringify([format, log, block.block, first, last, debits, credits, previous]);
  return new Uint8Array(createHash("sha256").update(`${line}\n`).update(block.eventHashes).digest());
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
