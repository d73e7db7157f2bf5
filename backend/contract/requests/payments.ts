import * as z from "zod/mini";
import { NoteRequest } from "./audit.ts";
import { Day } from "./days.ts";

const MOST_REASON = 300;
/** The hash of the case file that the admin was shown; without it the service stores the current case file. */
const caseHash = z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/)));
const Reason = z.string().check(z.trim(), z.maxLength(MOST_REASON, `At most ${MOST_REASON} characters`));
const NeededReason = z.string("Please say why").check(
  z.trim(),
  z.minLength(3, "Please say why"),
  z.maxLength(MOST_REASON, `At most ${MOST_REASON} characters`),
);

/** `POST /api/v1/approve-payment-automatic/:id`: the documented call has no body. */
export const ApprovePaymentRequest = z.object({ reason: z._default(Reason, ""), caseHash });

/** `POST /api/v1/reject-payment/:id`. */
export const RejectPaymentRequest = z.object({ reason: z._default(Reason, "Rejected by admin"), caseHash });

/** `POST /api/v1/admin/payments/:id/withdraw-approval`. */
export const WithdrawApprovalRequest = z.object({ reason: z._default(Reason, "") });

/** `POST /api/v1/admin/payments/:id/resolve`: an admin ends what is uncertain. */
export const ResolvePaymentRequest = z.object({
  outcome: z.enum(["paid", "returned"], "Choose paid or returned"),
  reason: NeededReason,
});
const PAYMENT_LIST_NAMES = [
  "pending",
  "second_approval",
  "processing",
  "completed",
  "rejected",
  "uncertain",
  "any",
] as const;

const Tokens = z.coerce.number("Please enter an amount in tokens").check(
  z.int("Please enter whole tokens"),
  z.minimum(0, "Please enter an amount in tokens"),
  z.maximum(1_000_000_000, "At most 1,000,000,000 tokens"),
);

/** Which payments a list shows; all of it has to fit. Amounts in tokens; days are those of Lagos, both included. */
export const PaymentFilters = z.object({
  status: z._default(z.enum(PAYMENT_LIST_NAMES, "There is no list of payments with this status"), "pending"),
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  min: z.optional(Tokens),
  max: z.optional(Tokens),
  from: z.optional(Day),
  to: z.optional(Day),
  decidedFrom: z.optional(Day),
  decidedTo: z.optional(Day),
  approver: z.optional(z.uuid("Choose an admin from the list")),
  /** Of those that wait for admins: how high their risk is at least. */
  risk: z.optional(z.enum(["medium", "high"], "Choose medium or high risk")),
});
export type PaymentFilters = z.infer<typeof PaymentFilters>;

/** `GET /api/v1/admin/payments`. `search` is looked for in username, email, account name and number, and reference. */
export const PaymentsQuery = z.extend(PaymentFilters, {
  cursor: z.optional(
    z.string().check(
      z.regex(
        /^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        "This page of the list has expired: please reload",
      ),
    ),
  ),
});

/** `POST /api/v1/admin/payments/export`: the filtered list as a table, and why it leaves Orin. */
export const PaymentsExportRequest = z.extend(PaymentFilters, NoteRequest.shape);

/** The code that the payment provider sent to the business: `POST /api/v1/admin/payments/:id/otp`. */
export const PayoutOtpRequest = z.object({
  otp: z.string("OTP is required").check(z.trim(), z.regex(/^\d{4,8}$/, "OTP is required")),
});
