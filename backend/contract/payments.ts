import * as z from "zod/mini";
import { AdminPayment, WITHDRAWAL_STATUSES, type WithdrawalStatus } from "./wallet.ts";

const MOST_REASON = 300;
/** The hash of the case file that the admin was shown; without it the service keeps the case file as it stands. */
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

/** Lists of the back office, each with the states it holds. */
export const PAYMENT_LISTS = {
  pending: ["pending_review"],
  second_approval: ["awaiting_second_approval"],
  processing: ["processing", "needs_otp"],
  completed: ["completed"],
  rejected: ["rejected", "failed", "cancelled", "reversed"],
  uncertain: ["uncertain"],
} as const satisfies Record<string, readonly WithdrawalStatus[]>;
export type PaymentList = keyof typeof PAYMENT_LISTS;
const PAYMENT_LIST_NAMES = ["pending", "second_approval", "processing", "completed", "rejected", "uncertain"] as const;

/** `GET /api/v1/admin/payments`. `search` is looked for in username, email, account name and number, and reference. */
export const PaymentsQuery = z.object({
  status: z._default(z.enum(PAYMENT_LIST_NAMES, "There is no list of payments with this status"), "pending"),
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  cursor: z.optional(
    z.string().check(
      z.regex(
        /^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        "This page of the list has expired: please reload",
      ),
    ),
  ),
});

/** A page; `nextCursor` goes on, also where nothing was found so far. `counts` are of all payments in each list. */
export const PaymentsPage = z.object({
  payments: z.array(AdminPayment),
  nextCursor: z.nullable(z.string()),
  counts: z.record(z.enum(PAYMENT_LIST_NAMES), z.number()),
  admins: z.number(),
});
export type PaymentsPage = z.infer<typeof PaymentsPage>;

/** `GET /api/v1/admin/payments/:id/outcome`: how an approved payment stands now, in the words of the approval. */
export const PaymentOutcome = z.object({ message: z.string(), status: z.enum(WITHDRAWAL_STATUSES) });
export type PaymentOutcome = z.infer<typeof PaymentOutcome>;

/** The code that the payment provider sent to the business: `POST /api/v1/admin/payments/:id/otp`. */
export const PayoutOtpRequest = z.object({
  otp: z.string("OTP is required").check(z.trim(), z.regex(/^\d{4,8}$/, "OTP is required")),
});
