import * as z from "zod/mini";

/** `amount` in kobo. Email and amount are checked against the service's own; the service's count. */
export const InitializePaymentRequest = z.object({
  email: z.string("Email is required for payment").check(z.trim(), z.minLength(1, "Email is required for payment")),
  amount: z.optional(z.coerce.number()),
  callbackUrl: z.optional(z.string()),
});
export type InitializePaymentRequest = z.infer<typeof InitializePaymentRequest>;

export const VerifyPaymentRequest = z.object({
  reference: z.string("Failed to verify payment").check(
    z.trim(),
    z.regex(/^[a-z0-9-]{16,50}$/, "Failed to verify payment"),
  ),
});
