import type { Sealed } from "../store/personal_data.ts";

/** An admin begins to take a part of the history out: it is noted before the first byte leaves. */
export type AuditExportStarted = {
  readonly type: "AuditExportStarted";
  readonly data: Omit<AuditExported["data"], "events" | "sha256">;
};

/** An admin took a part of the history out of Orin: `subject` is what it is about, else it is a filtered list. */
export type AuditExported = {
  readonly type: "AuditExported";
  readonly data: {
    readonly format: "csv" | "bundle";
    readonly subject?: string;
    readonly actor?: string;
    readonly eventType?: string;
    /** Epoch ms. */
    readonly from?: number;
    readonly to?: number;
    readonly events: number;
    /** SHA-256 of what was handed out, hex: tells later whether a file is this one. */
    readonly sha256: string;
  };
};

/** An admin came into the back office: what they do there stands under this session. */
export type AdminLoggedIn = {
  readonly type: "AdminLoggedIn";
  readonly data: { readonly userId: string; readonly sessionId: string };
};

/**
 * Someone tried to come into the back office, or to show an admin's password again, and could not. What was typed as
 * the password is nowhere. In a busy hour only each doubling of the count is noted, so nobody can flood the log.
 */
export type AdminLoginFailed = {
  readonly type: "AdminLoginFailed";
  readonly data: {
    /** Keyed hash of the address that was tried. */
    readonly account: string;
    /** Whose address it is; left out where it has no account. */
    readonly userId?: string;
    readonly because: LoginFailure;
    /** How many failed since `hourFrom` (epoch ms): for this admin, or for all who are no admins together. */
    readonly failures: number;
    readonly hourFrom: number;
  };
};

/** Codes of the refusals that are failed log-ins. */
export const LOGIN_FAILURES = [
  ...["bad_credentials", "wrong_password", "admins_only", "email_unverified"] as const,
  ...["account_suspended", "account_closed", "account_closing"] as const,
] as const;
export type LoginFailure = typeof LOGIN_FAILURES[number];

/** An admin was shown a list that holds addresses, numbers or bank accounts of people. */
export type PersonalDataListed = {
  readonly type: "PersonalDataListed";
  readonly data: {
    readonly adminId: string;
    readonly list: "users" | "payments" | "pending_payments" | "completed_payments";
    /** What was chosen, as a query; what was searched for stands apart. */
    readonly filter: string;
    /** May be someone's name or number, so only the admin's key opens it. */
    readonly search?: Sealed;
    readonly personIds: readonly string[];
  };
};

/** Whose log-ins the stream of `adminLoginStream` holds where they are of no admin. */
export const NO_ADMIN = "others";

/** The stream of an admin's log-ins, and of those that failed, in the log `social`. */
export function adminLoginStream(userId: string): string {
  return `admin_login/${userId}`;
}

export const AUDIT_EXPORTS_STREAM = "audit_exports";
