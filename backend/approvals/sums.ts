import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { decidedAlone, proposals } from "../../projections/admin/proposals.ts";
import type { GroupScope } from "../store/log/command.ts";
import type { LogName } from "../store/log/event.ts";
import { readLogBatch } from "../store/log/read_batch.ts";
import { positionsOf } from "../store/projections/checkpoints.ts";
import type { Sql, Tx } from "../store/sql.ts";
import type { DecidedAlone } from "./events.ts";
import type { ProposalKind } from "./kind.ts";

/** A decision that its side takes alone where the sums allow it. */
export interface AloneSum {
  readonly log: LogName;
  /** Its kind, and those that add up with it. */
  readonly kinds: readonly string[];
  readonly subject: string;
  readonly units: number;
  /** Ids of all who count as one person with the admin. */
  readonly side: readonly string[];
}

/** What the decisions of one group add up to, so that each counts what was decided before it in the same group. */
export class AloneSums {
  readonly #units = new Map<string, number>();

  constructor(_scope: GroupScope) {}

  /** Whether it is more than there is room for. */
  isOver(sum: AloneSum, roomUnits: number): boolean {
    return this.#of(sum) + sum.units > roomUnits;
  }

  add(sum: AloneSum): void {
    this.#units.set(keyOf(sum), this.#of(sum) + sum.units);
  }

  #of(sum: AloneSum): number {
    return this.#units.get(keyOf(sum)) ?? 0;
  }
}

function keyOf({ kinds, side }: AloneSum): string {
  return `${kinds.toSorted()} ${sideKey(side)}`;
}

/** Decisions of one side have this in common. */
export function sideKey(side: readonly string[]): string {
  return side.toSorted()[0] ?? "";
}

/**
 * How many units a side may still decide alone by a kind at a moment (epoch ms), with all that it has decided by then:
 * also what the table of proposals lacks yet. Exact under the head's lock of `social`, else under the side's lock.
 */
export async function readRoom<Command>(
  sql: Sql | Tx,
  kind: ProposalKind<Command>,
  { sum: { log, kinds, subject, side }, shards, now }: {
    readonly sum: AloneSum;
    readonly shards: readonly number[];
    readonly now: number;
  },
): Promise<number> {
  if (kind.alone === "nothing") return -1;
  const { onceUnits, spans } = kind.alone(policyAt(await readPolicies(sql), now));
  const newest = await newestAlone(sql, log === "social" ? [log] : shards.map((shard): LogName => `ledger/${shard}`));
  const own = newest.filter(({ data }) => kinds.includes(data.kind) && side.includes(data.adminId));
  const except = own.map(({ data }) => data.proposalId);
  const rooms = await Promise.all(spans.map(async ({ ms, units }) => {
    const since = now - ms;
    const before = await decidedAlone(sql, { kinds, adminIds: side, since, except });
    const besides = await kind.alsoAlone?.(sql, { subject, side, since }) ?? 0;
    return units - before - besides - own.reduce((all, { data }) => all + data.units, 0);
  }));
  return Math.min(onceUnits, ...rooms);
}

/** What was decided alone after the position of the table of proposals. */
async function newestAlone(sql: Sql | Tx, logs: readonly LogName[]): Promise<DecidedAlone[]> {
  // The positions come first: what the table folds meanwhile is known by its id.
  const positions = await positionsOf(sql, proposals, { logs });
  const found = await Promise.all(logs.map((log) => {
    const after = positions.get(log) ?? 0;
    return readLogBatch(sql, log, { after, upTo: Number.MAX_SAFE_INTEGER, types: ["DecidedAlone"] });
  }));
  return found.flat() as unknown as DecidedAlone[];
}
