import type { Event } from "../../store/log/event.ts";

/** An admin logged in to the back office: their actions name this session. */
export type AdminLoggedIn = Event<"AdminLoggedIn", { readonly userId: string; readonly sessionId: string }>;

/** An admin ended a session of the back office, of their own or of another admin. The actor says who. */
export type AdminSessionEnded = Event<"AdminSessionEnded", { readonly userId: string; readonly sessionId: string }>;

/**
 * A log-in to the back office failed, or an admin's password was wrong when asked again. What was typed as the password
 * is nowhere. In a busy hour only each doubling of the count is noted, so that tries cannot flood the log.
 */
export type AdminLoginFailed = Event<"AdminLoginFailed", {
  /** Keyed hash of the address that was tried. */
  readonly account: string;
  /** Whose address it is; left out where it has no account. */
  readonly userId?: string;
  readonly because: LoginFailure;
  /** How many failed since `hourFrom` (epoch ms): for this admin, or for all who are no admins together. */
  readonly failures: number;
  readonly hourFrom: number;
}>;

/** Codes of the refusals that are failed log-ins. */
export const LOGIN_FAILURES = [
  ...["bad_credentials", "wrong_password", "admins_only", "email_unverified"] as const,
  ...["second_factor_wrong"] as const,
  ...["account_suspended", "account_closed", "account_closing"] as const,
] as const;

export type LoginFailure = typeof LOGIN_FAILURES[number];

/** Whose log-ins the stream of `adminLoginStream` holds where they are of no admin. */
export const NO_ADMIN = "others";

/** The stream of an admin's log-ins, and of those that failed, in the log `social`. */
export function adminLoginStream(userId: string): string {
  return `admin_login/${userId}`;
}
