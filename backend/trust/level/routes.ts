import * as calls from "../../contract/calls/trust.ts";
import { Routes } from "../../http/routes.ts";
import type { Deps } from "../../deps.ts";
import { levelOf } from "./reads.ts";

/** What one's level gives, and what is missing for the next. */
export function levelRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getLevel, async (c) => c.json(await levelOf(deps, c.var.session.userId), 200));
}
