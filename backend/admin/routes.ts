import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { auditRoutes } from "./routes_audit.ts";
import { exportRoutes } from "./routes_export.ts";
import { loginRoutes } from "./routes_login.ts";
import { paymentRoutes } from "./routes_payments.ts";
import { policyRoutes } from "./routes_policy.ts";
import { statsRoutes } from "./routes_stats.ts";
import { userRoutes } from "./routes_users.ts";

/** The back office: logging in, the dashboard, people, payments that wait for a decision, and the rules. */
export function adminRoutes(deps: Deps) {
  return new Hono()
    .route("/", loginRoutes(deps))
    .route("/", statsRoutes(deps))
    .route("/", userRoutes(deps))
    .route("/", paymentRoutes(deps))
    .route("/", policyRoutes(deps))
    .route("/", auditRoutes(deps))
    .route("/", exportRoutes(deps));
}
