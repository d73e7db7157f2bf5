import * as z from "zod/mini";

/** `GET /api/v1/withdrawal-summary`: all amounts in tokens. */
export const WithdrawalSummary = z.object({
  availableBalance: z.number(),
  pendingWithdrawal: z.number(),
  totalEarned: z.number(),
  canWithdraw: z.boolean(),
  minimumWithdrawal: z.number(),
  /** The request that is under way, if there is one: only one at a time. */
  openWithdrawalId: z.optional(z.string()),
});
export type WithdrawalSummary = z.infer<typeof WithdrawalSummary>;

/**
 * - `pending_review`, `awaiting_second_approval`: waits for admins, and may be cancelled
 * - `processing`, `needs_otp`: on its way; `uncertain`: held for a human
 * - `completed`; `failed`, `rejected`, `cancelled`, `reversed`: the money is back in the balance
 */
export const WITHDRAWAL_STATUSES = [
  "pending_review",
  "awaiting_second_approval",
  "processing",
  "needs_otp",
  "uncertain",
  "completed",
  "failed",
  "rejected",
  "cancelled",
  "reversed",
] as const;
export type WithdrawalStatus = typeof WITHDRAWAL_STATUSES[number];

/** `GET /api/v1/banks`. */
export const Banks = z.object({ banks: z.array(z.object({ code: z.string(), name: z.string() })) });
export type Banks = z.infer<typeof Banks>;

const needed = "Bank and account number are required";
const AccountNumber = z.string(needed).check(
  z.trim(),
  z.minLength(1, needed),
  z.regex(/^\d{10}$/, "Account number must have 10 digits"),
);
const BankCode = z.string(needed).check(z.trim(), z.minLength(1, needed), z.regex(/^[0-9A-Za-z]{3,10}$/, needed));

export const VerifyAccountRequest = z.object({ accountNumber: AccountNumber, bankCode: BankCode });
export type VerifyAccountRequest = z.infer<typeof VerifyAccountRequest>;

/**
 * `hint` asks to look again where the account number's check digit does not fit the bank. `isInOwnName` is false where
 * the account's owner has another name than the person who asks. Neither decides anything: an admin looks at it.
 */
export const VerifyAccountAnswer = z.object({
  accountDetails: z.object({ account_name: z.string(), account_number: z.string(), bank_code: z.string() }),
  hint: z.optional(z.string()),
  isInOwnName: z.boolean(),
});
export type VerifyAccountAnswer = z.infer<typeof VerifyAccountAnswer>;

/** `amount` in tokens. `accountName` is what the person was shown; the service asks the bank again. */
export const WithdrawRequest = z.object({
  amount: z.number("Please enter a valid amount").check(z.positive("Please enter a valid amount")),
  bankDetails: z.object(
    { accountNumber: AccountNumber, bankCode: BankCode, accountName: z.optional(z.string()) },
    needed,
  ),
});
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

export const WithdrawAnswer = z.object({
  message: z.string(),
  withdrawalId: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
});
export type WithdrawAnswer = z.infer<typeof WithdrawAnswer>;

/** One entry of `GET /api/v1/withdrawals`. `amount` in tokens, times as ISO text. */
export const UserWithdrawal = z.object({
  _id: z.string(),
  amount: z.number(),
  status: z.enum(WITHDRAWAL_STATUSES),
  requestDate: z.string(),
  processedDate: z.optional(z.string()),
  bankDetails: z.object({
    accountName: z.string(),
    /** Masked: `••••••6789`. */
    accountNumber: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
  }),
  notes: z.optional(z.string()),
  transactionReference: z.optional(z.string()),
  canCancel: z.boolean(),
  /** Every step with its time, the first one first; `text` is for people. */
  steps: z.array(z.object({ step: z.string(), text: z.string(), at: z.string() })),
});
export type UserWithdrawal = z.infer<typeof UserWithdrawal>;

/** A request as admins see it (`GET /api/v1/pending-payments`, `/completed-payments`). */
export const AdminPayment = z.object({
  _id: z.string(),
  userId: z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    username: z.string(),
    email: z.string(),
  }),
  amount: z.number(),
  status: z.enum(WITHDRAWAL_STATUSES),
  requestDate: z.string(),
  createdAt: z.string(),
  processedDate: z.nullable(z.string()),
  notes: z.string(),
  bankDetails: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
  }),
  transactionReference: z.nullable(z.string()),
  /** Ids of the admins who have approved it, and how many approvals it takes. */
  approvals: z.array(z.string()),
  approvalsNeeded: z.number(),
  /** What a reviewer should look at. */
  warnings: z.array(z.string()),
});
export type AdminPayment = z.infer<typeof AdminPayment>;
