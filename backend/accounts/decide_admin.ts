import type { Role } from "../contract/accounts.ts";
import { Refusal } from "../contract/refusal.ts";
import { type Account, changeProfile, existing, isActiveAdmin, type KnownAccount } from "./decide.ts";
import type { AccountEvent, EmailChanged, ProfileChanged } from "./events.ts";

/** What an admin sets; what is left out stays. Personal fields are sealed. */
export interface EditUser {
  readonly userId: string;
  /** Who decides. */
  readonly adminId: string;
  readonly fields: Omit<ProfileChanged["data"], "userId">;
  readonly email?: Pick<EmailChanged["data"], "email" | "emailHash">;
  readonly role?: Role;
  readonly isAdmin?: boolean;
  readonly passwordHash?: string;
}

/** What else stands: whether the new address has an account, and how many admins can log in. */
export interface Surroundings {
  readonly isEmailTaken: boolean;
  readonly activeAdmins: number;
}

/**
 * Refuses an address that has an account (`email_taken`), taking the last admin away (`last_admin`), and an account that
 * was deleted (`user_deleted`).
 */
export function editUser(account: Account, edit: EditUser, around: Surroundings): AccountEvent[] {
  const known = kept(account);
  const { userId } = known;
  const events: AccountEvent[] = [...changeProfile(account, edit.fields)];
  if (edit.email && edit.email.emailHash !== known.email.emailHash) {
    if (around.isEmailTaken) throw new Refusal("email_taken", "Email already registered", { field: "email" });
    events.push({ type: "EmailChanged", data: { userId, ...edit.email, previousEmail: known.email.email } });
  }
  if (edit.role !== undefined && edit.role !== known.role) {
    events.push({ type: "RoleChanged", data: { userId, role: edit.role } });
  }
  if (edit.isAdmin === true && !known.isAdmin) events.push({ type: "AdminGranted", data: { userId } });
  if (edit.isAdmin === false && known.isAdmin) {
    assertNotOneself(edit, "You cannot remove your own admin rights");
    assertNotLast(account, around);
    events.push({ type: "AdminRevoked", data: { userId } });
  }
  if (edit.passwordHash !== undefined) {
    events.push({ type: "PasswordChanged", data: { userId, passwordHash: edit.passwordHash, by: "admin" } });
  }
  return events;
}

export interface Suspension {
  readonly userId: string;
  readonly adminId: string;
  /** Sealed. */
  readonly reason: string;
}

/**
 * Refuses oneself (`own_account`), the last admin (`last_admin`), a second time (`already_suspended`), and an account
 * that was deleted (`user_deleted`).
 */
export function suspendUser(account: Account, command: Suspension, around: Surroundings): AccountEvent[] {
  const { userId, suspension } = kept(account);
  if (suspension) throw new Refusal("already_suspended", "This user is already suspended");
  assertNotOneself(command, "You cannot suspend yourself");
  assertNotLast(account, around);
  return [{ type: "UserSuspended", data: { userId, reason: command.reason } }];
}

/** Lets a suspended person in again. Refuses with `not_suspended`, or with `user_deleted`. */
export function unsuspendUser(account: Account, { reason }: Suspension): AccountEvent[] {
  const { userId, suspension } = kept(account);
  if (!suspension) throw new Refusal("not_suspended", "This user is not suspended");
  return [{ type: "UserUnsuspended", data: { userId, reason } }];
}

/** Nobody decides about who was deleted, by an admin or by themselves, other than to bring them back. */
function kept(account: Account): KnownAccount {
  const known = existing(account);
  if (known.closing) throw new Refusal("user_deleted", "This user was deleted: restore the account first");
  return known;
}

function assertNotOneself({ userId, adminId }: { userId: string; adminId: string }, text: string): void {
  if (userId === adminId) throw new Refusal("own_account", text);
}

function assertNotLast(account: Account, { activeAdmins }: Surroundings): void {
  if (isActiveAdmin(account) && activeAdmins <= 1) {
    throw new Refusal("last_admin", "The last admin cannot be removed");
  }
}
