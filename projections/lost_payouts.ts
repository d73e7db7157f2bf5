import type { LostPayoutBooked } from "../backend/wallet/lost/events.ts";
import { shardOfLog } from "../backend/store/log/event.ts";
import { plainArray } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/** Payouts that the log had lost and that are booked. Inline: what people owe is decided on it. */
export const lostPayouts: Projection<LostPayoutBooked> = {
  name: "lost_payouts",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: ["LostPayoutBooked"],
  tables: `
    create table lost_payouts (
      shard smallint not null,
      reference text not null,
      user_id uuid not null,
      units bigint not null check (units > 0),
      owed_units bigint not null check (owed_units >= 0),
      fee_kobo bigint not null,
      booked_at timestamptz not null,
      primary key (shard, reference)
    );
    create index lost_payouts_of on lost_payouts (shard, user_id);
    create index lost_payouts_by_reference on lost_payouts (reference)`,

  async apply(tx, events) {
    for (const { log, data: { reference, userId, units, owedUnits, feeKobo }, recordedAt } of events) {
      await tx`
        insert into lost_payouts (shard, reference, user_id, units, owed_units, fee_kobo, booked_at)
        values (${shardOfLog(log)}, ${reference}, ${userId}, ${units}, ${owedUnits}, ${feeKobo}, ${new Date(
        recordedAt,
      )})`;
    }
  },
};

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
  const rows = await sql<{ reference: string; units: number; fee_kobo: number }[]>`
    select reference, units, fee_kobo from lost_payouts where booked_at >= ${new Date(from)}`;
  return rows.map(({ reference, units, fee_kobo: feeKobo }) => ({ reference, units, feeKobo }));
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
    where shard = ${shard} and user_id in (select unnest(${plainArray(userIds)}::text::uuid[])) and owed_units > 0`;
}

/** People who no longer had all of a lost payout. */
export async function debtorsByLostPayouts(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`select distinct user_id from lost_payouts where owed_units > 0`;
  return rows.map((row) => row.user_id);
}
