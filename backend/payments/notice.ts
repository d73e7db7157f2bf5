import type { Notice } from "../adapters/payments/types.ts";
import type { Deps } from "../deps.ts";
import { type ChargeDeps, reviewCharge, settleCharge } from "./charge.ts";
import { purposeOf } from "./purpose.ts";

const NOTICE = "payment_notice";

/** Stores a notice of the provider until we have handled it. A repeated notice changes nothing. */
export async function keepNotice(deps: Pick<Deps, "store" | "jobs">, notice: Notice): Promise<void> {
  await deps.jobs.enqueue(deps.store.sql, { kind: NOTICE, key: notice.key, payload: notice });
}

/** Where notices go that tell of no charge. */
interface Elsewhere {
  payout(reference: string): Promise<unknown>;
  identity(said: { customerCode: string; status: Notice["status"]; reason: string | undefined }): Promise<void>;
}

/** Handles notices in this process from now on; those of payouts and of identities go to who asked. */
export function workNotices(
  deps: ChargeDeps & Pick<Deps, "jobs" | "purposes">,
  elsewhere: Elsewhere,
): void {
  deps.jobs.work<Notice>(NOTICE, async ({ payload: { kind, reference, status, reason } }) => {
    if (reference === undefined) return;
    if (kind === "payout") return void await elsewhere.payout(reference);
    if (kind === "identity") return await elsewhere.identity({ customerCode: reference, status, reason });
    const purpose = purposeOf(deps, reference);
    if (!purpose) return;
    // A notice only says where to look: money moves only on the provider's answer to our question.
    if (kind === "charge") await settleCharge(deps, purpose, reference);
    if (kind === "refund" && status === "processed") await reviewCharge(deps, purpose, { reference, told: "refund" });
    if (kind === "dispute") {
      const told = status === "resolved" ? "dispute_over" : "dispute";
      await reviewCharge(deps, purpose, { reference, told });
    }
  }, { timeoutMs: 5 * 60_000 });
}
