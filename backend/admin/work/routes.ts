import * as calls from "../../contract/calls/admin.ts";
import { Routes } from "../../http/routes.ts";
import type { WorkAnswer } from "../../contract/work.ts";
import type { Deps } from "../../deps.ts";
import { catchUpProposals } from "../../approvals/decide.ts";
import { readWork } from "./reads.ts";

/** What was decided a moment before is gone from the list. */
const FOLLOWED = ["moderation", "duplicates", "suspension_appeals"];

/** Everything that waits for admins, in one list. */
export function workRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.listWork, async (c) => {
    await catchUpProposals(deps, { also: FOLLOWED });
    return c.json(
      await readWork(deps, { adminId: c.var.session.userId, ...c.req.valid("query") }) satisfies WorkAnswer,
      200,
    );
  });
}
