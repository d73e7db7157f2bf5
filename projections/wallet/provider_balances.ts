import type { ProviderBalanceNoted } from "../../backend/wallet/reconciliation/events.ts";
import { bigint, moment, table } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const PROVIDER_BALANCES = table("provider_balances", {
  position: bigint,
  kobo: bigint,
  at: moment,
}, { key: ["position"], indexes: { provider_balances_at: "(at)" } });

/** What the payment provider said about its balance, each night. */
export const providerBalances = projection<ProviderBalanceNoted>({
  name: "provider_balances",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [PROVIDER_BALANCES],
  handlers: {
    ProviderBalanceNoted: (tx, { data: { kobo }, position, recordedAt: at }) =>
      PROVIDER_BALANCES.insert(tx, { position, kobo, at }),
  },
});

/** What the provider said last before a moment; both in epoch ms. */
export async function balanceSaidBefore(
  sql: Sql | Tx,
  before: number,
): Promise<{ readonly kobo: number; readonly at: number } | undefined> {
  const [row] = await sql<{ kobo: number; at: number }[]>`
    select kobo, at from provider_balances where at < ${new Date(before)} order by at desc limit 1`;
  return row;
}
