import * as z from "zod/mini";

/** `POST /api/v1/admin/proposals/:id/confirm`: what the admin was shown. */
export const ConfirmProposalRequest = z.object({
  shown: z.string("Please look at the proposal first").check(z.regex(/^[0-9a-f]{64}$/)),
});
