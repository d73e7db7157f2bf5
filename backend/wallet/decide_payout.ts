import type { Withdrawal } from "./decide_state.ts";
import type { WithdrawalEvent } from "./events.ts";

/** What the provider answered when it was asked about the reference. Kobo. */
export interface PayoutFacts {
  readonly withdrawalId: string;
  readonly status: string;
  readonly amountKobo: number;
  readonly currency: string;
  readonly transferCode: string;
  readonly feeKobo: number;
}

/** Whether the n-th call may be made now: it is written down before, and only who wrote it makes it. */
export function decideAttempt(
  state: Withdrawal | undefined,
  { withdrawalId, attempt }: { withdrawalId: string; attempt: number },
  now: number,
): WithdrawalEvent[] {
  if (state?.status !== "processing" || state.underway !== undefined || state.attempts !== attempt - 1) return [];
  return [{ type: "PayoutAttempted", data: { withdrawalId, attempt, at: now } }];
}

/**
 * What the provider says about the payout, asked by its reference: the only thing that moves it. Conclusive answers
 * never go back, besides success to reversed; what was not understood is held.
 */
export function decideAnswer(state: Withdrawal | undefined, facts: PayoutFacts): WithdrawalEvent[] {
  if (!state?.reference) return [];
  const { withdrawalId } = facts;
  if (facts.amountKobo !== state.units || facts.currency !== "NGN") {
    return state.funds === "reserved" ? held(state, withdrawalId, "the provider reports a different amount") : [];
  }
  switch (state.funds) {
    case "reserved":
      return whileReserved(state, facts);
    case "paid":
      return facts.status === "reversed" ? [reversed(state, facts)] : [];
    case "returned":
      return facts.status === "success" ? [paid("PayoutPaidLate", facts)] : [];
    case "owed":
      return RETURNED.has(facts.status) ? [reversed(state, facts)] : [];
  }
}

/** Nothing was created at the provider, for a reason that may pass: admins decide again. */
export function decidePostponed(
  state: Withdrawal | undefined,
  { withdrawalId, reason, attempt }: { withdrawalId: string; reason: string; attempt: number },
): WithdrawalEvent[] {
  if (state?.status !== "processing" || state.underway !== undefined || state.attempts !== attempt) return [];
  return [{ type: "PayoutPostponed", data: { withdrawalId, reason } }];
}

/** The provider refused the call for good, and knows nothing of the reference. */
export function decideRefused(
  state: Withdrawal | undefined,
  { withdrawalId, reason, attempt }: { withdrawalId: string; reason: string; attempt: number },
): WithdrawalEvent[] {
  if (state?.status !== "processing" || state.underway !== undefined || state.attempts !== attempt) return [];
  return [{ type: "PayoutFailed", data: { withdrawalId, status: reason } }];
}

const RETURNED = new Set(["failed", "reversed", "abandoned", "blocked", "rejected"]);
/** Of two answers that are not the last word the later one in this order stands, in whatever order they arrive. */
const RANK: Readonly<Record<string, number>> = { otp: 1, received: 1, pending: 2 };

function whileReserved(state: Withdrawal, facts: PayoutFacts): WithdrawalEvent[] {
  const { withdrawalId, status, transferCode } = facts;
  if (status === "success") return [paid("PayoutCompleted", facts)];
  if (RETURNED.has(status)) return [{ type: "PayoutFailed", data: { withdrawalId, status } }];
  if (status === "pending" || status === "received" || status === "otp") {
    const isLater = (RANK[status] ?? 0) > (RANK[state.underway ?? ""] ?? 0);
    return isLater ? [{ type: "PayoutUnderway", data: { withdrawalId, status, transferCode } }] : [];
  }
  return held(state, withdrawalId, `the provider says "${status}"`);
}

function held(state: Withdrawal, withdrawalId: string, reason: string): WithdrawalEvent[] {
  if (state.status === "uncertain" && state.underway === reason) return [];
  return [{ type: "PayoutHeld", data: { withdrawalId, reason } }];
}

function paid(type: "PayoutCompleted" | "PayoutPaidLate", facts: PayoutFacts): WithdrawalEvent {
  const { withdrawalId, transferCode, feeKobo } = facts;
  return { type, data: { withdrawalId, transferCode, feeKobo } };
}

function reversed(state: Withdrawal, { withdrawalId, feeKobo }: PayoutFacts): WithdrawalEvent {
  const feeBackKobo = Math.max(0, state.feeKobo - feeKobo);
  return { type: "PayoutReversed", data: { withdrawalId, feeBackKobo, owed: state.funds === "owed" } };
}
