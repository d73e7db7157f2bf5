import { differenceStream } from "../../backend/admin/books/events.ts";
import type { BooksReconciled, Difference } from "../../backend/wallet/reconciliation/events.ts";
import { bigint, day, moment, table, typed } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const RECONCILIATIONS = table("reconciliations", {
  day,
  position: bigint,
  result: typed<BooksReconciled["data"]>("json"),
  doneAt: moment,
}, { key: ["day", "position"] });

/** What the nightly comparisons of our books with the provider's have found. */
export const reconciliations = projection<BooksReconciled>({
  name: "reconciliations",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [RECONCILIATIONS],
  handlers: {
    BooksReconciled: (tx, { data, position, recordedAt }) =>
      tx`
        insert into reconciliations (day, position, result, done_at)
        values (${data.day}, ${position}, ${JSON.stringify(data)}::text::json, ${new Date(recordedAt)})`,
  },
});

/** The last comparisons, the newest first; `doneAt` in epoch ms. */
export async function lastReconciliations(
  sql: Sql | Tx,
  limit: number,
): Promise<(BooksReconciled["data"] & { readonly doneAt: number })[]> {
  const rows = await sql<{ result: BooksReconciled["data"]; doneAt: number }[]>`
    select result, done_at from reconciliations order by day desc, position desc limit ${limit}`;
  return rows.map(({ result, doneAt }) => ({ ...result, doneAt }));
}

/** When each of the differences was found last, epoch ms, by its stream; those that never were are missing. */
export async function differencesFoundAt(
  sql: Sql | Tx,
  differences: readonly { readonly kind: string; readonly subject: string }[],
): Promise<Map<string, number>> {
  const rows = await sql<(Pick<Difference, "kind" | "subject"> & { at: number })[]>`
    select found->>'kind' as kind, found->>'subject' as subject, max(done_at) as at
    from reconciliations, json_array_elements(result -> 'differences') as found
    where found->>'subject' = any(${differences.map(({ subject }) => subject)}) group by 1, 2`;
  return new Map(rows.map(({ at, ...difference }) => [differenceStream(difference), at]));
}

/** Where the last reconciliation before a moment (epoch ms) is in the log `social`. */
export async function findReconciliation(sql: Sql | Tx, before: number): Promise<number | undefined> {
  const [row] = await sql<{ position: number }[]>`
    select position from reconciliations where done_at < ${new Date(before)} order by done_at desc limit 1`;
  return row?.position;
}
