import type { AdminRole } from "../../contract/admin_roles.ts";
import type { Event } from "../../store/log/event.ts";

/** An invited admin has chosen a password that the one who invited them does not know. */
type AdminEnrolled = Event<"AdminEnrolled", { readonly userId: string }>;

/**
 * An admin who has not come in yet is invited once more: the link of the first mail works for 72 hours, and the proposal to
 * confirm them for 30 days. `invitedBy` is on their side.
 */
export type AdminInvited = Event<"AdminInvited", { readonly userId: string; readonly invitedBy: string }>;

/** An admin of another root says that this is the person who was meant. From now on they may use the back office. */
export type AdminConfirmed = Event<"AdminConfirmed", { readonly userId: string; readonly confirmedBy: string }>;

/** An admin has another role, or may get one. */
export type AdminRoleChanged = Event<"AdminRoleChanged", {
  readonly userId: string;
  /** That of the proposal, where it is one. */
  readonly changeId: string;
  /** What the admin was until then. */
  readonly previousRole: AdminRole;
  readonly role: AdminRole;
  /** ISO 8601. */
  readonly effectiveFrom: string;
  readonly changedBy: string;
  /** It gives rights: it holds only if an admin of another side confirms it before it takes effect. */
  readonly needsConfirmation?: boolean;
}>;

/** An admin of another side confirmed a change of role. */
export type AdminRoleChangeConfirmed = Event<
  "AdminRoleChangeConfirmed",
  { readonly userId: string; readonly changeId: string; readonly confirmedBy: string }
>;

/** An admin cancelled a change of role before it took effect. */
type AdminRoleChangeCancelled = Event<
  "AdminRoleChangeCancelled",
  { readonly userId: string; readonly changeId: string; readonly cancelledBy: string }
>;

export type TeamEvent =
  | AdminEnrolled
  | AdminInvited
  | AdminConfirmed
  | AdminRoleChanged
  | AdminRoleChangeConfirmed
  | AdminRoleChangeCancelled;

/** The kind of proposals about letting an invited admin in, by their id. */
export const ADMIN_INVITATION = "admin_invitation";

/** The kind of proposals about an admin's role, by the admin's id. */
export const ADMIN_ROLE = "admin_role";

/** The stream of an admin's standing in the team, in the log `social`. */
export function teamStream(userId: string): string {
  return `team/${userId}`;
}
