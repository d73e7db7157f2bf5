import {
  getPayoutPause,
  pausePayouts,
  reconcilePayouts,
  resumePayouts,
  settleUnrecordedPayout,
} from "@contract/calls/admin_payments.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "payouts"];
const AGAIN_MS = 60_000;

/** Whether payouts may begin; asked again every minute. */
export function usePayouts() {
  return useAnswer(KEY, getPayoutPause, {}, { refetchInterval: AGAIN_MS });
}

/** What an admin does about payouts. */
export type PayoutStep =
  | { step: "pause" | "resume"; reason: string }
  | { step: "reconcile" }
  | { step: "lost"; reference: string; reason: string; userId?: string };

/** Takes a step; the answer is how payouts are then. */
export function usePayoutStep() {
  return useChange((asked: PayoutStep) => {
    if (asked.step === "reconcile") return askAsAdmin(reconcilePayouts);
    if (asked.step === "lost") {
      const { step: _, ...body } = asked;
      return askAsAdmin(settleUnrecordedPayout, { body });
    }
    return askAsAdmin(asked.step === "pause" ? pausePayouts : resumePayouts, { body: { reason: asked.reason } });
  }, { holds: KEY, renews: [KEY, ["admin", "proposals"]] });
}
