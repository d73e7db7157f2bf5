import { createPaystack } from "./paystack.ts";
import type { PaystackConfig } from "./paystack_call.ts";
import type { Payments } from "./types.ts";

export type PaymentsConfig = PaystackConfig;

/** Opens the payment provider. Nothing is sent before the first call. */
export function createPayments(config: PaymentsConfig): Payments {
  return createPaystack(config);
}
