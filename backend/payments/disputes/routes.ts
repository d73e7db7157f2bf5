import * as calls from "../../contract/calls/admin_payments.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { logAccess } from "../../audit/log_access.ts";
import { catchUpProposals } from "../../approvals/decide.ts";
import type { DisputeList, DisputeShown } from "../../contract/disputes.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { contest } from "./answer.ts";
import { proposeAcceptance } from "./kind.ts";
import { disputeShown, disputesShown } from "./reads.ts";

/** Disputes of payments by card: admins see what is known and say what Orin does. */
export function disputeRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listDisputes, async (c) => c.json(await disputesShown(deps) satisfies DisputeList, 200))
    .serve(calls.getDispute, async (c) => await shown(deps, c))
    .serve(calls.acceptDispute, async (c) => {
      await proposeAcceptance(deps, { ...answerOf(deps, c), ...c.req.valid("json") });
      return await shown(deps, c, 202);
    })
    .serve(calls.noteContested, async (c) => {
      await contest(deps, { ...answerOf(deps, c), ...c.req.valid("json") });
      return await shown(deps, c);
    });
}

/** It names the payer: the log says who looked. */
async function shown(deps: Deps, c: Context<WithSession>, status: 200 | 202 = 200) {
  const { userId: adminId } = c.var.session;
  await catchUpProposals(deps);
  const answer: DisputeShown = await disputeShown(deps, disputeIn(c));
  const lookedInto = `dispute ${answer.disputeId}`;
  await logAccess(deps.store, { adminId, personId: answer.payerId, lookedInto, requestId: requestIdOf(c) });
  return c.json(answer, status);
}

function answerOf(deps: Deps, c: Context<WithSession>) {
  const { session } = c.var;
  needFreshPassword(deps.now(), session, "Please enter your password again to decide about a dispute");
  return { disputeId: disputeIn(c), adminId: session.userId, metadata: metadataOf(c, session.userId) };
}

function disputeIn(c: Context): string {
  return idInPath(c, "id", "Dispute not found");
}
