import * as calls from "../../contract/calls/listening.ts";
import { Routes } from "../../http/routes.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { listeningDaysOf, monthOf } from "./reads.ts";

/** A listener's days: how they went, and a month to look back at. */
export function listeningDaysRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listeningDays, async (c) => {
      return c.json(await listeningDaysOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.monthInReview, async (c) => {
      const { month = lagosDay(deps.now()).slice(0, 7) } = c.req.valid("query");
      return c.json(await monthOf(deps, c.var.session.userId, month), 200);
    });
}
