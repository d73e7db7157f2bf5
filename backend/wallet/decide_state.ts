import type { WithdrawalStatus } from "../contract/wallet.ts";
import type { PayoutResolved, WithdrawalEvent } from "./events.ts";

/**
 * A withdrawal, folded from its stream. `funds` says where its money is: still reserved, paid to the bank, returned to
 * the user, or paid although it was returned.
 */
export interface Withdrawal {
  readonly status: WithdrawalStatus;
  readonly funds: "reserved" | "paid" | "returned" | "owed";
  readonly userId: string;
  /** Units, which are kobo. */
  readonly units: number;
  readonly approvals: readonly string[];
  readonly approvalsNeeded: number;
  readonly reference: string | undefined;
  /** Calls that may have been made to the provider, and when the last one was (epoch ms). */
  readonly attempts: number;
  readonly attemptedAt: number;
  /** The last call's outcome is not known. */
  readonly isUnclear: boolean;
  /** What the provider said last, while it is under way. */
  readonly underway: string | undefined;
  readonly feeKobo: number;
}

/** Adds an event; undefined before the first. */
export function evolve(state: Withdrawal | undefined, { type, data }: WithdrawalEvent): Withdrawal | undefined {
  if (type === "WithdrawalRequested") {
    return {
      ...{ status: "pending_review", funds: "reserved", userId: data.userId, units: data.units, approvals: [] },
      approvalsNeeded: data.approvalsNeeded,
      ...{ reference: undefined, attempts: 0, attemptedAt: 0, isUnclear: false, underway: undefined, feeKobo: 0 },
    };
  }
  if (!state) return undefined;
  switch (type) {
    case "WithdrawalApproved":
      return { ...state, status: "awaiting_second_approval", approvals: [...state.approvals, data.adminId] };
    case "WithdrawalRejected":
      return { ...state, status: "rejected", funds: "returned" };
    case "WithdrawalCancelled":
      return { ...state, status: "cancelled", funds: "returned" };
    case "ApprovalWithdrawn":
      return withoutApproval(state, data.adminId);
    case "PayoutRetryAsked":
    case "PayoutCodeGiven":
      return state;
    case "PayoutResolved":
      return resolved(state, data);
    case "PayoutStarted":
      return { ...state, status: "processing", reference: data.reference };
    case "PayoutAttempted":
      return { ...state, attempts: data.attempt, attemptedAt: data.at, isUnclear: true };
    case "PayoutUnderway":
      return {
        ...state,
        status: data.status === "otp" ? "needs_otp" : "processing",
        underway: data.status,
        isUnclear: false,
      };
    case "PayoutPostponed":
      return { ...state, status: "pending_review", approvals: [], isUnclear: false };
    case "PayoutHeld":
      return { ...state, status: "uncertain", underway: data.reason };
    case "PayoutCompleted":
      return { ...state, status: "completed", funds: "paid", feeKobo: data.feeKobo };
    case "PayoutFailed":
      return { ...state, status: "failed", funds: "returned" };
    case "PayoutReversed":
      return { ...state, status: "reversed", funds: "returned", feeKobo: state.feeKobo - data.feeBackKobo };
    case "PayoutPaidLate":
      return { ...state, status: "uncertain", funds: "owed", feeKobo: state.feeKobo + data.feeKobo };
  }
}

function withoutApproval(state: Withdrawal, adminId: string): Withdrawal {
  const approvals = state.approvals.filter((one) => one !== adminId);
  return { ...state, approvals, status: approvals.length > 0 ? "awaiting_second_approval" : "pending_review" };
}

function resolved(state: Withdrawal, { outcome, feeKobo }: PayoutResolved["data"]): Withdrawal {
  if (outcome === "returned") return { ...state, status: "failed", funds: "returned" };
  // What was paid although it had been returned stays owed: its payment and fee were booked when that was found.
  if (state.funds === "owed") return { ...state, status: "completed" };
  return { ...state, status: "completed", funds: "paid", feeKobo };
}
