import * as calls from "../../contract/calls/trust.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { catchUpProposals } from "../../approvals/decide.ts";
import type { GroupAnswer, GroupsAnswer } from "../../contract/groups.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { givenCommandOf, metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { noteOnGroup } from "./decide.ts";
import { actOnGroup } from "./kind.ts";
import { findGroup, listGroups, membersOf } from "./reads.ts";

const ASK = "Please enter your password again to decide about earnings";
const NO_GROUP = "There is no such group";

/** Groups of linked accounts, and what admins decide about what settles of theirs. */
export function groupRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listGroups, async (c) => {
      return c.json({ groups: await listGroups(deps) } satisfies GroupsAnswer, 200);
    })
    .serve(calls.getGroup, async (c) => await answered(deps, c))
    .serve(calls.decideGroup, async (c) => {
      const { groupId, adminId } = deciding(deps, c);
      const { action, reason } = c.req.valid("json");
      const given = givenCommandOf(c, { groupId, action, reason });
      await actOnGroup(deps, { groupId, action, reason, adminId, metadata: metadataOf(c, adminId), given });
      return await decided(deps, c);
    })
    .serve(calls.noteGroup, async (c) => {
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
