import type { PasswordChanged, UserRegistered } from "../../backend/accounts/account/events.ts";
import { table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { personIn } from "./credential_changes.ts";

const GIVEN_PASSWORDS = table("given_passwords", { userId: uuid }, { key: ["userId"], erase: ["userId"] });

/** Who has a password from another person. Inline: until they choose their own, nothing leaves their account. */
export const givenPasswords = projection<UserRegistered | PasswordChanged>({
  name: "given_passwords",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [GIVEN_PASSWORDS],
  handlers: {
    // People sign up as visitors, and what the system makes belongs to no other person.
    UserRegistered: (tx, { data: { userId }, metadata: { actor } }) =>
      [undefined, userId].includes(personIn(actor)) ? undefined : GIVEN_PASSWORDS.add(tx, { userId }),
    PasswordChanged: (tx, { data: { userId, by } }) =>
      by === "admin" ? GIVEN_PASSWORDS.add(tx, { userId }) : GIVEN_PASSWORDS.delete(tx, { userId }),
  },
});

/** Which of these people have a password that they chose themselves, or never had one. */
export async function withOwnPassword(sql: Sql | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const given = await GIVEN_PASSWORDS.byIds(sql, userIds);
  return new Set(userIds.filter((userId) => !given.has(userId)));
}
