import type { PasswordChanged, UserRegistered } from "../../backend/accounts/account/events.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";
import { personIn } from "./credential_changes.ts";

const GIVEN_PASSWORDS = table("given_passwords", { userId: uuid }, { key: ["userId"] });

/** Whose password somebody else has given them. Inline: until they choose their own, nothing leaves their account. */
export const givenPasswords: Projection<UserRegistered | PasswordChanged | ClosingEvent> = {
  name: "given_passwords",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["UserRegistered", "PasswordChanged", ...CLOSING_EVENTS],
  tables: GIVEN_PASSWORDS.ddl,

  async apply(tx, events) {
    const given = new Map<string, boolean>();
    for (const event of events) {
      if (isClosing(event)) {
        if (event.type === "AccountErased") given.set(event.data.userId, false);
        continue;
      }
      const { type, data, metadata } = event;
      const byId = personIn(metadata.actor);
      // People sign up as visitors, and what the system makes is nobody else's.
      given.set(
        data.userId,
        type === "UserRegistered" ? byId !== undefined && byId !== data.userId : data.by === "admin",
      );
    }
    const rows = [...given].filter(([, isGiven]) => isGiven).map(([userId]) => ({ userId }));
    const gone = [...given].filter(([, isGiven]) => !isGiven).map(([userId]) => userId);
    if (gone.length > 0) await tx`delete from given_passwords where user_id = any(${gone}::uuid[])`;
    if (rows.length > 0) {
      await tx`insert into given_passwords ${GIVEN_PASSWORDS.values(tx, rows)} on conflict do nothing`;
    }
  },
};

/** Which of these people have a password that they chose themselves, or never had one. */
export async function withOwnPassword(sql: Sql | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from given_passwords where user_id = any(${[...userIds]}::uuid[])`;
  const given = new Set(rows.map((row) => row.userId));
  return new Set(userIds.filter((userId) => !given.has(userId)));
}
