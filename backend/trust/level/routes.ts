import { Hono } from "hono";
import type { Deps } from "../../deps.ts";
import { requireUser } from "../../http/session.ts";
import { levelOf } from "./reads.ts";

/** What one's level gives, and what is missing for the next. */
export function levelRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/level", requireUser(deps), async (c) => c.json(await levelOf(deps, c.var.session.userId), 200));
}
