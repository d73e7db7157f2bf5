import type { AdminRole } from "./admin_roles.ts";

/** What an invited admin still needs before the back office opens. */
export type AdminStanding = "works" | "chooses_password" | "waits_for_confirmation";

/** An admin in the list of the team. */
export interface TeamMember {
  userId: string;
  name: string;
  /** Named by the operator. */
  isFounder: boolean;
  /** The side that the admin belongs to, by its founding owner: two approvals need two sides. */
  side: string;
  /** Null for a founder. */
  invitedBy: string | null;
  standing: AdminStanding;
  /** Shut out: they cannot log in, and their word counts for nothing new. */
  isSuspended: boolean;
  role: AdminRole;
  /** Since when the log-in asks for a code, ISO 8601; null while it does not. */
  secondFactorSince: string | null;
  /** Whether the caller is of another side, and so may switch a lost one off. */
  mayResetSecondFactor: boolean;
  /** A role with more rights, proposed and not yet held. Null for none. */
  change: RoleProposal | null;
}

/** The admins with their open sessions of the back office. Times in ISO 8601. */
export interface TeamSessionsAnswer {
  members: {
    userId: string;
    name: string;
    lastLoginAt: string | null;
    sessions: {
      sessionId: string;
      userAgent: string;
      /** The network address of the log-in; null of a session from before it was noted. */
      address: string | null;
      createdAt: string;
      lastSeenAt: string;
      isCurrent: boolean;
    }[];
  }[];
}

export interface RoleProposal {
  role: AdminRole;
  /** ISO 8601: it holds from then on if another side has confirmed it, and lapses otherwise. */
  effectiveFrom: string;
  isConfirmed: boolean;
}

export interface TeamAnswer {
  members: TeamMember[];
  /** How many sides can approve now: large payouts and looser rules need two. */
  sides: number;
}
