import type { AdminRole } from "../../contract/admin_roles.ts";
import { type Admin, mayWork, openChange, roleAt, type RoleChange, standingOf } from "../../contract/admin_standing.ts";
import { addsRights } from "../../contract/calls/roles.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AdminRoleChanged, TeamEvent } from "./events.ts";

/** A role that adds rights is held no sooner, so that every admin has read the mail about it. */
export const MORE_RIGHTS_MS = 24 * 3_600_000;

/** Folds one event of an admin's place in the team. */
export function evolve(admin: Admin, { type, data }: TeamEvent): Admin {
  switch (type) {
    case "AdminInvited":
      return admin;
    case "AdminEnrolled":
      return { ...admin, isEnrolled: true };
    case "AdminConfirmed":
      return { ...admin, isConfirmed: true };
    case "AdminRoleChanged": {
      const { previousRole, role, changeId, changedBy, effectiveFrom, needsConfirmation = false } = data;
      if (!needsConfirmation) return { ...admin, role, change: undefined };
      const change = { changeId, role, changedBy, effectiveFrom: Date.parse(effectiveFrom), isConfirmed: false };
      return { ...admin, role: previousRole, change };
    }
    case "AdminRoleChangeConfirmed":
      return { ...admin, change: admin.change && { ...admin.change, isConfirmed: true } };
    case "AdminRoleChangeCancelled":
      return { ...admin, change: undefined };
    default:
      return data satisfies never;
  }
}

/** What an invited admin does with their own account, once. */
export function decideEnrolment(admin: Admin | undefined): TeamEvent[] {
  if (!admin) throw unknownAdmin();
  return admin.isEnrolled ? [] : [{ type: "AdminEnrolled", data: { userId: admin.userId } }];
}

/** The link of an invitation lets an admin choose a password once. Refuses with `link_invalid`. */
export function decideAcceptance(admin: Admin | undefined): TeamEvent[] {
  if (!admin || admin.isEnrolled) {
    throw new Refusal("link_invalid", "This invitation was used already: please log in with your password");
  }
  return decideEnrolment(admin);
}

/**
 * Invites once more, in the name of who does it where they are on the admin's side: another side confirms. Refuses with
 * `already_decided` an admin who has come in.
 */
export function decideInvitation(admin: Admin | undefined, by: Admin | undefined): TeamEvent[] {
  if (!admin || !by) throw unknownAdmin();
  if (standingOf(admin) === "works") throw new Refusal("already_decided", "This admin works already");
  const invitedBy = by.root === admin.root ? by.userId : admin.invitedBy ?? by.userId;
  return [{ type: "AdminInvited", data: { userId: admin.userId, invitedBy } }];
}

/** An admin of another root confirms, once. Refuses with `not_independent`. */
export function decideConfirmation(admin: Admin | undefined, by: Admin | undefined): TeamEvent[] {
  if (!admin) throw unknownAdmin();
  if (!by || !mayWork(by)) throw new Refusal("admins_only", "Only admins can do this");
  if (admin.isConfirmed) return [];
  if (admin.root === by.root) {
    throw new Refusal(
      "not_independent",
      "You belong to the same side as the person who invited this admin: someone on the side of another founding owner confirms",
    );
  }
  return [{ type: "AdminConfirmed", data: { userId: admin.userId, confirmedBy: by.userId } }];
}

/** A change of an admin's role, by an admin. */
export interface ChangeOfRole {
  readonly userId: string;
  readonly changeId: string;
  readonly role: AdminRole;
  readonly by: string;
  /** It gives rights. */
  readonly isProposed?: boolean;
}

/**
 * A role that takes rights away holds now; one that gives rights is proposed. The role that they have takes a confirmed one
 * back. Refuses a founder (`admin_protected`), oneself (`own_account`), and a role that has changed since (`conflict`).
 */
export function decideRole(
  admin: Admin | undefined,
  { userId, changeId, role, by, isProposed = false }: ChangeOfRole,
  now: number,
): TeamEvent[] {
  if (!admin) throw unknownAdmin();
  if (admin.root === userId) throw new Refusal("admin_protected", "A founding owner stays an owner");
  if (userId === by) throw new Refusal("own_account", "You cannot change your own role");
  const [previousRole, open] = [roleAt(admin, now), openChange(admin, now)];
  if (role === previousRole) {
    return open?.isConfirmed ? decideRoleCancel(admin, { changeId: open.changeId, by }, now) : [];
  }
  if (addsRights(previousRole, role) !== isProposed) {
    throw new Refusal("conflict", "The role of this admin has just changed: please look again");
  }
  const effectiveFrom = new Date(now + (isProposed ? MORE_RIGHTS_MS : 0)).toISOString();
  const data: AdminRoleChanged["data"] = { userId, changeId, previousRole, role, effectiveFrom, changedBy: by };
  return [{ type: "AdminRoleChanged", data: isProposed ? { ...data, needsConfirmation: true } : data }];
}

/** A proposed role is confirmed, once. Whose word counts, the proposal says. */
export function decideRoleConfirmation(
  admin: Admin | undefined,
  { changeId, by }: { readonly changeId: string; readonly by: string },
  now: number,
): TeamEvent[] {
  if (!admin) throw unknownAdmin();
  const change = namedChange(admin, changeId, now);
  if (change.isConfirmed) return [];
  return [{ type: "AdminRoleChangeConfirmed", data: { userId: admin.userId, changeId, confirmedBy: by } }];
}

/** A role is taken back before it takes effect. */
export function decideRoleCancel(
  admin: Admin | undefined,
  { changeId, by }: { readonly changeId: string; readonly by: string },
  now: number,
): TeamEvent[] {
  if (!admin) throw unknownAdmin();
  namedChange(admin, changeId, now);
  return [{ type: "AdminRoleChangeCancelled", data: { userId: admin.userId, changeId, cancelledBy: by } }];
}

function namedChange(admin: Admin, changeId: string, now: number): RoleChange {
  if (admin.change?.changeId !== changeId) throw unknownAdmin();
  const open = openChange(admin, now);
  if (!open) throw new Refusal("already_decided", "This change is no longer open: propose it again");
  return open;
}

export function unknownAdmin(): Refusal {
  return new Refusal("not_found", "Admin not found");
}
