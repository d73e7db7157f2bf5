import type { AdminRole } from "./admin_roles.ts";
import { CREDENTIAL_HOLD_MS } from "./policy.ts";
import type { AdminStanding } from "./team.ts";

/**
 * An admin's standing. A founding owner, whom the operator names in the environment, is their own root; an invited
 * admin has the root of the inviter, so that all whom one person invites count as that one person.
 */
export interface Admin {
  readonly userId: string;
  readonly root: string;
  readonly invitedBy: string | undefined;
  /** Has chosen the password themselves. */
  readonly isEnrolled: boolean;
  /** Founders need no confirmation. */
  readonly isConfirmed: boolean;
  /** Before `change` takes effect. */
  readonly role: AdminRole;
  /** To a role with more rights, the last one. */
  readonly change?: RoleChange | undefined;
  /** Their account is shut out: they cannot log in. */
  readonly isSuspended?: boolean;
}

/** A role that an admin gets if another side confirms it before `effectiveFrom` (epoch ms). */
export interface RoleChange {
  readonly changeId: string;
  readonly role: AdminRole;
  readonly changedBy: string;
  readonly effectiveFrom: number;
  readonly isConfirmed: boolean;
}

/** The role that an admin has at a moment (epoch ms). */
export function roleAt({ role, change }: Pick<Admin, "role" | "change">, at: number): AdminRole {
  return change?.isConfirmed === true && change.effectiveFrom <= at ? change.role : role;
}

/** The change that could still take effect at a moment (epoch ms). */
export function openChange({ change }: Pick<Admin, "change">, at: number): RoleChange | undefined {
  return change && change.effectiveFrom > at ? change : undefined;
}

/** What an admin still needs, in the order in which they do it. */
export function standingOf({ isEnrolled, isConfirmed }: Admin): AdminStanding {
  return !isEnrolled ? "chooses_password" : !isConfirmed ? "waits_for_confirmation" : "works";
}

/** Whether an admin may use the back office. */
export function mayWork(admin: Admin): boolean {
  return standingOf(admin) === "works" && admin.isSuspended !== true;
}

/** A change of someone's password, email, rights or second factor by another person. */
export interface ChangeByAnother {
  readonly userId: string;
  readonly by: string;
  /** The root of who reset a second factor: an admin of that side who knows the password could log in as the other. */
  readonly bySide?: string | undefined;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Whether two approvals are those of two people: their roots differ, and neither changed the other's password, email or
 * rights, nor anyone of their side the other's second factor, within the last 72 hours.
 */
export function areIndependent(
  [one, other]: readonly [Admin, Admin],
  { changes, now }: { readonly changes: readonly ChangeByAnother[]; readonly now: number },
): boolean {
  const between = changes.some(({ userId, by, bySide, at }) => {
    const isBy = (admin: Admin) => by === admin.userId || bySide === admin.root;
    const isBetween = (userId === one.userId && isBy(other)) || (userId === other.userId && isBy(one));
    return isBetween && now - at < CREDENTIAL_HOLD_MS;
  });
  return one.root !== other.root && !between;
}
