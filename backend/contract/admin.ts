import type { AdminRole } from "./admin_roles.ts";
import type { AdminStanding } from "./team.ts";

/** How long the session of the back office's screens lasts without a call. */
export const ADMIN_IDLE_MS = 30 * 60_000;

/** What an admin who logs in still needs; in production a second factor, too. */
export type LoginStanding = AdminStanding | "needs_second_factor";

/** The token opens the back office for 8 hours. */
export interface AdminLoginAnswer {
  /** Left out where the session is in the cookie. */
  token?: string;
  username: string;
  userId: string;
  expiresAt: string;
  message: string;
  /** Unless it is `works`, the token opens only the calls of an invited admin. */
  standing: LoginStanding;
  /** What the back office lets the admin do. */
  role: AdminRole;
}

/** Who is logged in by the cookie; null without a log-in. */
export interface AdminSessionAnswer {
  session: Pick<AdminLoginAnswer, "username" | "userId" | "expiresAt" | "role"> | null;
}
