import { PaymentsRefused, PaymentsUnavailable } from "../adapters/payments/types.ts";
import { PROVIDER_NAME } from "../contract/payments.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { REFUND_LOCK_CLASS } from "../store/advisory_locks.ts";
import { oneAtATime } from "../store/one_at_a_time.ts";

/**
 * Has the provider return a payment, all of it, once: it has no key that makes a refund once, so it is asked whether there
 * is one, and of several presses one asks. Throws Refusal `provider_unavailable`.
 */
export async function refundOnce(
  { store, payments, log }: Pick<Deps, "store" | "payments" | "log">,
  { paymentId, reference, refundReference }: {
    readonly paymentId: string;
    readonly reference: string;
    readonly refundReference: string;
  },
): Promise<void> {
  await oneAtATime(store, { lockClass: REFUND_LOCK_CLASS, key: paymentId }, async () => {
    try {
      const known = await payments.listRefunds(reference);
      if (known.some((refund) => refund.refundReference === refundReference)) return;
      await payments.refundCharge({ reference, refundReference });
    } catch (error) {
      if (error instanceof PaymentsRefused && error.code === "already_refunded") return;
      if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
      log(`Payment ${reference} could not be returned`, error);
      throw new Refusal("provider_unavailable", `${PROVIDER_NAME} did not take the refund. Please try again later.`);
    }
  });
}
