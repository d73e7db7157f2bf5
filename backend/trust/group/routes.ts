import { type Context, Hono } from "hono";
import { catchUpProposals } from "../../admin/proposals/decide.ts";
import type { GroupAnswer, GroupsAnswer } from "../../contract/groups.ts";
import { GroupDecisionRequest, GroupNoteRequest } from "../../contract/requests/groups.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { requireAdmin, type WithSession } from "../../http/session.ts";
import { idInPath, jsonBody } from "../../http/validate.ts";
import { noteOnGroup } from "./decide.ts";
import { actOnGroup } from "./kind.ts";
import { findGroup, listGroups, membersOf } from "./reads.ts";

const ASK = "Please enter your password again to decide about earnings";
const NO_GROUP = "There is no such group";
const PATH = "/api/v1/admin/groups";

/** Groups of linked accounts, and what admins decide about what settles of theirs. */
export function groupRoutes(deps: Deps) {
  return new Hono()
    .get(PATH, requireAdmin(deps), async (c) => {
      return c.json({ groups: await listGroups(deps) } satisfies GroupsAnswer, 200);
    })
    .get(`${PATH}/:id`, requireAdmin(deps), async (c) => await answered(deps, c))
    .post(`${PATH}/:id/decisions`, requireAdmin(deps), jsonBody(GroupDecisionRequest), async (c) => {
      const { groupId, adminId } = deciding(deps, c);
      const { action, reason } = c.req.valid("json");
      const given = givenCommandOf(c, { groupId, action, reason });
      await actOnGroup(deps, { groupId, action, reason, adminId, metadata: metadataOf(c, adminId), given });
      return await decided(deps, c);
    })
    .post(`${PATH}/:id/notes`, requireAdmin(deps), jsonBody(GroupNoteRequest), async (c) => {
      const { groupId, adminId } = deciding(deps, c);
      await membersOf(deps, groupId);
      const { note } = c.req.valid("json");
      await deps.store.execute(noteOnGroup, { groupId, adminId, note }, {
        logs: ["social"],
        metadata: metadataOf(c, adminId),
        ...givenCommandOf(c, { groupId, note }),
      });
      return await decided(deps, c);
    });
}

async function decided(deps: Deps, c: Context<WithSession>) {
  deps.groups.forget();
  return await answered(deps, c);
}

async function answered(deps: Deps, c: Context<WithSession>) {
  await catchUpProposals(deps);
  const answer: GroupAnswer = await findGroup(deps, idInPath(c, "id", NO_GROUP));
  return c.json(answer, 200);
}

function deciding(deps: Deps, c: Context<WithSession>): { groupId: string; adminId: string } {
  needFreshPassword(deps.now(), c.var.session, ASK);
  return { groupId: idInPath(c, "id", NO_GROUP), adminId: c.var.session.userId };
}
