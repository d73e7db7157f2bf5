import { Hono } from "hono";
import { WorkQuery } from "../../contract/requests/work.ts";
import type { WorkAnswer } from "../../contract/work.ts";
import type { Deps } from "../../deps.ts";
import { requireAdmin } from "../../http/session.ts";
import { queryParams } from "../../http/validate.ts";
import { catchUpProposals } from "../proposals/decide.ts";
import { readWork } from "./reads.ts";

/** What was decided a moment before is gone from the list. */
const FOLLOWED = ["moderation", "duplicates", "suspension_appeals"];

/** Everything that waits for admins, in one list. */
export function workRoutes(deps: Deps) {
  return new Hono().get("/api/v1/admin/work", requireAdmin(deps), queryParams(WorkQuery), async (c) => {
    await catchUpProposals(deps, { also: FOLLOWED });
    return c.json(
      await readWork(deps, { adminId: c.var.session.userId, ...c.req.valid("query") }) satisfies WorkAnswer,
      200,
    );
  });
}
