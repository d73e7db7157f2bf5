import { codeInSentence } from "@contract/code_words.ts";
import { mustOpenCase } from "@contract/cases.ts";
import type { ListedPayment, PaymentList } from "@contract/admin_payments.ts";
import type { AdminPayment } from "@contract/wallet.ts";
import { plural } from "../../lib/format.ts";
import { notCredited } from "../../lib/not_credited.ts";

export const STATUS_WORDS: Readonly<Record<AdminPayment["status"], string>> = {
  pending_review: "Pending Review",
  awaiting_second_approval: "Awaiting second approval",
  processing: "Processing",
  needs_otp: "Needs a one-time code",
  uncertain: "Uncertain",
  completed: "Completed",
  failed: "Failed",
  rejected: "Rejected",
  cancelled: "Cancelled by the user",
  reversed: "Sent back by the bank",
};

/** The tabs in their order, with what their emptiness says. */
export const LISTS: readonly { list: PaymentList; label: string; empty: string }[] = [
  { list: "pending", label: "Pending Requests", empty: "There are no pending payment requests at the moment." },
  { list: "second_approval", label: "Second approval", empty: "No payments need a second approval." },
  { list: "processing", label: "Processing", empty: "No payments are processing." },
  { list: "completed", label: "Completed", empty: "There are no completed payments yet." },
  { list: "rejected", label: "Not paid", empty: "No rejected, failed or returned payments." },
  { list: "uncertain", label: "Uncertain", empty: "No payments need a check." },
  { list: "any", label: "All", empty: "There are no payment requests yet." },
];

export const RISK_WORDS = { low: "Low risk", medium: "Look closely", high: "High risk" } as const;

export const DECISION_WORDS = {
  approved: "approved it",
  rejected: "rejected it",
  approval_withdrawn: "withdrew the approval",
  paid: "marked it as paid",
  returned: "returned the funds",
} as const;

export const CHANGE_WORDS = {
  password: "Password changed",
  password_reset: "Password reset by email",
  email: "Email address changed",
  name: "Name changed",
} as const;

/** Why time was not credited, in words. */
export function reasonWords(reason: string): string {
  return notCredited(reason, "toAdmin") ?? codeInSentence(reason);
}

/** Whether it is up to an admin to approve it. */
export function isWaiting(status: AdminPayment["status"]): boolean {
  return status === "pending_review" || status === "awaiting_second_approval";
}

/** Whether this admin has to open the case file before they approve it. */
export function comesAfterCase({ approvals, risk }: ListedPayment, adminId: string): boolean {
  if (!risk || approvals.includes(adminId)) return false;
  return mustOpenCase(risk, { isSecond: approvals.length > 0 });
}

/** How long a request has waited. */
export function waitingWords(requestDate: string, nowMs = Date.now()): string {
  const hours = Math.max(0, Math.floor((nowMs - Date.parse(requestDate)) / 3_600_000));
  if (hours === 0) return "Waiting under an hour";
  return hours < 48 ? `Waiting ${plural(hours, "hour")}` : `Waiting ${plural(Math.floor(hours / 24), "day")}`;
}

/** The orders of requests that wait. */
export const ORDERS = [
  { value: "waiting", label: "Longest waiting first" },
  { value: "risk", label: "Highest risk first" },
  { value: "amount", label: "Largest amount first" },
] as const;
export type Order = typeof ORDERS[number]["value"];

/** A user whose name is gone. */
export function userWords(userId: string): string {
  return `User …${userId.slice(-8)}`;
}
