import { Refusal } from "../contract/refusal.ts";
import type { Withdrawal } from "./decide_state.ts";
import type { WithdrawalEvent } from "./events.ts";

/** An admin's judgement of a payout that is uncertain, and what the provider said of it right before. Kobo. */
export interface Resolution {
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly outcome: "paid" | "returned";
  readonly reason: string;
  /** `not_found` where the provider does not know the reference. */
  readonly said: string;
  readonly transferCode: string;
  readonly feeKobo: number;
}

const NOT_PAID = new Set(["failed", "reversed", "abandoned", "blocked", "rejected", "not_found"]);
const UNDERWAY = new Set(["pending", "received", "otp"]);

/**
 * A human ends what is uncertain: marked as paid, or the funds returned. Never against the provider's own word, and
 * never while the provider still works on it.
 */
export function decideResolution(state: Withdrawal | undefined, resolution: Resolution): WithdrawalEvent[] {
  if (!state) throw new Refusal("not_found", "Payment request not found");
  const { adminId, outcome, said } = resolution;
  if (state.userId === adminId) throw new Refusal("own_withdrawal", "You cannot decide on your own withdrawal");
  if (state.status !== "uncertain") throw new Refusal("already_decided", "This payment is no longer uncertain");
  if (UNDERWAY.has(said)) {
    throw new Refusal("against_provider", "Paystack is still processing this payment: please wait for its answer");
  }
  if (outcome === "paid" && NOT_PAID.has(said)) {
    throw new Refusal(
      "against_provider",
      `Paystack says this was not paid ("${said}"), so you cannot mark it as paid`,
    );
  }
  if (outcome === "returned" && (said === "success" || state.funds !== "reserved")) {
    throw new Refusal("against_provider", "The bank was paid, so the funds cannot be returned as well");
  }
  return [{ type: "PayoutResolved", data: dataOf(resolution) }];
}

/** An admin asks for a payout that is under way to be looked at again; kept, because it is an admin's doing. */
export function decideRetry(
  state: Withdrawal | undefined,
  { withdrawalId, adminId }: { withdrawalId: string; adminId: string },
): WithdrawalEvent[] {
  if (!state) throw new Refusal("not_found", "Payment request not found");
  if (!["processing", "needs_otp", "uncertain"].includes(state.status)) {
    throw new Refusal("already_decided", "This payment is not in progress");
  }
  return [{ type: "PayoutRetryAsked", data: { withdrawalId, adminId } }];
}

/** An admin gave the one-time code; nobody sends their own money. */
export function decideCodeGiven(
  state: Withdrawal | undefined,
  { withdrawalId, adminId }: { withdrawalId: string; adminId: string },
): WithdrawalEvent[] {
  if (!state) return [];
  if (state.userId === adminId) throw new Refusal("own_withdrawal", "You cannot decide on your own withdrawal");
  return [{ type: "PayoutCodeGiven", data: { withdrawalId, adminId } }];
}

/** The stored facts and no more, whatever else the command holds. */
function dataOf({ withdrawalId, adminId, outcome, reason, said, transferCode, feeKobo }: Resolution) {
  return { withdrawalId, adminId, outcome, reason, said, transferCode, feeKobo };
}
