import { idInReference } from "../../contract/payment_reference.ts";
import { derivedId } from "../../store/log/ids.ts";
import { type ChargeDeps, settleCharge } from "../charge.ts";
import type { Purpose } from "../purpose.ts";

interface DisputeNotice {
  /** Of the charge. */
  readonly reference: string;
  /** The provider's id of the dispute. */
  readonly providerId: string;
  readonly told: "open" | "reminder" | "resolved";
}

/**
 * The provider tells of a dispute: asks what is true of it, and notes that. Answers whether the answer agrees with what
 * was told.
 */
export async function reviewDispute(deps: ChargeDeps, purpose: Purpose, said: DisputeNotice): Promise<boolean> {
  const { reference, providerId, told } = said;
  const charge = await purpose.find(deps.store.sql, reference);
  if (!charge) return true;
  // A dispute can arrive before the news of the payment.
  if (charge.state === "started" && await settleCharge(deps, purpose, reference) !== "paid") return false;
  const found = await deps.payments.lookUpDispute(providerId);
  if (found.status === "not_found") return false;
  if (found.reference !== reference) {
    deps.log(`Dispute ${providerId} is not about the payment ${reference}`);
    return true;
  }
  const { status, amountKobo, category, dueAt, currency } = found;
  if (status === "unknown" || currency !== "NGN") {
    deps.log(`Dispute ${providerId} of ${reference} needs a human: ${found.said ?? currency}`, undefined, {
      level: "warn",
    });
    return false;
  }
  await purpose.dispute(deps, reference, {
    ...{ disputeId: disputeIdOf(reference, providerId), providerId, status, amountKobo, category },
    ...{ dueAt: dueAt?.getTime(), isReminder: told === "reminder" },
  });
  return told !== "resolved" || status !== "open";
}

/** Orin's id of a dispute. */
export function disputeIdOf(reference: string, providerId: string): string {
  return derivedId(idInReference(reference), `dispute ${providerId}`);
}
