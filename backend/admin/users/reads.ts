import { type Entry, statusOf } from "../../../projections/user_directory.ts";
import type { AdminUser } from "../../contract/admin_users.ts";

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
