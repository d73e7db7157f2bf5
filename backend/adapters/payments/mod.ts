import { createPaystack } from "./paystack.ts";
import type { Payments, PaymentsConfig } from "./types.ts";

/** Opens the payment provider. Nothing is sent before the first call. */
export function createPayments(config: PaymentsConfig): Payments {
  return createPaystack(config);
}
