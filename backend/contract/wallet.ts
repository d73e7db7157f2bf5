import { longDay } from "./long_day.ts";
import { formatTokens, formatTokensWithNaira } from "./money.ts";
import type { SecondRule } from "./payments.ts";

/** `GET /api/v1/withdrawal-summary`: all amounts in tokens. */
export interface WithdrawalSummary {
  /** What can be spent and withdrawn. */
  availableBalance: number;
  /**
   * Rewards and gifts that cannot be spent yet; the next of them can from `nextSettlesAt` on, all from
   * `allSettledAt` on.
   */
  settlingBalance: number;
  /** The gifts among them, each with its sum and when it can be spent; a disputed one has no date. */
  settlingGifts?: { giftId: string; tokens: number; until?: string }[] | undefined;
  /** What the person owes Orin: it is paid out of what comes in, and nothing can be withdrawn before. */
  owed?: number | undefined;
  nextSettlesAt?: string | undefined;
  allSettledAt?: string | undefined;
  /** Since when nothing settles, and why. */
  settlingHeld?: { since: string; reason: string } | undefined;
  /** `GET /api/v1/appeals` says more: earnings are held, were taken back, or the listener wrote about it. */
  hasAppeals?: boolean | undefined;
  /** Why nothing leaves the account, in words, and until when; without an end where an admin decides first. */
  held?: { text: string; until?: string | undefined } | undefined;
  /** Held for a withdrawal. */
  pendingWithdrawal: number;
  /** All rewards that were not voided, those that settle with them. */
  totalEarned: number;
  canWithdraw: boolean;
  minimumWithdrawal: number;
  /** Before the identity is proven: what a calendar month pays at most, and what this one has paid or has on its way. */
  month?: { limit: number; paid: number } | undefined;
  /** The request that is under way, if there is one: only one at a time. */
  openWithdrawalId?: string | undefined;
}

/**
 * - `pending_review`, `awaiting_second_approval`: waits for admins, and may be cancelled
 * - `processing`, `needs_otp`: on its way; `uncertain`: held for a human
 * - `completed`; `failed`, `rejected`, `cancelled`, `reversed`: the money is back in the balance
 */
export type WithdrawalStatus =
  | "pending_review"
  | "awaiting_second_approval"
  | "processing"
  | "needs_otp"
  | "uncertain"
  | "completed"
  | "failed"
  | "rejected"
  | "cancelled"
  | "reversed";

/** `GET /api/v1/banks`. */
export interface Banks {
  banks: { code: string; name: string }[];
}

/**
 * `hint` asks to look again where the account number's check digit does not fit the bank. `isInOwnName` is false where
 * the account's owner has another name than the person who asks. Neither decides anything: an admin looks at it.
 */
export interface VerifyAccountAnswer {
  accountDetails: { account_name: string; account_number: string; bank_code: string };
  hint?: string | undefined;
  isInOwnName: boolean;
}

export interface WithdrawAnswer {
  message: string;
  withdrawalId: string;
  status: WithdrawalStatus;
  /** The same call without a key came within the last minute: this is its answer again. */
  repeated?: true;
}

/** One entry of `GET /api/v1/withdrawals`. `amount` in tokens, times as ISO text. */
export interface UserWithdrawal {
  _id: string;
  amount: number;
  status: WithdrawalStatus;
  requestDate: string;
  processedDate?: string | undefined;
  bankDetails: {
    accountName: string;
    /** Masked: `••••••6789`. */
    accountNumber: string;
    bankCode: string;
    bankName: string;
  };
  notes?: string | undefined;
  transactionReference?: string | undefined;
  canCancel: boolean;
  /** It is more than the month pays before the identity is proven: it waits for that. */
  needsIdentity?: boolean | undefined;
  /** Every step with its time, the first one first; `text` is for people. */
  steps: { step: string; text: string; at: string }[];
}

/** A request as admins see it (`GET /api/v1/pending-payments`, `/completed-payments`). */
export interface AdminPayment {
  _id: string;
  userId: {
    _id: string;
    firstName: string;
    lastName: string;
    username: string;
    email: string;
  };
  amount: number;
  status: WithdrawalStatus;
  requestDate: string;
  createdAt: string;
  processedDate: string | null;
  notes: string;
  bankDetails: {
    accountName: string;
    accountNumber: string;
    bankCode: string;
    bankName: string;
  };
  transactionReference: string | null;
  /** Ids of the admins who have approved it, and how many approvals it takes. */
  approvals: string[];
  approvalsNeeded: number;
  /** Why it waits for the second one; only of requests that do. */
  secondApprovalFor?: SecondRule;
  /** What a reviewer should look at; in a list that waits, also what has to be seen in the case file first. */
  warnings: string[];
  /** Once it is decided: the hash of the case file that the last decision was made on. */
  decidedOn?: string;
}

/** Why less can be spent than a person has: amounts in units, `lastAt` in epoch ms, missing while nothing settles. */
export function settlingWords(
  { settling, all, lastAt }: { settling: number; all: number; lastAt?: number | undefined },
): string {
  const some = `${formatTokens(settling)} of your ${formatTokensWithNaira(all)}`;
  return lastAt === undefined ? `${some} are held while we check them` : `${some} settle until ${longDay(lastAt)}`;
}
