import type { WithdrawalStatus } from "../backend/contract/wallet.ts";
import type { WithdrawalEvent } from "../backend/wallet/events.ts";

/** What an event changes about a withdrawal's row, and the words for its owner; empty where it is no step of theirs. */
export interface Step {
  readonly text: string;
  readonly status?: WithdrawalStatus;
  readonly fundsReserved?: boolean;
  readonly approvedBy?: string;
  /** Whose approval is gone; with the last one the request is pending again. */
  readonly unapprovedBy?: string;
  readonly clearsApprovals?: boolean;
  readonly decidedBy?: string;
  readonly reference?: string;
  readonly transferCode?: string;
  readonly feeKobo?: number;
  readonly note?: string;
  readonly isLast?: boolean;
}

/** Waiting for admins. */
export const OPEN_STATUSES: readonly WithdrawalStatus[] = ["pending_review", "awaiting_second_approval"];

/** What an event makes of a withdrawal, and the words for its owner. */
export function stepOf({ type, data }: WithdrawalEvent): Step {
  switch (type) {
    case "WithdrawalRequested":
      return { text: "Requested. Your tokens are reserved" };
    case "WithdrawalApproved":
      return {
        text: data.isLast ? "Approved" : "An admin approved it. A second admin has to approve it, too",
        approvedBy: data.adminId,
        decidedBy: data.adminId,
        ...(!data.isLast && { status: "awaiting_second_approval" as const }),
      };
    case "WithdrawalRejected":
      return ended("rejected", `Rejected: ${data.reason}. Your tokens are back`, {
        decidedBy: data.adminId,
        note: data.reason,
      });
    case "WithdrawalCancelled":
      return ended("cancelled", "You cancelled it. Your tokens are back");
    case "ApprovalWithdrawn":
      return { text: "An admin took the approval back. We review it again", unapprovedBy: data.adminId };
    case "PayoutResolved":
      return data.outcome === "paid" ? completed(data) : notPaid("An admin checked: the bank did not pay");
    case "PayoutStarted":
      return { text: "On its way to your bank", status: "processing", reference: data.reference, note: "" };
    case "PayoutRetryAsked":
    case "PayoutCodeGiven":
    case "PayoutAttempted":
      return { text: "" };
    case "PayoutUnderway":
      return data.status === "otp"
        ? { text: "We still have to confirm the payment", status: "needs_otp", transferCode: data.transferCode }
        : { text: "The payment provider is sending it", status: "processing", transferCode: data.transferCode };
    case "PayoutPostponed":
      return {
        text: "Not sent yet. We review it again",
        status: "pending_review",
        clearsApprovals: true,
        note: data.reason,
      };
    case "PayoutHeld":
      return { text: "We are checking this payment", status: "uncertain", note: data.reason };
    case "PayoutCompleted":
      return completed(data);
    case "PayoutFailed":
      return notPaid(`The payment provider did not pay: ${data.status}`);
    case "PayoutReversed":
      return ended("reversed", "Your bank sent the money back. Your tokens are back", {
        feeKobo: -data.feeBackKobo,
        ...(data.owed && { note: "The bank paid late, then sent the money back: the user owes Orin nothing" }),
      });
    case "PayoutPaidLate":
      return {
        text: "Your bank got the money late. We are checking it",
        status: "uncertain",
        transferCode: data.transferCode,
        feeKobo: data.feeKobo,
        note: "The bank paid after the tokens went back: the user owes Orin the amount",
      };
  }
}

function ended(status: WithdrawalStatus, text: string, more: Partial<Step> = {}): Step {
  return { text, status, fundsReserved: false, isLast: true, ...more };
}

function completed({ transferCode, feeKobo }: { transferCode: string; feeKobo: number }): Step {
  return ended("completed", "Paid to your bank", { transferCode, feeKobo });
}

function notPaid(note: string): Step {
  return ended("failed", "Not paid. Your tokens are back", { note });
}
