import type { AccountEvent } from "../backend/accounts/account/events.ts";
import { valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { bigint, moment, oneOf, table, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

const ACCOUNT_CHANGES = table("account_changes", {
  userId: uuid,
  position: bigint,
  change: oneOf("password", "password_reset", "email", "name"),
  at: moment,
}, {
  key: ["userId", "position"],
});

/** When people changed their password, email or name: admins look at changes shortly before a withdrawal. */
export const accountChanges: Projection<AccountEvent> = {
  name: "account_changes",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["PasswordChanged", "EmailChanged", "ProfileChanged"],
  tables: ACCOUNT_CHANGES.ddl,

  async apply(tx, events) {
    const rows = events.flatMap((event) => {
      const change = changeIn(event);
      return change ? [{ change, userId: event.data.userId, position: event.position, at: event.recordedAt }] : [];
    });
    if (rows.length === 0) return;
    const columns = { uuid: ["userId"], bigint: ["position"], text: ["change"], ms: ["at"] } as const;
    await tx`insert into account_changes ${valuesOf(tx, rows, columns)}`;
  },
};

type AccountChange = "password" | "password_reset" | "email" | "name";

/** A person's changes since a moment (epoch ms), newest first, at most 20. */
export async function changesSince(
  sql: Sql | Tx,
  userId: string,
  since: number,
): Promise<{ change: AccountChange; at: number }[]> {
  const rows = await sql<{ change: AccountChange; at: number }[]>`
    select change, at from account_changes where user_id = ${userId} and at >= ${new Date(since)}
    order by position desc limit 20`;
  return rows.map(({ change, at }) => ({ change, at: at }));
}

function changeIn({ type, data }: AccountEvent): AccountChange | undefined {
  switch (type) {
    case "PasswordChanged":
      return data.by === "reset" ? "password_reset" : "password";
    case "EmailChanged":
      return "email";
    case "ProfileChanged":
      return data.firstName === undefined && data.lastName === undefined ? undefined : "name";
    default:
      return undefined;
  }
}
