import type { AdminRole } from "./admin_roles.ts";
import type { AdminStanding } from "./team.ts";

/** The token opens the back office for 8 hours. */
export interface AdminLoginAnswer {
  token: string;
  username: string;
  userId: string;
  expiresAt: string;
  message: string;
  /** Unless it is `works`, the token opens only the calls of an invited admin. */
  standing: AdminStanding;
  /** What the back office lets the admin do. */
  role: AdminRole;
}
