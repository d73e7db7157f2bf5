import type { AdminLoginFailed } from "../../backend/admin/login/events.ts";
import { int, moment, table, text } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const FAILED_LOGINS = table("failed_logins", {
  stream: text,
  hourFrom: moment,
  failures: int,
  lastAt: moment,
}, { key: ["stream", "hourFrom"], indexes: { failed_logins_by_time: "(last_at)" } });

/** Failed log-ins to the back office, hour by hour. Each event holds its hour's count so far. */
export const failedLogins = projection<AdminLoginFailed>({
  name: "failed_logins",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [FAILED_LOGINS],
  handlers: {
    AdminLoginFailed: (tx, { stream, data: { hourFrom, failures }, recordedAt }) =>
      tx`
        insert into failed_logins (stream, hour_from, failures, last_at)
        values (${stream}, ${new Date(hourFrom)}, ${failures}, ${new Date(recordedAt)})
        on conflict (stream, hour_from) do update set last_at = greatest(failed_logins.last_at, excluded.last_at),
          failures = greatest(failed_logins.failures, excluded.failures)`,
  },
});

/** Failed log-ins to the back office in the hour of `since` and all later ones, and the last of them. Epoch ms. */
export async function countFailedLogins(
  sql: Sql | Tx,
  since: number,
): Promise<{ failures: number; lastAt: number | undefined }> {
  const [row] = await sql<{ failures: number; lastAt: number | undefined }[]>`
    select coalesce(sum(failures), 0)::int as failures, max(last_at) as last_at
    from failed_logins where last_at >= ${new Date(since)}`;
  return { failures: row?.failures ?? 0, lastAt: row?.lastAt };
}
