import type {
  AdminGranted,
  AdminRevoked,
  UserSuspended,
  UserUnsuspended,
} from "../../backend/accounts/account/events.ts";
import type { TeamEvent } from "../../backend/admin/team/events.ts";
import { evolve } from "../../backend/admin/team/state.ts";
import type { Admin, RoleChange } from "../../backend/contract/admin_standing.ts";
import type { AdminRole } from "../../backend/contract/admin_roles.ts";
import { canonicalJson } from "../../backend/store/log/canonical.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { boolean, type RowOf, table, textOf, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { ClosingEvent } from "../account_closings.ts";
import { projection } from "../declare.ts";
import { personIn } from "../accounts/credential_changes.ts";

type AdminEvent = AdminGranted | AdminRevoked | UserSuspended | UserUnsuspended | TeamEvent | ClosingEvent;

const ADMINS = table("admins", {
  userId: uuid,
  root: uuid,
  invitedBy: uuid.optional,
  isEnrolled: boolean,
  isConfirmed: boolean,
  role: textOf<AdminRole>(),
  roleChange: typed<RoleChange>("json").optional,
  isRevoked: boolean.default("false"),
  isClosed: boolean.default("false"),
  isSuspended: boolean.default("false"),
}, { key: ["userId"], indexes: { admins_of_root: "(root)" } });

/**
 * Who is an admin, by whose word. Inline: approvals are decided on it. An admin who left keeps the row, because earlier
 * approvals keep their root.
 */
export const admins = projection<AdminEvent>({
  name: "admins",
  version: 4,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [ADMINS],
  handlers: {
    AdminGranted: (tx, { data: { userId, role = "owner" }, metadata: { actor } }) =>
      grant(tx, { userId, role, invitedBy: personIn(actor) }),
    AdminRevoked: (tx, { data: { userId } }) => ADMINS.set(tx, { userId }, { isRevoked: true }),
    AdminEnrolled: change,
    AdminConfirmed: change,
    AdminRoleChanged: change,
    AdminRoleChangeConfirmed: change,
    AdminRoleChangeCancelled: change,
    UserSuspended: (tx, { data: { userId } }) => ADMINS.set(tx, { userId }, { isSuspended: true }),
    UserUnsuspended: (tx, { data: { userId } }) => ADMINS.set(tx, { userId }, { isSuspended: false }),
    // Who opens the account again has the rights that they had, and none that were taken.
    AccountReopened: (tx, { data: { userId } }) => ADMINS.set(tx, { userId }, { isClosed: false }),
    AccountClosed: (tx, { data: { userId } }) => ADMINS.set(tx, { userId }, { isClosed: true }),
    AccountErased: (tx, { data: { userId } }) => ADMINS.set(tx, { userId }, { isClosed: true }),
  },
});

async function change(tx: Tx, event: Recorded<TeamEvent>): Promise<void> {
  const { userId } = event.data;
  const before = (await adminsById(tx, [userId])).get(userId);
  if (!before) return;
  const { isEnrolled, isConfirmed, role, change } = evolve(before, event);
  await tx`
    update admins set is_enrolled = ${isEnrolled}, is_confirmed = ${isConfirmed}, role = ${role},
      role_change = ${change ? canonicalJson({ ...change }) : null}::text::json
    where user_id = ${userId}`;
}

/** Only the operator makes a founder: the environment and the demo act for no person. */
async function grant(
  tx: Tx,
  { userId, role, invitedBy }: { userId: string; role: AdminRole; invitedBy: string | undefined },
): Promise<void> {
  const isFounder = invitedBy === undefined;
  const root = invitedBy === undefined
    ? tx`${userId}::uuid`
    : tx`coalesce((select root from admins where user_id = ${invitedBy}), ${invitedBy}::uuid)`;
  await tx`
    insert into admins (user_id, root, invited_by, is_enrolled, is_confirmed, role)
    values (${userId}, ${root}, ${invitedBy ?? null}, ${isFounder}, ${isFounder}, ${isFounder ? "owner" : role})
    on conflict (user_id) do update set root = excluded.root, invited_by = excluded.invited_by, is_revoked = false,
      is_enrolled = excluded.is_enrolled, is_confirmed = excluded.is_confirmed, role = excluded.role, role_change = null`;
}

type Row = RowOf<typeof ADMINS>;

function adminOf({ isRevoked: _isRevoked, isClosed: _isClosed, isSuspended, roleChange, ...row }: Row): Admin {
  return { ...row, change: roleChange, ...(isSuspended && { isSuspended: true }) };
}

/** All who are admins now, founders first. */
export async function readAdmins(sql: Sql | Tx): Promise<Admin[]> {
  const rows = await sql<Row[]>`
    select * from admins where not is_revoked and not is_closed order by invited_by is not null, user_id`;
  return rows.map(adminOf);
}

/** These admins, with those who have left. */
export async function adminsById(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Admin>> {
  const found = await ADMINS.byIds(sql, userIds);
  return new Map([...found].map(([userId, row]) => [userId, adminOf(row)]));
}

/** All who ever were admins, and whether they are now. A handful. */
export async function everyAdmin(sql: Sql | Tx): Promise<(Admin & { readonly isHere: boolean })[]> {
  const rows = await sql<Row[]>`select * from admins order by invited_by is not null, user_id`;
  return rows.map((row) => ({ ...adminOf(row), isHere: !row.isRevoked && !row.isClosed }));
}

/** All admins of a root, with those who have left. */
export async function adminIdsOfRoot(sql: Sql | Tx, root: string): Promise<string[]> {
  const rows = await ADMINS.list(sql, { root }, { order: "user_id" });
  return rows.map((row) => row.userId);
}
