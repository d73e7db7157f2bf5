import { readAdmins } from "../../../projections/admin/admins.ts";
import { findUsers, type User } from "../../../projections/accounts/users.ts";
import { type AccountEvent, userStream } from "../../accounts/account/events.ts";
import { standingOf } from "../../contract/admin_standing.ts";
import { readStreams } from "../../store/log/read.ts";
import type { Sql, Tx } from "../../store/sql.ts";

/** An admin who has not chosen a password yet. */
interface InvitedAdmin {
  /** The account was made with the invitation: no person has it yet. */
  readonly isNew: boolean;
}

/** Admins who have not chosen a password yet, by their ids. */
export async function invitedAdmins(sql: Sql | Tx): Promise<Map<string, InvitedAdmin>> {
  const ids = (await readAdmins(sql)).filter((one) => standingOf(one) === "chooses_password")
    .map(({ userId }) => userId);
  const accounts = await readStreams<AccountEvent>(sql, "social", ids.map(userStream));
  return new Map(ids.map((userId) => {
    const events = accounts.get(userStream(userId)) ?? [];
    const granted = events.find(({ type }) => type === "AdminGranted");
    return [userId, { isNew: granted !== undefined && granted.recordedAt === events[0]?.recordedAt }];
  }));
}

/** Accounts that were made to invite an admin who has not come in yet: no person has them. */
export async function accountsWithoutPerson(sql: Sql | Tx): Promise<User[]> {
  const made = [...await invitedAdmins(sql)].filter(([, { isNew }]) => isNew).map(([userId]) => userId);
  return [...(await findUsers(sql, made)).values()];
}
