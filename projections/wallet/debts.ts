import type { Debt } from "../../backend/wallet/debt/state.ts";
import type { DebtRepaid } from "../../backend/wallet/debt/events.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { bigint, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { debtorsByDisputes, owedByDisputes } from "../payments/disputes.ts";
import { debtorsByGifts, owedByGifts } from "../gifts/gifts.ts";
import { debtorsByLostPayouts, owedByLostPayouts } from "./lost_payouts.ts";
import { debtorsByRoyalties, owedByRoyalties } from "../royalties/taken_royalties.ts";
import { debtorsByPayouts, owedByPayouts } from "./withdrawals.ts";

const REPAYMENTS = table("repayments", {
  shard: smallint,
  userId: uuid,
  gifts: bigint,
  payouts: bigint,
}, { key: ["shard", "userId"] });

/** What people have repaid, in units. Inline: what is still owed is decided on it. */
export const repayments = projection<DebtRepaid>({
  name: "repayments",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [REPAYMENTS],
  handlers: {
    DebtRepaid: (tx, { log, data: { userId, gifts, payouts } }) =>
      tx`
        insert into repayments as known (shard, user_id, gifts, payouts)
        values (${shardOfLog(log)}, ${userId}, ${gifts}, ${payouts})
        on conflict (shard, user_id) do update
          set gifts = known.gifts + excluded.gifts, payouts = known.payouts + excluded.payouts`,
  },
});

/** What these people of a shard owe, less what they have repaid; who owes nothing and never did is missing. */
export async function readDebts(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, Debt>> {
  const asked = [...new Set(userIds)];
  const rows = await sql<({ userId: string } & Debt)[]>`
    select user_id, sum(gifts)::bigint as gifts, sum(payouts)::bigint as payouts from (
      select user_id, units as gifts, 0 as payouts from (${owedByGifts(sql, shard, asked)}) as went_back
      union all
      select user_id, units, 0 from (${owedByRoyalties(sql, shard, asked)}) as taken
      union all
      select user_id, units, 0 from (${owedByDisputes(sql, shard, asked)}) as disputed
      union all
      select user_id, 0, units from (${owedByLostPayouts(sql, shard, asked)}) as lost
      union all
      select user_id, 0, units from (${owedByPayouts(sql, shard, asked)}) as paid
      union all
      select user_id, -gifts, -payouts from repayments
      where shard = ${shard} and ${anyOf("user_id", asked)}
    ) as debt group by user_id`;
  return new Map(rows.map(({ userId, gifts, payouts }) => [userId, { gifts, payouts }]));
}

/** What one person owes in all, in units; 0 where they have paid more. */
export async function owedBy(
  sql: Sql | Tx,
  { shard, userId }: { readonly shard: number; readonly userId: string },
): Promise<number> {
  return owedIn((await readDebts(sql, shard, [userId])).get(userId));
}

/** The same of a debt that was read. */
export function owedIn({ gifts, payouts }: Debt = { gifts: 0, payouts: 0 }): number {
  return Math.max(0, gifts + payouts);
}

/** All who may owe something, or be owed what they repaid too much. */
export async function possibleDebtors(sql: Sql): Promise<string[]> {
  const [gifts, royalties, disputed, lost, payouts, repaid] = await Promise.all([
    debtorsByGifts(sql),
    debtorsByRoyalties(sql),
    debtorsByDisputes(sql),
    debtorsByLostPayouts(sql),
    debtorsByPayouts(sql),
    sql<{ userId: string }[]>`select user_id from repayments where payouts <> 0`,
  ]);
  return [...gifts, ...royalties, ...disputed, ...lost, ...payouts, ...repaid.map((row) => row.userId)];
}
