import type { EmailChanged, PasswordChanged, ProfileChanged } from "../../backend/accounts/account/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
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

/** A person's changes since a moment (epoch ms), newest first, at most 20. */
export async function changesSince(
  sql: Sql | Tx,
  userId: string,
  since: number,
): Promise<{ change: AccountChange; at: number }[]> {
  return await sql<{ change: AccountChange; at: number }[]>`
    select change, at from account_changes where user_id = ${userId} and at >= ${new Date(since)}
    order by position desc limit 20`;
}
