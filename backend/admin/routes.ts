import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { auditRoutes, exportRoutes } from "./audit/routes.ts";
import { booksRoutes } from "./books/routes.ts";
import { explorerRoutes } from "./explorer/routes.ts";
import { loginRoutes } from "./login/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { proposalRoutes } from "./proposals/routes.ts";
import { secondFactorRoutes } from "./second_factor/routes.ts";
import { policyRoutes } from "./policy/routes.ts";
import { statsRoutes } from "./dashboard/routes.ts";
import { taxRoutes } from "./tax/routes.ts";
import { teamRoutes } from "./team/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { workRoutes } from "./work/routes.ts";

/** The back office: logging in, what waits, the dashboard, people, payments that wait for a decision, and the rules. */
export function adminRoutes(deps: Deps) {
  return new Hono()
    .route("/", loginRoutes(deps))
    .route("/", workRoutes(deps))
    .route("/", statsRoutes(deps))
    .route("/", userRoutes(deps))
    .route("/", peopleRoutes(deps))
    .route("/", explorerRoutes(deps))
    .route("/", paymentRoutes(deps))
    .route("/", proposalRoutes(deps))
    .route("/", teamRoutes(deps))
    .route("/", secondFactorRoutes(deps))
    .route("/", policyRoutes(deps))
    .route("/", booksRoutes(deps))
    .route("/", taxRoutes(deps))
    .route("/", auditRoutes(deps))
    .route("/", exportRoutes(deps));
}
