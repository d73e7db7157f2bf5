import { canonicalJson } from "../backend/store/log/canonical.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { bigint, moment, table, text, typed, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { ClearanceEvent } from "../backend/wallet/clearance/events.ts";
import type { Clearance } from "../backend/wallet/clearance/state.ts";

/** Nobody decides on what was read so long ago. */
const KEPT_MS = 86_400_000;

const CLEARANCES = table("clearances", {
  clearanceId: uuid,
  clearance: typed<unknown>("json"),
  actor: text,
  clearedAt: moment,
  usedPosition: bigint.optional,
  usedAt: moment.optional,
}, {
  key: ["clearanceId"],
  indexes: {
    clearances_open: "(cleared_at) where used_position is null",
  },
});

/**
 * Approvals that were cleared and are not known to be stored, and those that were stored lately. Inline: the next
 * clearance counts them. A used one is counted by its withdrawal from then on, but whoever read the withdrawals before
 * still has to count it here; its row goes after a day, with the next event.
 */
export const clearances: Projection<ClearanceEvent> = {
  name: "clearances",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["ApprovalCleared", "ApprovalClearanceUsed", "ApprovalClearanceReturned"],
  tables: CLEARANCES.ddl,

  async apply(tx, events) {
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<ClearanceEvent>): Promise<void> {
  const at = new Date(event.recordedAt);
  const { type, data: { clearanceId } } = event;
  if (type === "ApprovalCleared") {
    await tx`
      insert into clearances (clearance_id, clearance, actor, cleared_at)
      values (${clearanceId}, ${canonicalJson(event.data)}::text::json, ${event.metadata.actor}, ${at})`;
  } else if (type === "ApprovalClearanceUsed") {
    await tx`
      update clearances set used_position = ${event.position}, used_at = ${at} where clearance_id = ${clearanceId}`;
  } else await tx`delete from clearances where clearance_id = ${clearanceId}`;
  await tx`delete from clearances where used_at < ${new Date(event.recordedAt - KEPT_MS)}`;
}

/** A moment in the order of clearances: before anything else is read that they are counted beside. */
export async function clearanceMark(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ mark: number }[]>`select coalesce(max(used_position), 0)::bigint as mark from clearances`;
  return row?.mark ?? 0;
}

/** A clearance with when it was given (epoch ms), and by whose request. */
export type ClearanceRow = Clearance & {
  readonly clearedAt: number;
  readonly actor: string;
  /** Where the log says that it was used; undefined while it is open. */
  readonly usedPosition: number | undefined;
};

/** Those that are open, or were used after a mark. For decisions, with the transaction's handle. */
export async function clearancesSince(tx: Tx, mark: number): Promise<ClearanceRow[]> {
  const rows = await tx<Row[]>`
    select * from clearances where used_position is null or used_position > ${mark} order by cleared_at, clearance_id`;
  return rows.map(rowOf);
}

/** Those that were given before a moment (epoch ms) and have not ended, the oldest first. */
export async function openClearances(sql: Sql | Tx, before: number): Promise<ClearanceRow[]> {
  const rows = await sql<Row[]>`
    select * from clearances where used_position is null and cleared_at < ${new Date(before)}
    order by cleared_at, clearance_id limit 500`;
  return rows.map(rowOf);
}

interface Row {
  clearance: Clearance;
  actor: string;
  clearedAt: number;
  usedPosition: number | undefined;
}

function rowOf({ clearance, actor, clearedAt, usedPosition }: Row): ClearanceRow {
  return { ...clearance, actor, clearedAt: clearedAt, usedPosition: usedPosition };
}
