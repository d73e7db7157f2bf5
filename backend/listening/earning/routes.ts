import * as calls from "../../contract/calls/listening.ts";
import { Routes } from "../../http/routes.ts";
import type { Deps } from "../../deps.ts";
import { freePlaysOf } from "../routes.ts";
import { earningOf } from "./reads.ts";

/** What one earns today, what is left and what comes next, for the one line that says it. */
export function earningRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.getEarning, async (c) => {
    const { userId } = c.var.session;
    return c.json(await earningOf(deps, userId, await freePlaysOf(deps, userId)), 200);
  });
}
