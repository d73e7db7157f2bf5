import { createHash } from "node:crypto";
import type { LogName } from "./event.ts";

/** The shard of a user: a hash of the id modulo the number that was fixed when the database was made. */
export function shardOf(userId: string, shards: number): number {
  if (shards === 1) return 0;
  return createHash("sha256").update(userId).digest().readUInt32BE(0) % shards;
}

/** The logs that a listener's plays and money go to, in the order in which their heads are locked. */
export function shardLogs(shard: number): readonly [ledger: LogName, plays: LogName] {
  return [`ledger/${shard}`, `plays/${shard}`];
}
