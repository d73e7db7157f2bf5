import type { Role } from "./accounts.ts";

export const USER_STATUSES = ["active", "unverified", "suspended", "closing"] as const;
export type UserStatus = typeof USER_STATUSES[number];
export const USER_SORTS = ["created", "name", "email", "role", "status"] as const;
export type UserSort = typeof USER_SORTS[number];

/** A row of `GET /api/v1/admin/users`. */
export interface AdminUser {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  address: string;
  phone: string;
  role: Role;
  isAdmin: boolean;
  /** An admin who has not chosen a password yet, and so has never been in the back office. */
  isInvited?: true;
  createdAt: string;
  isVerified: boolean;
  status: UserStatus;
  /** Why an admin has shut the person out; null for everyone else. */
  suspension: string | null;
  /** In the details of a suspended person: whether listeners still hear their music. */
  music?: "stays" | "hidden";
  /** In one person's details: an email that waits for another side, or takes effect later. */
  pendingEmail?: string;
  /** The only side of admins decided on it: it takes effect then (ISO 8601), unless the person objects. */
  plannedEmailChange?: { changeId: string; takesEffectAt: string };
  /** Of details: a change that sends it back is refused where another change came first. */
  version?: number;
}

/** What a decision about a person with tokens answers: it is done, or waits for an admin on another side. */
export interface StandingAnswer {
  message: string;
  state?: "waiting";
}
