import { Hono } from "hono";
import { isPasswordOf, logIn } from "../accounts/commands_login.ts";
import { openPersonOf } from "../accounts/commands_person.ts";
import { type AdminLoginAnswer, AdminLoginRequest, ConfirmPasswordRequest } from "../contract/admin.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { Attempts } from "../http/rate_limit.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireAdmin } from "../http/session.ts";
import { sessionsFor } from "../http/sessions.ts";
import { tokensFor } from "../http/tokens.ts";
import { jsonBody } from "../http/validate.ts";
import { findUser } from "../../projections/users.ts";
import { noteAdminLogin } from "./commands_audit.ts";
import { userRoutes } from "./routes_users.ts";
import { statsRoutes } from "./routes_stats.ts";
import { auditRoutes } from "./routes_audit.ts";
import { exportRoutes } from "./routes_export.ts";
import { paymentRoutes } from "./routes_payments.ts";
import { policyRoutes } from "./routes_policy.ts";

/** The back office: logging in, the dashboard, people, payments that wait for a decision, and the rules. */
export function adminRoutes(deps: Deps) {
  return new Hono()
    .post("/api/v1/admin/login", jsonBody(AdminLoginRequest, { missing: "Please fill in all fields" }), async (c) => {
      const { email, password } = c.req.valid("json");
      const attempts = new Attempts(deps, c, { kind: "admin login", account: email });
      const user = await logIn(deps, { email, password, attempts, metadata: metadataOf(c) });
      if (!user.isAdmin) throw new Refusal("admins_only", "Only admins can do this");
      const start = {
        userId: user.userId,
        role: user.role,
        isAdmin: true,
        audience: "admin",
        remember: false,
      } as const;
      const userAgent = c.req.header("user-agent") ?? "";
      const { session, expiresAt } = await sessionsFor(deps).start({ ...start, userAgent });
      const [token, person] = await Promise.all([
        tokensFor(deps).signSession(session),
        openPersonOf(deps, user.userId),
        noteAdminLogin(deps, session, metadataOf(c, user.userId)),
      ]);
      const answer: AdminLoginAnswer = {
        token,
        username: person ? `${person.firstName} ${person.lastName}` : "",
        userId: user.userId,
        expiresAt: new Date(expiresAt).toISOString(),
        message: "Login successful",
      };
      return c.json(answer, 200);
    })
    .post("/api/v1/admin/confirm-password", requireAdmin(deps), jsonBody(ConfirmPasswordRequest), async (c) => {
      const { userId, sessionId } = c.var.session;
      const attempts = new Attempts(deps, c, { kind: "admin password", account: userId });
      const user = await findUser(deps.store.sql, userId);
      if (!await isPasswordOf(deps, user, { password: c.req.valid("json").password, attempts })) {
        throw new Refusal("wrong_password", "The password is not correct", { field: "password" });
      }
      await sessionsFor(deps).confirmPassword(sessionId);
      return c.json({ message: "Password confirmed" }, 200);
    })
    .route("/", statsRoutes(deps))
    .route("/", userRoutes(deps))
    .route("/", paymentRoutes(deps))
    .route("/", policyRoutes(deps))
    .route("/", auditRoutes(deps))
    .route("/", exportRoutes(deps));
}

export type AdminApi = ReturnType<typeof adminRoutes>;
