import type { EventKind, LogName, Recorded } from "../log/event.ts";
import type { Tx } from "../sql.ts";

/** In the place of types: all of them. For an async projection that must not miss future types either. */
export const EVERY_TYPE = "*";

/** How long a table of a projection keeps its rows. */
export interface Keep {
  readonly table: string;
  /** A row's time: epoch ms, or a day. No event may change a row that is already due to go. */
  readonly column: string;
  readonly type: "ms" | "day";
  readonly days: number;
  /** A row stays as long after the time in a UUIDv7 here, too. */
  readonly id?: string;
}

/**
 * A read model: disposable, made from the events alone. Its tables are in the schema `projected` (a rebuild builds the
 * next version in `projected_next`), so its SQL writes plain table names, and no other file may name them. `Event` is
 * the union of the events it folds.
 */
export interface Projection<Event extends EventKind = EventKind> {
  readonly name: string;
  /** Raised when tables or handlers change; the service then builds it again from position 0. */
  readonly version: number;
  /**
   * `inline`: part of the append's own transaction, because decisions read it. `async`: follows the log, each batch in
   * one transaction with its checkpoint.
   */
  readonly mode: "inline" | "async";
  /**
   * `shard`: each row belongs to a shard and has it in its key, so shards are folded side by side, by several processes.
   * `social`: rows belong to everyone, so one process at a time folds it.
   */
  readonly place: "shard" | "social";
  /** Kinds of logs it reads. */
  readonly logs: readonly ("ledger" | "plays" | "social")[];
  /** The event types it handles, or EVERY_TYPE; others are not even read. */
  readonly on: readonly Event["type"][];
  /**
   * Of an async one, ms: while much is appended it folds at most this often, in fewer and larger batches. Who waits for
   * its tables does not wait longer. Left out, as soon as it can.
   */
  readonly paceMs?: number;
  /** DDL of its tables. */
  readonly tables: string;
  /**
   * Tables whose old rows the night deletes. `apply` copes with rows that are gone. Raise `version` when one keeps them
   * for longer.
   */
  readonly keeps?: readonly Keep[];
  /**
   * Folds a batch of one log, in position order, into the tables with set-based SQL. Where the place is a shard, each
   * statement names the shard of the log and no table of another place. Never decides anything.
   */
  apply(tx: Tx, events: readonly Recorded<Event>[]): Promise<unknown>;
}

/** Whether a projection reads a log. */
export function readsLog(projection: { logs: Projection["logs"] }, log: LogName): boolean {
  return projection.logs.some((kind) => log === kind || log.startsWith(`${kind}/`));
}
