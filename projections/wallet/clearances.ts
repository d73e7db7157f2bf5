import { canonicalJson } from "../../backend/store/log/canonical.ts";
import { bigint, moment, type RowOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import type { ClearanceEvent } from "../../backend/wallet/clearance/events.ts";
import type { Clearance } from "../../backend/wallet/clearance/state.ts";

/** No decision uses what was read so long ago. */
const KEPT_MS = 86_400_000;

const CLEARANCES = table("clearances", {
  clearanceId: uuid,
  clearance: typed<Clearance>("json"),
  actor: text,
  clearedAt: moment,
  usedPosition: bigint.optional,
  usedAt: moment.optional,
}, { key: ["clearanceId"], indexes: { clearances_open: "(cleared_at) where used_position is null" } });

/**
 * Approvals that were cleared and are not known to be stored, and those that were stored lately. Inline: the next
 * clearance counts them. A used one is counted by its withdrawal from then on, but a decision that read the withdrawals
 * before still has to count it here; its row goes after a day, with the next event.
 */
export const clearances = projection<ClearanceEvent>({
  name: "clearances",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [CLEARANCES],
  handlers: {
    async ApprovalCleared(tx, { data, metadata: { actor }, recordedAt }) {
      await tx`
        insert into clearances (clearance_id, clearance, actor, cleared_at)
        values (${data.clearanceId}, ${canonicalJson(data)}::text::json, ${actor}, ${new Date(recordedAt)})`;
      await forgetUsed(tx, recordedAt);
    },
    async ApprovalClearanceUsed(tx, { data: { clearanceId }, position, recordedAt }) {
      await CLEARANCES.set(tx, { clearanceId }, { usedPosition: position, usedAt: recordedAt });
      await forgetUsed(tx, recordedAt);
    },
    async ApprovalClearanceReturned(tx, { data: { clearanceId }, recordedAt }) {
      await CLEARANCES.delete(tx, { clearanceId });
      await forgetUsed(tx, recordedAt);
    },
  },
});

async function forgetUsed(tx: Tx, now: number): Promise<void> {
  await tx`delete from clearances where used_at < ${new Date(now - KEPT_MS)}`;
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
  const rows = await tx<RowOf<typeof CLEARANCES>[]>`
    select * from clearances where used_position is null or used_position > ${mark} order by cleared_at, clearance_id`;
  return rows.map(rowOf);
}

/** Those that were given before a moment (epoch ms) and have not ended, the oldest first. */
export async function openClearances(sql: Sql | Tx, before: number): Promise<ClearanceRow[]> {
  const rows = await sql<RowOf<typeof CLEARANCES>[]>`
    select * from clearances where used_position is null and cleared_at < ${new Date(before)}
    order by cleared_at, clearance_id limit 500`;
  return rows.map(rowOf);
}

function rowOf({ clearance, actor, clearedAt, usedPosition }: RowOf<typeof CLEARANCES>): ClearanceRow {
  return { ...clearance, actor, clearedAt, usedPosition };
}
