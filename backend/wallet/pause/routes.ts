import * as calls from "../../contract/calls/admin_payments.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { catchUpProposals } from "../../approvals/decide.ts";
import { PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { PayoutPauseAnswer } from "../../contract/payout_pause.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { proposeResume, settle } from "./kind.ts";
import { pause } from "./pause.ts";
import { reconcilePaused } from "./reconcile.ts";
import { findPause } from "./reads.ts";

/** Each page of the back office asks, so none waits for long. */
const NEWEST_MS = 1_000;
const ASK = "Please enter your password again to decide about payouts";

/** Pausing all payouts, which any admin may do, and resuming them, which takes two. */
export function pauseRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getPayoutPause, async (c) => await answered(deps, c))
    .serve(calls.pausePayouts, async (c) => {
      await pause(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      return await answered(deps, c);
    })
    .serve(calls.reconcilePayouts, async (c) => {
      try {
        await reconcilePaused(deps, decidingOf(deps, c));
      } catch (error) {
        if (!(error instanceof PaymentsUnavailable)) throw error;
        const text = `${PROVIDER_NAME} is not answering. Nothing has changed; please try again later.`;
        throw new Refusal("provider_unavailable", text);
      }
      return await answered(deps, c);
    })
    .serve(calls.settleUnrecordedPayout, async (c) => {
      await settle(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      return await answered(deps, c);
    })
    .serve(calls.resumePayouts, async (c) => {
      await proposeResume(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      return await answered(deps, c);
    });
}

async function answered(deps: Deps, c: Context<WithSession>) {
  await catchUpProposals(deps, { timeoutMs: NEWEST_MS });
  return c.json(await findPause(deps) satisfies PayoutPauseAnswer, 200);
}

function decidingOf(deps: Deps, c: Context<WithSession>) {
  const { session } = c.var;
  needFreshPassword(deps.now(), session, ASK);
  return { adminId: session.userId, metadata: metadataOf(c, session.userId) };
}
