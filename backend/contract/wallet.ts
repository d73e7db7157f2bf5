import * as z from "zod/mini";

/** `GET /api/v1/withdrawal-summary`: all amounts in tokens. */
export const WithdrawalSummary = z.object({
  availableBalance: z.number(),
  pendingWithdrawal: z.number(),
  totalEarned: z.number(),
  canWithdraw: z.boolean(),
  minimumWithdrawal: z.number(),
});
export type WithdrawalSummary = z.infer<typeof WithdrawalSummary>;
