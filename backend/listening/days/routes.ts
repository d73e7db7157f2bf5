import { Hono } from "hono";
import { lagosDay } from "../../contract/policy.ts";
import { StatementQuery } from "../../contract/requests/statement.ts";
import type { Deps } from "../../deps.ts";
import { requireUser } from "../../http/session.ts";
import { queryParams } from "../../http/validate.ts";
import { listeningDaysOf, monthOf } from "./reads.ts";

/** A listener's days: how they went, and a month to look back at. */
export function listeningDaysRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/listening-days", requireUser(deps), async (c) => {
      return c.json(await listeningDaysOf(deps, c.var.session.userId), 200);
    })
    .get("/api/v1/month-in-review", requireUser(deps), queryParams(StatementQuery), async (c) => {
      const { month = lagosDay(deps.now()).slice(0, 7) } = c.req.valid("query");
      return c.json(await monthOf(deps, c.var.session.userId, month), 200);
    });
}
