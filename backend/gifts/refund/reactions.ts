import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { GiftRefundDecided } from "./events.ts";
import { finishRefund } from "./refund.ts";

const REFUND = "gift_refund";
/** The provider may be away for days. */
const ATTEMPTS = 500;

/** A refund that was decided is carried out, whatever became of the request. */
export function giftRefunds({ jobs, store }: Pick<Deps, "jobs" | "store">): Reactor<GiftRefundDecided> {
  return {
    name: "gift_refunds",
    logs: ["social"],
    on: ["GiftRefundDecided"],
    react: ({ data: { giftId } }) => jobs.enqueue(store.sql, { kind: REFUND, key: giftId, payload: { giftId } }),
  };
}

/** Carries refunds out in this process from now on. */
export function workGiftRefunds(deps: Deps): void {
  deps.jobs.work<{ giftId: string }>(REFUND, ({ payload }) => finishRefund(deps, payload.giftId), {
    attempts: ATTEMPTS,
  });
}
