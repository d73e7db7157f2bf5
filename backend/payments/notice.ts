import type { Notice } from "../adapters/payments/types.ts";
import type { WithdrawalStatus } from "../contract/wallet.ts";
import type { Deps } from "../deps.ts";
import { type ChargeDeps, reviewRefund, settleCharge } from "./charge.ts";
import { reviewDispute } from "./disputes/review.ts";
import { purposeOf } from "./purpose.ts";

const NOTICE = "payment_notice";

/** Stores a notice of the provider until we have handled it. A repeated notice changes nothing. */
export async function keepNotice(deps: Pick<Deps, "store" | "jobs">, notice: Notice): Promise<void> {
  await deps.jobs.enqueue(deps.store.sql, { kind: NOTICE, key: notice.key, payload: notice });
}

/** A look-up that does not say what a notice said is asked again after these times. Together they are about two days. */
const AGAIN_AFTER_MS = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * 60_000);

type RetriedNotice = Notice & { readonly round?: number };

/** Where notices go that tell of no charge. */
interface Elsewhere {
  payout(reference: string): Promise<WithdrawalStatus | "unknown" | undefined>;
  /** The log knows no payout and no charge under it. */
  unknown(reference: string): Promise<void>;
  identity(said: { customerCode: string; status: Notice["status"]; reason: string | undefined }): Promise<void>;
}

/**
 * Handles notices in this process from now on; those of payouts and of identities go to who asked. A notice only says where to look:
 * money moves only on the provider's answer to our question. The provider may say so before its own look-up knows it,
 * and repeats of a known notice are dropped, so Orin asks again by itself until the look-up agrees.
 */
export function workNotices(
  deps: ChargeDeps & Pick<Deps, "jobs" | "purposes">,
  elsewhere: Elsewhere,
): void {
  deps.jobs.work<RetriedNotice>(NOTICE, async ({ payload: { round = 0, ...notice }, key }) => {
    const { kind, reference, status, reason } = notice;
    if (reference === undefined) return;
    if (kind === "identity") return await elsewhere.identity({ customerCode: reference, status, reason });
    const agrees = kind === "payout"
      ? await payoutAgrees({ ...notice, reference }, elsewhere)
      : await chargeAgrees(deps, { ...notice, reference }, elsewhere);
    const afterMs = AGAIN_AFTER_MS[round];
    if (agrees) return;
    if (afterMs === undefined) return deps.log(`Notice ${notice.key} is not what the provider answers about it`);
    const again = { ...notice, round: round + 1 };
    const nextKey = `${key.replace(/ again \d+$/, "")} again ${round + 1}`;
    await deps.jobs.enqueue(deps.store.sql, {
      ...{ kind: NOTICE, key: nextKey, payload: again },
      runAt: deps.now() + afterMs,
    });
  }, { timeoutMs: 5 * 60_000 });
}

/** How a payout may stand after a notice of it. What is uncertain waits for a human, who asks the provider again. */
const AFTER: Partial<Record<NonNullable<Notice["status"]>, readonly string[]>> = {
  success: ["completed", "reversed", "uncertain"],
  failed: ["failed", "rejected", "cancelled", "uncertain"],
  reversed: ["reversed", "failed", "rejected", "cancelled", "uncertain"],
};

async function payoutAgrees(
  { reference, status }: Notice & { readonly reference: string },
  elsewhere: Elsewhere,
): Promise<boolean> {
  const stands = await elsewhere.payout(reference);
  if (stands === undefined) await elsewhere.unknown(reference);
  const after = status && AFTER[status];
  return stands === undefined || stands === "unknown" || !after || after.includes(stands);
}

async function chargeAgrees(
  deps: ChargeDeps & Pick<Deps, "purposes" | "installation">,
  { kind, event, reference, status, disputeId }: Notice & { readonly reference: string },
  elsewhere: Elsewhere,
): Promise<boolean> {
  const purpose = purposeOf(deps, reference);
  if (!purpose) return true;
  if (!await purpose.find(deps.store.sql, reference)) {
    await elsewhere.unknown(reference);
    return true;
  }
  switch (kind) {
    case "charge": {
      const outcome = await settleCharge(deps, purpose, reference);
      return status !== "success" || outcome === undefined || ["paid", "reversed", "other"].includes(outcome);
    }
    case "refund":
      return status !== "processed" || await reviewRefund(deps, purpose, reference);
    case "dispute":
      return disputeId === undefined ||
        await reviewDispute(deps, purpose, { reference, providerId: disputeId, told: toldOf(event) });
    default:
      return true;
  }
}

function toldOf(event: string): "open" | "reminder" | "resolved" {
  if (event.endsWith(".resolve")) return "resolved";
  return event.endsWith(".remind") ? "reminder" : "open";
}
