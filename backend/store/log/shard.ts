import { createHash } from "node:crypto";
import type { LogName } from "./event.ts";

/** From when on new people come to which shards. */
export interface Epoch {
  /** Epoch ms; 0 for the first. */
  readonly from: number;
  readonly first: number;
  readonly shards: number;
}

/** The one shard of a small installation. */
export const ONE_SHARD: Epoch = { from: 0, first: 0, shards: 1 };

/**
 * Who is in which shard. A process keeps one and updates it when an epoch is added; that moves no person, because
 * epochs are added for times to come, and a user's id carries the time at which the service made it.
 */
export class ShardMap {
  #epochs: readonly Epoch[] = [];

  /** `epochs`: the oldest first; at least one. */
  constructor(epochs: readonly Epoch[]) {
    this.update(epochs);
  }

  update(epochs: readonly Epoch[]): void {
    if (epochs.length === 0) throw new RangeError("There is always a first epoch");
    this.#epochs = epochs.toSorted((one, two) => one.from - two.from);
  }

  /** How many epochs it knows. */
  get size(): number {
    return this.#epochs.length;
  }

  get newest(): Epoch {
    return this.#epochs.at(-1) ?? ONE_SHARD;
  }

  /** Every shard, those of epochs to come as well. */
  get all(): number[] {
    return this.#epochs.flatMap(({ first, shards }) => Array.from({ length: shards }, (_, index) => first + index));
  }

  /** From when on there are several shards, epoch ms; Infinity while there is one. */
  get severalFrom(): number {
    const [first, second] = this.#epochs;
    if (first !== undefined && first.shards > 1) return first.from;
    return second?.from ?? Infinity;
  }

  /** How many shards people are in at a moment, epoch ms. */
  countAt(moment: number): number {
    return this.#epochs.filter(({ from }) => from <= moment).reduce((sum, { shards }) => sum + shards, 0);
  }

  /** The shard of a user: a hash of the id, in the epoch of the id's time. */
  shardOf(userId: string): number {
    const { first, shards } = this.#epochOf(userId);
    if (shards === 1) return first;
    return first + createHash("sha256").update(userId).digest().readUInt32BE(0) % shards;
  }

  #epochOf(userId: string): Epoch {
    const madeAt = timeOf(userId);
    const [first = ONE_SHARD] = this.#epochs;
    return this.#epochs.findLast(({ from }) => from <= madeAt) ?? first;
  }
}

/** The time in a UUIDv7 (RFC 9562, section 5.7), epoch ms; 0 for any other id. */
export function timeOf(id: string): number {
  return /^[\da-f]{8}-[\da-f]{4}-7/i.test(id) ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : 0;
}

/** The logs that a listener's plays and money go to, in the order in which their heads are locked. */
export function shardLogs(shard: number): readonly [ledger: LogName, plays: LogName] {
  return [`ledger/${shard}`, `plays/${shard}`];
}
