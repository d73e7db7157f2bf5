import * as z from "zod/mini";

/** `amount` in kobo. Email and amount are checked against the service's own; the service's count. */
export const InitializePaymentRequest = z.object({
  email: z.string("Email is required for payment").check(z.trim(), z.minLength(1, "Email is required for payment")),
  amount: z.optional(z.coerce.number()),
  callbackUrl: z.optional(z.string()),
});
export type InitializePaymentRequest = z.infer<typeof InitializePaymentRequest>;

export const InitializePaymentAnswer = z.object({
  message: z.string(),
  data: z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() }),
});
export type InitializePaymentAnswer = z.infer<typeof InitializePaymentAnswer>;

export const VerifyPaymentRequest = z.object({
  reference: z.string("Failed to verify payment").check(
    z.trim(),
    z.regex(/^[a-z0-9-]{16,50}$/, "Failed to verify payment"),
  ),
});

export const VerifyPaymentAnswer = z.object({
  message: z.string(),
  subscription: z.object({ isActive: z.boolean(), expiryDate: z.string() }),
});
export type VerifyPaymentAnswer = z.infer<typeof VerifyPaymentAnswer>;

/**
 * `GET /api/v1/history`: what happened to the subscription, the newest first, besides that while access lasts the entry
 * `subscribe` stays first.
 */
export const SubscriptionHistory = z.object({
  history: z.array(z.object({
    action: z.string(),
    date: z.string(),
    endDate: z.string(),
    reference: z.optional(z.string()),
  })),
  subscription: z.object({
    isActive: z.boolean(),
    isCancelled: z.boolean(),
    expiryDate: z.nullable(z.string()),
    /** Kobo a month, today. */
    priceKobo: z.number(),
  }),
});
export type SubscriptionHistory = z.infer<typeof SubscriptionHistory>;

/** `POST /api/v1/pay-per-view`: tokens spent and left, and what may be played today. */
export const PayPerViewAnswer = z.object({
  message: z.string(),
  tokens: z.number(),
  newBalance: z.number(),
  freePlayLimit: z.number(),
});
export type PayPerViewAnswer = z.infer<typeof PayPerViewAnswer>;
