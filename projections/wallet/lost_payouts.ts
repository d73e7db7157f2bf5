import type { LostPayoutBooked } from "../../backend/wallet/lost_payouts/events.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { bigint, moment, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const LOST_PAYOUTS = table("lost_payouts", {
  shard: smallint,
  reference: text,
  userId: uuid,
  units: bigint.check("units > 0"),
  owedUnits: bigint.check("owed_units >= 0"),
  feeKobo: bigint,
  bookedAt: moment,
}, {
  key: ["shard", "reference"],
  indexes: {
    lost_payouts_of: "(shard, user_id)",
    lost_payouts_by_reference: "(reference)",
  },
});

/** Payouts that the log had lost and that are booked. Inline: what people owe is decided on it. */
export const lostPayouts = projection<LostPayoutBooked>({
  name: "lost_payouts",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [LOST_PAYOUTS],
  handlers: {
    LostPayoutBooked: (tx, { log, data, recordedAt }) =>
      LOST_PAYOUTS.insert(tx, { ...data, shard: shardOfLog(log), bookedAt: recordedAt }),
  },
});

/** Those of the references that are booked. */
export async function knownLostPayouts(sql: Sql | Tx, references: readonly string[]): Promise<string[]> {
  const rows = await sql<{ reference: string }[]>`
    select reference from lost_payouts where reference = any(${[...references]})`;
  return rows.map(({ reference }) => reference);
}

/** What was booked from a moment on (epoch ms): for reconciliation. */
export async function lostPayoutsSince(
  sql: Sql | Tx,
  from: number,
): Promise<{ reference: string; units: number; feeKobo: number }[]> {
  return await sql<{ reference: string; units: number; feeKobo: number }[]>`
    select reference, units, fee_kobo from lost_payouts where booked_at >= ${new Date(from)}`;
}

/** Kobo that lost payouts took from the provider, with its fees: for reconciliation. */
export async function lostPayoutSum(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(units + fee_kobo), 0)::bigint as sum from lost_payouts`;
  return row?.sum ?? 0;
}

/** For `debts.ts`, as rows `user_id, units`: lost payouts that people of a shard no longer had. */
export function owedByLostPayouts(sql: Sql | Tx, shard: number, userIds: readonly string[]) {
  return sql`
    select user_id, owed_units as units from lost_payouts
    where shard = ${shard} and ${anyOf("user_id", userIds)} and owed_units > 0`;
}

/** People who no longer had all of a lost payout. */
export async function debtorsByLostPayouts(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`select distinct user_id from lost_payouts where owed_units > 0`;
  return rows.map((row) => row.userId);
}
