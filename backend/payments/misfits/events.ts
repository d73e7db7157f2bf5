import type { Event } from "../../store/log/event.ts";

/** A payer paid something else than Orin asked for: nothing is given for it before an admin clears it. Sums in kobo. */
export type PaymentMisfitFound = Event<"PaymentMisfitFound", {
  /** The id in its reference. */
  readonly paymentId: string;
  readonly reference: string;
  readonly expectedKobo: number;
  /** In hundredths of `currency`. */
  readonly paidKobo: number;
  readonly currency: string;
  /** The provider's word for its state. */
  readonly said: string;
}>;

/** An admin asked the provider to give it back. */
type MisfitRefundAsked = Event<
  "MisfitRefundAsked",
  { readonly paymentId: string; readonly adminId: string; readonly refundReference: string }
>;

/** The payer has the money back, or the provider says by now that the payment is what Orin asked for. */
type MisfitCleared = Event<"MisfitCleared", { readonly paymentId: string; readonly because: "refunded" | "paid" }>;

export type MisfitEvent = PaymentMisfitFound | MisfitRefundAsked | MisfitCleared;

/** The stream of a payment that does not fit, in the log `social`. */
export function misfitStream(paymentId: string): string {
  return `misfit/${paymentId}`;
}
