import type { ProviderBalanceNoted } from "../backend/wallet/reconciliation/events.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { bigint, moment, table } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

const PROVIDER_BALANCES = table("provider_balances", {
  position: bigint,
  kobo: bigint,
  at: moment,
}, {
  key: ["position"],
  indexes: {
    provider_balances_at: "(at)",
  },
});

/** What the payment provider said about its balance, each night. */
export const providerBalances: Projection<ProviderBalanceNoted> = {
  name: "provider_balances",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["ProviderBalanceNoted"],
  tables: PROVIDER_BALANCES.ddl,

  async apply(tx, events) {
    for (const { data, position, recordedAt } of events) {
      await tx`
        insert into provider_balances (position, kobo, at) values (${position}, ${data.kobo}, ${new Date(recordedAt)})`;
    }
  },
};

/** What the provider said last before a moment; both in epoch ms. */
export async function balanceSaidBefore(
  sql: Sql | Tx,
  before: number,
): Promise<{ readonly kobo: number; readonly at: number } | undefined> {
  const [row] = await sql<{ kobo: number; at: number }[]>`
    select kobo, at from provider_balances where at < ${new Date(before)} order by at desc limit 1`;
  return row && { kobo: row.kobo, at: row.at };
}
