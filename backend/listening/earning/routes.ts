import { Hono } from "hono";
import type { Deps } from "../../deps.ts";
import { requireUser } from "../../http/session.ts";
import { freePlaysOf } from "../routes.ts";
import { earningOf } from "./reads.ts";

/** What one earns today, what is left and what comes next, for the one line that says it. */
export function earningRoutes(deps: Deps) {
  return new Hono().get("/api/v1/earning", requireUser(deps), async (c) => {
    const { userId } = c.var.session;
    return c.json(await earningOf(deps, userId, await freePlaysOf(deps, userId)), 200);
  });
}
