import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { commentRoutes } from "./comment/routes.ts";
import { followRoutes } from "./follow/routes.ts";
import { heartRoutes } from "./heart/routes.ts";

/** Following artists, hearts, comments. */
export function socialRoutes(deps: Deps) {
  return new Hono()
    .route("/", followRoutes(deps))
    .route("/", heartRoutes(deps))
    .route("/", commentRoutes(deps));
}
