import { type Entry, listEntries, statusOf } from "../../../projections/accounts/user_directory.ts";
import type { AdminUser } from "../../contract/admin_users.ts";
import type { Sql } from "../../store/sql.ts";
import { invitedAdmins } from "../team/reads.ts";

/** A row of the directory as admins see it. `invited` are the admins who have not come in yet. */
export function adminUser(entry: Entry, invited: ReadonlyMap<string, unknown>): AdminUser {
  const { userId, createdAt, firstName, lastName, email, address, phone, role, isAdmin, isVerified } = entry;
  return {
    _id: userId,
    ...{ firstName, lastName, email, address, phone, role, isAdmin, isVerified },
    ...(invited.has(userId) && { isInvited: true as const }),
    createdAt: new Date(createdAt).toISOString(),
    status: statusOf(entry),
    suspension: entry.suspension ?? null,
  };
}

/** A page of the directory as admins see it. */
export async function listUsers(sql: Sql, page: Parameters<typeof listEntries>[1]): Promise<AdminUser[]> {
  const [entries, invited] = await Promise.all([listEntries(sql, page), invitedAdmins(sql)]);
  return entries.map((entry) => adminUser(entry, invited));
}
