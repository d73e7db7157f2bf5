import * as calls from "../../contract/calls/trust.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { AdminAppeal, AppealQueue, AppealsAnswer } from "../../contract/appeals.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { logAccess } from "../../audit/log_access.ts";
import { catchUpProposals } from "../../approvals/decide.ts";
import { givenCommandOf, metadataOf, requestIdOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { sealedFor, writeAppeal } from "./appeal.ts";
import { answerInWords } from "./kind.ts";
import { listAppeals, openAppeal, ownAppeals } from "./reads.ts";

const ASK = "Please enter your password again to answer an appeal";
const NO_APPEAL = "There is no such appeal";

/** Listeners appeal against decisions about their earnings, and admins answer. */
export function appealRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listOwnAppeals, async (c) => {
      return c.json(await ownAppeals(deps, c.var.session.userId) satisfies AppealsAnswer, 200);
    })
    .serve(calls.makeAppeal, async (c) => {
      const { userId } = c.var.session;
      const { text } = c.req.valid("json");
      const appeal = await sealedFor(deps, { userId, field: "appeal", text });
      if (appeal === undefined) throw new Refusal("session_ended", "Authentication required. Please login again.");
      const command = { shard: deps.shardOf(userId), appealId: newId(deps.now()), userId, appeal };
      await deps.store.execute(writeAppeal, command, {
        logs: ["social"],
        metadata: metadataOf(c, userId),
        ...givenCommandOf(c, { text }),
      });
      return c.json(await ownAppeals(deps, userId) satisfies AppealsAnswer, 201);
    })
    .serve(calls.listAppeals, async (c) => c.json(await listAppeals(deps) satisfies AppealQueue, 200))
    .serve(calls.getAppeal, async (c) => await shown(deps, c))
    .serve(calls.answerAppeal, async (c) => {
      needFreshPassword(deps.now(), c.var.session, ASK);
      const { userId: adminId } = c.var.session;
      const appealId = idInPath(c, "id", NO_APPEAL);
      const { decision: outcome, answer } = c.req.valid("json");
      const given = givenCommandOf(c, { appealId, decision: outcome, answer });
      await answerInWords(deps, { appealId, outcome, answer, adminId, metadata: metadataOf(c, adminId), given });
      return await shown(deps, c);
    });
}

/** The words are personal: the log says who looked at them. */
async function shown(deps: Deps, c: Context<WithSession>) {
  const { userId: adminId } = c.var.session;
  await catchUpProposals(deps);
  const answer: AdminAppeal = await openAppeal(deps, idInPath(c, "id", NO_APPEAL), adminId);
  const lookedInto = `appeal ${answer.appealId}`;
  await logAccess(deps.store, { adminId, personId: answer.userId, lookedInto, requestId: requestIdOf(c) });
  return c.json(answer, 200);
}
