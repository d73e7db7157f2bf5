import { Routes } from "../http/routes.ts";
import type { Deps } from "../deps.ts";
import { booksRoutes } from "./books/routes.ts";
import { explorerRoutes } from "./explorer/routes.ts";
import { loginRoutes } from "./login/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { proposalRoutes } from "./proposals/routes.ts";
import { secondFactorRoutes } from "./second_factor/routes.ts";
import { policyRoutes } from "./policy/routes.ts";
import { statsRoutes } from "./dashboard/routes.ts";
import { teamRoutes } from "./team/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { workRoutes } from "./work/routes.ts";

/** The back office: logging in, what waits, the dashboard, people, payments that wait for a decision, and the rules. */
export function adminRoutes(deps: Deps) {
  return new Routes(deps)
    .include(loginRoutes(deps))
    .include(workRoutes(deps))
    .include(statsRoutes(deps))
    .include(userRoutes(deps))
    .include(peopleRoutes(deps))
    .include(explorerRoutes(deps))
    .include(paymentRoutes(deps))
    .include(proposalRoutes(deps))
    .include(teamRoutes(deps))
    .include(secondFactorRoutes(deps))
    .include(policyRoutes(deps))
    .include(booksRoutes(deps));
}
