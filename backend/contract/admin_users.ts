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
  createdAt: string;
  isVerified: boolean;
  status: UserStatus;
  /** Why an admin has shut the person out; null for everyone else. */
  suspension: string | null;
  /** In the details of somebody who is suspended: whether everybody goes on hearing their music. */
  music?: "stays" | "hidden";
  /** In one person's details: an email that an admin asked for, until another one decides. */
  pendingEmail?: string;
  pendingEmailChange?: PendingEmailChange;
  /** Of details: a change that sends it back is refused where another change came first. */
  version?: number;
}

interface PendingEmailChange {
  changeId: string;
  proposedBy: string;
  /** ISO 8601. */
  lapsesAt: string;
  /** Whether the caller is on another side than who proposed it, and so may confirm. */
  mayConfirm: boolean;
}
