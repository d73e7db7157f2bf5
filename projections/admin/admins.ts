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
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";
import { personIn } from "../accounts/credential_changes.ts";

type AdminEvent = AdminGranted | AdminRevoked | UserSuspended | UserUnsuspended | TeamEvent | ClosingEvent;

const ADMINS = table("admins", {
  userId: uuid,
  root: uuid,
  invitedBy: uuid.optional,
  isEnrolled: boolean,
  isConfirmed: boolean,
  role: text,
  roleChange: typed<unknown>("json").optional,
  isRevoked: boolean.default("false"),
  isClosed: boolean.default("false"),
  isSuspended: boolean.default("false"),
}, { key: ["userId"], indexes: { admins_of_root: "(root)" } });

/**
 * Who is an admin, by whose word. Inline: approvals are decided on it. An admin who left keeps the row, because earlier
 * approvals keep their root.
 */
export const admins: Projection<AdminEvent> = {
  name: "admins",
  version: 4,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    ...["AdminGranted", "AdminRevoked", "AdminEnrolled", "AdminConfirmed"] as const,
    ...["UserSuspended", "UserUnsuspended"] as const,
    ...["AdminRoleChanged", "AdminRoleChangeConfirmed", "AdminRoleChangeCancelled"] as const,
    ...CLOSING_EVENTS,
  ],
  tables: ADMINS.ddl,

  async apply(tx, events) {
    // A handful a year.
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<AdminEvent>): Promise<void> {
  const { userId } = event.data;
  if (isClosing(event)) {
    // Who opens the account again has the rights that they had, and none that were taken.
    const isClosed = event.type !== "AccountReopened";
    await tx`update admins set is_closed = ${isClosed} where user_id = ${userId}`;
    return;
  }
  switch (event.type) {
    case "AdminGranted":
      return await grant(tx, { userId, role: event.data.role ?? "owner", invitedBy: personIn(event.metadata.actor) });
    case "AdminRevoked":
      await tx`update admins set is_revoked = true where user_id = ${userId}`;
      return;
    case "UserSuspended":
    case "UserUnsuspended":
      await tx`update admins set is_suspended = ${event.type === "UserSuspended"} where user_id = ${userId}`;
      return;
    default:
      return await change(tx, event);
  }
}

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

/** Nobody but the operator makes a founder: the environment and the demo act for no person. */
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

interface Row {
  userId: string;
  root: string;
  invitedBy: string | undefined;
  isEnrolled: boolean;
  isConfirmed: boolean;
  role: AdminRole;
  roleChange: RoleChange | undefined;
  isSuspended: boolean;
}

function adminOf(row: Row): Admin {
  const { userId, root, invitedBy, isEnrolled, isConfirmed, role } = row;
  return {
    userId,
    root,
    invitedBy,
    isEnrolled,
    isConfirmed,
    role,
    change: row.roleChange,
    ...(row.isSuspended && { isSuspended: true }),
  };
}

/** All who are admins now, founders first. */
export async function readAdmins(sql: Sql | Tx): Promise<Admin[]> {
  const rows = await sql<Row[]>`
    select * from admins where not is_revoked and not is_closed order by invited_by is not null, user_id`;
  return rows.map(adminOf);
}

/** These admins, with those who have left. */
export async function adminsById(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Admin>> {
  const rows = await sql<Row[]>`select * from admins where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, adminOf(row)]));
}

/** All who ever were admins, and whether they are now. A handful. */
export async function everyAdmin(sql: Sql | Tx): Promise<(Admin & { readonly isHere: boolean })[]> {
  const rows = await sql<(Row & { isHere: boolean })[]>`
    select *, not is_revoked and not is_closed as is_here from admins order by invited_by is not null, user_id`;
  return rows.map((row) => ({ ...adminOf(row), isHere: row.isHere }));
}

/** Everybody of a root, with those who have left. */
export async function adminIdsOfRoot(sql: Sql | Tx, root: string): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`select user_id from admins where root = ${root} order by user_id`;
  return rows.map((row) => row.userId);
}
