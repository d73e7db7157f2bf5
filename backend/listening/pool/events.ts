import type { Event } from "../../store/log/event.ts";

/**
 * What a shard may pay of a day's reward pool in all from now on: decided for every shard in one stream, whose sum stays
 * within the pool. `grants` counts the shard's own.
 */
export type PoolShareGranted = Event<
  "PoolShareGranted",
  { readonly day: string; readonly shard: number; readonly grants: number } & Parts
>;

/** The same, in the shard: its plays are decided on it. */
export type PoolShareReceived = Event<"PoolShareReceived", { readonly day: string } & PoolShare>;

/** Millionths of the pool, and of its part for late plays. */
export type Parts = { readonly all: number; readonly late: number };

/** What a shard may pay of a day's pool. */
export type PoolShare = Parts & {
  /** How many grants make it up. */
  readonly grants: number;
  /** Nothing is left to be granted: the share does not grow any more. */
  readonly allIsLast: boolean;
  readonly lateIsLast: boolean;
};

/** The stream of a Lagos day: in the social log that of what was granted, in a shard's that of what it received. */
export function poolStream(day: string): string {
  return `pool/${day}`;
}
