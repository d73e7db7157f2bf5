import { Refusal } from "../../contract/refusal.ts";
import type { MisfitEvent, PaymentMisfitFound } from "./events.ts";

/** A payment that does not fit; undefined for one that was not found. */
export type Misfit =
  | { readonly status: "open" | "refunding" | "cleared"; readonly reference: string; readonly paidKobo: number }
  | undefined;

/** What the events add up to. */
export function evolve(state: Misfit, { type, data }: MisfitEvent): Misfit {
  switch (type) {
    case "PaymentMisfitFound":
      return { status: "open", reference: data.reference, paidKobo: data.paidKobo };
    case "MisfitRefundAsked":
      return state && { ...state, status: "refunding" };
    case "MisfitCleared":
      return state && { ...state, status: "cleared" };
  }
}

/** Noted once, however often the provider says it. */
export function decideFound(state: Misfit, data: PaymentMisfitFound["data"]): MisfitEvent[] {
  return state ? [] : [{ type: "PaymentMisfitFound", data }];
}

/** An admin gives it back, once; pressing again asks for nothing more. */
export function decideRefund(
  state: Misfit,
  { paymentId, adminId, refundReference }: { paymentId: string; adminId: string; refundReference: string },
): MisfitEvent[] {
  if (!state) throw new Refusal("not_found", "Payment not found");
  return state.status === "open" ? [{ type: "MisfitRefundAsked", data: { paymentId, adminId, refundReference } }] : [];
}

/** It is over, once. */
export function decideCleared(
  state: Misfit,
  { paymentId, because }: { paymentId: string; because: "refunded" | "paid" },
): MisfitEvent[] {
  return state && state.status !== "cleared" ? [{ type: "MisfitCleared", data: { paymentId, because } }] : [];
}
