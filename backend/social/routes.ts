import { Routes } from "../http/routes.ts";
import type { Deps } from "../deps.ts";
import { blockRoutes } from "./block/routes.ts";
import { commentRoutes } from "./comment/routes.ts";
import { commentRulesRoutes } from "./comment_rules/routes.ts";
import { followRoutes } from "./follow/routes.ts";
import { heartRoutes } from "./heart/routes.ts";
import { postRoutes } from "./post/routes.ts";

/** Following artists, hearts, comments, and who may write them. */
export function socialRoutes(deps: Deps) {
  return new Routes(deps)
    .include(followRoutes(deps))
    .include(heartRoutes(deps))
    .include(commentRoutes(deps))
    .include(commentRulesRoutes(deps))
    .include(blockRoutes(deps))
    .include(postRoutes(deps));
}
