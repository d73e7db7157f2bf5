import type { Sql, Tx } from "../store/sql.ts";
import type { Share } from "./divide.ts";

/**
 * Who shares what tracks bring at a moment (epoch ms). A track that is missing is its owner's, all of it. A part of a
 * track without an owner, less than the whole, stays with Orin.
 */
export type SharesAt = (
  sql: Sql | Tx,
  trackIds: readonly string[],
  at: number,
) => Promise<ReadonlyMap<string, readonly Share[]>>;
