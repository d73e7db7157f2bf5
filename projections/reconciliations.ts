import type { BooksReconciled } from "../backend/wallet/reconciliation/events.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/** What the nightly comparisons of our books with the provider's have found. */
export const reconciliations: Projection<BooksReconciled> = {
  name: "reconciliations",
  version: 1,
  mode: "async",
  logs: ["social"],
  on: ["BooksReconciled"],
  tables: `
    create table reconciliations (
      day date not null,
      position bigint not null,
      result json not null,
      done_at timestamptz not null,
      primary key (day, position)
    )`,

  async apply(tx, events) {
    for (const { data, position, recordedAt } of events) {
      await tx`
        insert into reconciliations (day, position, result, done_at)
        values (${data.day}, ${position}, ${JSON.stringify(data)}::text::json, ${new Date(recordedAt)})`;
    }
  },
};

/** The last comparisons, the newest first; `doneAt` in epoch ms. */
export async function lastReconciliations(
  sql: Sql | Tx,
  limit: number,
): Promise<(BooksReconciled["data"] & { readonly doneAt: number })[]> {
  const rows = await sql<{ result: BooksReconciled["data"]; done_at: Date }[]>`
    select result, done_at from reconciliations order by day desc, position desc limit ${limit}`;
  return rows.map(({ result, done_at }) => ({ ...result, doneAt: done_at.getTime() }));
}
