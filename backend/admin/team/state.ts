import { CREDENTIAL_HOLD_MS } from "../../contract/policy.ts";
import type { AdminStanding } from "../../contract/team.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TeamEvent } from "./events.ts";

/**
 * An admin's standing. A founding owner, whom the operator names in the environment, is their own root; whoever an admin
 * invites has the root of that admin, so that one person's creatures all count as that one person.
 */
export interface Admin {
  readonly userId: string;
  readonly root: string;
  readonly invitedBy: string | undefined;
  /** Has chosen the password themselves. */
  readonly isEnrolled: boolean;
  /** Founders need nobody's word. */
  readonly isConfirmed: boolean;
}

/** A change of someone's password, email or rights by another person. */
export interface ChangeByAnother {
  readonly userId: string;
  readonly by: string;
  /** Epoch ms. */
  readonly at: number;
}

/** What an admin still needs, in the order in which they do it. */
export function standingOf({ isEnrolled, isConfirmed }: Admin): AdminStanding {
  return !isEnrolled ? "chooses_password" : !isConfirmed ? "waits_for_confirmation" : "works";
}

/** Whether an admin may use the back office. */
export function mayWork(admin: Admin): boolean {
  return standingOf(admin) === "works";
}

/**
 * Whether two approvals are those of two people: their roots differ, and neither changed the other's password, email or
 * rights within the last 72 hours.
 */
export function areIndependent(
  [one, other]: readonly [Admin, Admin],
  { changes, now }: { readonly changes: readonly ChangeByAnother[]; readonly now: number },
): boolean {
  const between = changes.some(({ userId, by, at }) => {
    const isBetween = (userId === one.userId && by === other.userId) || (userId === other.userId && by === one.userId);
    return isBetween && now - at < CREDENTIAL_HOLD_MS;
  });
  return one.root !== other.root && !between;
}

/** What an invited admin does with their own account, once. */
export function decideEnrolment(admin: Admin | undefined): TeamEvent[] {
  if (!admin) throw unknownAdmin();
  return admin.isEnrolled ? [] : [{ type: "AdminEnrolled", data: { userId: admin.userId } }];
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

function unknownAdmin(): Refusal {
  return new Refusal("not_found", "Admin not found");
}
