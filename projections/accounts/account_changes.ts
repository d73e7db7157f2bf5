import type { EmailChanged, PasswordChanged, ProfileChanged } from "../../backend/accounts/account/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import { bigint, moment, oneOf, type RowOf, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const ACCOUNT_CHANGES = table("account_changes", {
  userId: uuid,
  position: bigint,
  change: oneOf("password", "password_reset", "email", "name"),
  at: moment,
}, { key: ["userId", "position"] });

/** When people changed their password, email or name: admins look at changes shortly before a withdrawal. */
export const accountChanges = projection<PasswordChanged | EmailChanged | ProfileChanged>({
  name: "account_changes",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [ACCOUNT_CHANGES],
  handlers: {
    PasswordChanged: (tx, event) => add(tx, event, event.data.by === "reset" ? "password_reset" : "password"),
    EmailChanged: (tx, event) => add(tx, event, "email"),
    async ProfileChanged(tx, event) {
      const { firstName, lastName } = event.data;
      if (firstName !== undefined || lastName !== undefined) await add(tx, event, "name");
    },
  },
});

async function add(
  tx: Tx,
  { data: { userId }, position, recordedAt: at }: Recorded<PasswordChanged | EmailChanged | ProfileChanged>,
  change: AccountChange,
): Promise<void> {
  await ACCOUNT_CHANGES.insert(tx, { userId, position, change, at });
}

type AccountChange = RowOf<typeof ACCOUNT_CHANGES>["change"];

/**
 * People's changes since moments (epoch ms), newest first, at most 20 for each id that asks; one without any is missing
 * from the map.
 */
export async function changesSince(
  sql: Sql | Tx,
  asked: readonly { readonly id: string; readonly userId: string; readonly since: number }[],
): Promise<Map<string, { change: AccountChange; at: number }[]>> {
  const rows = await sql<{ id: string; change: AccountChange; at: number }[]>`
    select id, change, at from (
      select asked.id, change, at, row_number() over (partition by asked.id order by position desc) as nth
      from ${rowsOf(sql, asked, { uuid: ["id", "userId"], ms: ["since"] })} as asked
      join account_changes as changed on changed.user_id = asked.user_id and changed.at >= asked.since
    ) as found where nth <= 20 order by nth`;
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
    id,
    own.map(({ change, at }) => ({ change, at })),
  ]));
}
