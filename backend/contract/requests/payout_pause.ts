import * as z from "zod/mini";
import { isPlainLines } from "../text.ts";
import { Id } from "./ids.ts";

const MISSING = "Please say why";

const reason = z.string(MISSING).check(
  z.trim(),
  z.minLength(3, MISSING),
  z.maxLength(300, "At most 300 characters"),
  z.refine(isPlainLines, "Please write plain text"),
);

/** `POST /api/v1/admin/payouts/pause` and `/resume`: other admins and auditors read the reason. */
export const PayoutPauseRequest = z.object({ reason });

/** `POST /api/v1/admin/payouts/lost`: how a payout that the log has lost was settled with the person. */
export const LostPayoutRequest = z.object({
  reason,
  reference: z.string("Which payout?").check(z.maxLength(50)),
  /** Whom it paid: it is taken from what they have. */
  userId: z.optional(Id),
});
