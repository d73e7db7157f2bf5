import { formatTokens } from "../contract/money.ts";
import type { Policy } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Withdrawal } from "./decide_state.ts";
import { payoutReference, type WithdrawalEvent, type WithdrawalRequested } from "./events.ts";

export interface RequestFacts {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly units: number;
  readonly availableUnits: number;
  readonly hasOpenRequest: boolean;
  readonly policy: Policy;
  readonly bank: Pick<WithdrawalRequested["data"], "bankDetails" | "accountHash" | "warnings">;
}

/** A request to be paid out, in the documented order of its checks. */
export function decideRequest(facts: RequestFacts): WithdrawalEvent[] {
  const { withdrawalId, userId, units, availableUnits, policy, bank } = facts;
  if (!Number.isSafeInteger(units) || units <= 0) throw new Refusal("invalid_amount", "Please enter a valid amount");
  if (units > availableUnits) throw new Refusal("insufficient_funds", "Amount exceeds available balance");
  if (units < policy.minimumWithdrawalUnits) {
    const minimum = formatTokens(policy.minimumWithdrawalUnits).replace(/\.00$/, "");
    throw new Refusal("below_minimum", `Minimum withdrawal amount is ${minimum} tokens`);
  }
  if (facts.hasOpenRequest) throw new Refusal("withdrawal_open", "You already have a withdrawal in progress");
  const approvalsNeeded = units > policy.secondApproverAboveUnits ? 2 : 1;
  const data = { withdrawalId, userId, units, ...bank, approvalsNeeded, policyVersion: policy.version } as const;
  return [{ type: "WithdrawalRequested", data }];
}

/** What an admin says about a request: why, and the hash of the case file that was shown. */
interface Review {
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly reason?: string;
  readonly caseHash?: string;
}

/**
 * An admin approves. The same admin again changes nothing; nobody approves their own; the last approval starts the
 * payout under the withdrawal's one reference.
 */
export function decideApproval(
  state: Withdrawal | undefined,
  { withdrawalId, adminId, reason = "", caseHash = "" }: Review,
): WithdrawalEvent[] {
  if (!state) throw unknownRequest();
  if (state.userId === adminId) throw new Refusal("own_withdrawal", "You cannot approve your own withdrawal");
  if (state.approvals.includes(adminId)) return [];
  if (state.status !== "pending_review" && state.status !== "awaiting_second_approval") throw decided();
  const isLast = state.approvals.length + 1 >= state.approvalsNeeded;
  const approved = { type: "WithdrawalApproved", data: { withdrawalId, adminId, reason, caseHash, isLast } } as const;
  if (!isLast) return [approved];
  const reference = state.reference ?? payoutReference(withdrawalId);
  return [approved, { type: "PayoutStarted", data: { withdrawalId, reference } }];
}

/** Rejects what is still to be decided, once. Refuses with `own_withdrawal`, `already_decided`. */
export function decideRejection(
  state: Withdrawal | undefined,
  { withdrawalId, adminId, reason = "", caseHash = "" }: Review,
): WithdrawalEvent[] {
  if (!state) throw unknownRequest();
  if (state.userId === adminId) throw new Refusal("own_withdrawal", "You cannot reject your own withdrawal");
  if (state.status === "rejected") return [];
  if (state.status !== "pending_review" && state.status !== "awaiting_second_approval") throw decided();
  return [{ type: "WithdrawalRejected", data: { withdrawalId, adminId, reason, caseHash } }];
}

/**
 * An admin takes the own approval back: before the second one, or as long as nobody may have told the provider to pay.
 * The request then waits for approvals again.
 */
export function decideApprovalWithdrawal(
  state: Withdrawal | undefined,
  { withdrawalId, adminId, reason = "" }: Review,
): WithdrawalEvent[] {
  if (!state) throw unknownRequest();
  if (!state.approvals.includes(adminId)) {
    if (state.status === "pending_review" || state.status === "awaiting_second_approval") return [];
    throw new Refusal("not_your_approval", "You did not approve this payment request");
  }
  const isUnsent = state.status === "processing" && state.attempts === 0 && state.underway === undefined;
  if (state.status !== "awaiting_second_approval" && !isUnsent) {
    throw new Refusal("already_decided", "This payment is already on its way: the approval can no longer be withdrawn");
  }
  return [{ type: "ApprovalWithdrawn", data: { withdrawalId, adminId, reason } }];
}

/** The owner takes the request back, before the payout has begun. */
export function decideCancel(
  state: Withdrawal | undefined,
  { withdrawalId, userId }: { withdrawalId: string; userId: string },
): WithdrawalEvent[] {
  if (!state || state.userId !== userId) throw unknownRequest();
  if (state.status === "cancelled") return [];
  if (state.status !== "pending_review" && state.status !== "awaiting_second_approval") {
    throw new Refusal("already_decided", "This withdrawal can no longer be cancelled");
  }
  return [{ type: "WithdrawalCancelled", data: { withdrawalId } }];
}

function unknownRequest(): Refusal {
  return new Refusal("not_found", "Payment request not found");
}

function decided(): Refusal {
  return new Refusal("already_decided", "This payment request has already been decided");
}
