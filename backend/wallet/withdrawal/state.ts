import { type CaseSeen, mustOpenCase } from "../../contract/cases.ts";
import { formatNaira, formatTokens, formatTokensWithNaira } from "../../contract/money.ts";
import { type NotedProblem, PROVIDER_NAME, type SecondRule } from "../../contract/payments.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { WithdrawalStatus } from "../../contract/wallet.ts";
import { availableAccount, FEES, PAYOUT_CLAIMS, PROVIDER } from "../../ledger/chart.ts";
import type { Code } from "../../ledger/codes.ts";
import type { Entry } from "../../ledger/transfer.ts";
import { type Hold, sayPayoutHold } from "../hold.ts";
import { payoutReference, type PayoutResolved, type WithdrawalEvent, type WithdrawalRequested } from "./events.ts";

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
  /** Which rule asked for a second approval; empty where none did. */
  readonly secondFor: SecondRule | "";
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
      secondFor: "",
      ...{ reference: undefined, attempts: 0, attemptedAt: 0, isUnclear: false, underway: undefined, feeKobo: 0 },
    };
  }
  if (!state) return undefined;
  switch (type) {
    case "WithdrawalApproved":
      return {
        ...state,
        status: "awaiting_second_approval",
        approvals: [...state.approvals, data.adminId],
        secondFor: data.secondFor || state.secondFor,
      };
    case "WithdrawalRejected":
      return { ...state, status: "rejected", funds: "returned" };
    case "WithdrawalCancelled":
      return { ...state, status: "cancelled", funds: "returned" };
    case "ApprovalWithdrawn":
      return withoutApproval(state, data.adminId);
    case "PayoutRetryAsked":
    case "PayoutCodeGiven":
    case "PayoutStopped":
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

/** What an event does with the money: it is reserved, released or paid out; or moves in a transfer of its own. */
export type Move =
  | { readonly does: "hold" | "release" }
  | { readonly does: "pay"; readonly to: readonly Entry[] }
  | { readonly does: "transfer"; readonly code: Code; readonly entries: readonly Entry[] };

/** The money that an event moves; `before` is the withdrawal that it meets. */
export function movesOf({ type, data }: WithdrawalEvent, { userId, units, funds }: Withdrawal): Move[] {
  switch (type) {
    case "WithdrawalRequested":
      return [{ does: "hold" }];
    case "WithdrawalRejected":
    case "WithdrawalCancelled":
    case "PayoutFailed":
      return [{ does: "release" }];
    case "PayoutCompleted":
      return [{ does: "pay", to: throughProvider(units, data.feeKobo) }];
    case "PayoutResolved":
      // Of what is owed the payment was booked when it was found.
      if (funds !== "reserved") return [];
      if (data.outcome === "returned") return [{ does: "release" }];
      return [{ does: "pay", to: throughProvider(units, data.feeKobo) }];
    case "PayoutReversed": {
      const back = { account: data.owed ? PAYOUT_CLAIMS : availableAccount(userId), amount: units };
      const entries = [back, ...throughProvider(-units, -data.feeBackKobo)];
      return [{ does: "transfer", code: "withdrawal_reversed", entries }];
    }
    case "PayoutPaidLate": {
      const entries = [{ account: PAYOUT_CLAIMS, amount: -units }, ...throughProvider(units, data.feeKobo)];
      return [{ does: "transfer", code: "withdrawal_paid_late", entries }];
    }
    default:
      return [];
  }
}

/** The other side of an amount that left through the provider, or came back: its fee is Orin's. */
function throughProvider(units: number, feeKobo: number): Entry[] {
  return [{ account: PROVIDER, amount: units + feeKobo }, { account: FEES, amount: -feeKobo }]
    .filter(({ amount }) => amount !== 0);
}

interface RequestFacts {
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

/** What a calendar month pays to a person at most: undefined where the identity is proven. */
export interface MonthlyLimit {
  readonly units: number | undefined;
  /** Paid or on the way in this month. */
  readonly paidUnits: number;
  /** The identity was proven for another name than that of the bank account. */
  readonly isOtherName: boolean;
}

export const NO_LIMIT: MonthlyLimit = { units: undefined, paidUnits: 0, isOtherName: false };

/** Whether so much more goes beyond what the month pays. */
export function isOverLimit({ units: most, paidUnits }: MonthlyLimit, units: number): boolean {
  return most !== undefined && paidUnits + units > most;
}

function identityNeeded({ units: most = 0, paidUnits, isOtherName }: MonthlyLimit): Refusal {
  const paid = `This person has been paid ${paidUnits === 0 ? "nothing" : formatNaira(paidUnits)} this month.`;
  const then = isOtherName
    ? "a bank account must have the name that the person proved, and this one has another."
    : "a person proves their identity first.";
  return new Refusal(
    "identity_needed",
    `${paid} Above ${formatNaira(most)} ${then} Nothing was paid; the request waits.`,
  );
}

/** Units paid in a span of time: to the person, to the bank account, and by the approver's side with one approval. */
interface PaidUnits {
  readonly user: number;
  readonly account: number;
  readonly alone: number;
}

/** What an approval is decided on beside the withdrawal. */
export interface ApprovalFacts {
  /** An admin who may use the back office. */
  readonly mayApprove: boolean;
  /** The admin's side has made the account, or that of a giver, or set its password or email, and could be the person. */
  readonly hasOpenedAccount: boolean;
  /** Someone on the admin's side has the person's phone number, or has asked to be paid to the same bank account. */
  readonly isLinked: boolean;
  /** Of all who approved before. */
  readonly isIndependent: boolean;
  /** There is another admin who could approve as well. */
  readonly hasPartner: boolean;
  readonly dayUnits: PaidUnits;
  readonly weekUnits: PaidUnits;
  readonly mostDayUnits: number;
  readonly mostWeekUnits: number;
  readonly limit: MonthlyLimit;
  /** Units of all payouts that began today, and the most of a usual day; undefined where nothing brakes this one. */
  readonly today: { readonly paidUnits: number; readonly mostUnits: number } | undefined;
  /** What asks for a second side, whatever the amount: gifts of unproven givers, or the bank account's name. */
  readonly second: Extract<SecondRule, "givers" | "name"> | undefined;
  /** Why payouts to the person wait. */
  readonly hold: Hold | undefined;
}

/**
 * An admin approves. The same admin again changes nothing; no admin approves their own, or that of a person whose
 * account they have opened for themselves; the last approval starts the payout under the withdrawal's one reference.
 * Two are needed above the limit, and where what one side has paid alone would add up to more than the policy allows.
 */
export function decideApproval(
  state: Withdrawal | undefined,
  { withdrawalId, adminId, reason = "", caseHash = "", caseSeen, installation, ...facts }: Review & ApprovalFacts & {
    readonly caseSeen: CaseSeen;
    readonly installation: string;
  },
  now: number,
): WithdrawalEvent[] {
  if (!state) throw unknownRequest();
  if (state.userId === adminId) throw new Refusal("own_withdrawal", "You cannot approve your own withdrawal");
  if (state.approvals.includes(adminId)) return [];
  if (state.status !== "pending_review" && state.status !== "awaiting_second_approval") throw decided();
  refuseUnfit(facts);
  if (isOverLimit(facts.limit, state.units)) throw identityNeeded(facts.limit);
  refuseHeld(facts, now);
  const rule = state.approvalsNeeded > 1 ? "amount" : addsUpToTwo(state.units, facts) ?? facts.second;
  const needed = rule === undefined ? 1 : 2;
  const isLast = state.approvals.length + 1 >= needed;
  if (needed > 1 && state.approvals.length === 0 && !facts.hasPartner) throw nobodyElse();
  refuseUnread(caseSeen, { isSecond: state.approvals.length > 0, isOfGivers: rule === "givers" });
  const data = { withdrawalId, adminId, reason, caseHash, isLast, secondFor: isLast ? "" : rule ?? "" } as const;
  if (isLast) refuseUnusual(facts.today, state.units);
  return approvalOf(state, data, installation);
}

/** What an approval was cleared with, where all approvals meet; the withdrawal was as it is here. */
export type Cleared = {
  readonly clearanceId: string;
  /** Who had approved before. */
  readonly earlier: readonly string[];
  readonly isLast: boolean;
  readonly secondFor: SecondRule | "";
  /** What the month pays to the person at most; null without a limit. Units. */
  readonly mostMonthUnits: number | null;
};

/** The withdrawal is no longer as it was when the approval was cleared: it has to be cleared again. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * A cleared approval meets the withdrawal. What speaks against it in the withdrawal itself is checked once more, and so
 * is the month. Throws Overtaken where another admin has approved in the meantime, or has withdrawn an approval.
 */
export function decideCleared(
  state: Withdrawal | undefined,
  { withdrawalId, adminId, reason = "", caseHash = "", installation, clearance, ...month }: Review & {
    readonly installation: string;
    readonly clearance: Cleared;
    readonly isOtherName?: boolean;
    readonly monthUnits: number;
  },
): WithdrawalEvent[] {
  if (!state) throw unknownRequest();
  if (state.approvals.includes(adminId)) return [];
  if (state.status !== "pending_review" && state.status !== "awaiting_second_approval") throw decided();
  const { earlier, isLast, secondFor, mostMonthUnits } = clearance;
  if (state.approvals.join() !== earlier.join()) throw new Overtaken();
  const { monthUnits: paidUnits, isOtherName = false } = month;
  const limit = { units: mostMonthUnits ?? undefined, paidUnits, isOtherName };
  if (isOverLimit(limit, state.units)) throw identityNeeded(limit);
  return approvalOf(state, { withdrawalId, adminId, reason, caseHash, isLast, secondFor }, installation);
}

function approvalOf(
  state: Withdrawal,
  data: Extract<WithdrawalEvent, { type: "WithdrawalApproved" }>["data"],
  installation: string,
): WithdrawalEvent[] {
  const approved = { type: "WithdrawalApproved", data } as const;
  if (!data.isLast) return [approved];
  const { withdrawalId } = data;
  const reference = state.reference ?? payoutReference(installation, withdrawalId);
  return [approved, { type: "PayoutStarted", data: { withdrawalId, reference } }];
}

/** Notes why an approval was refused, as long as the request waits for one. */
export function decideStop(
  state: Withdrawal | undefined,
  { withdrawalId, adminId, problem }: { withdrawalId: string; adminId: string; problem: NotedProblem },
): WithdrawalEvent[] {
  if (state?.status !== "pending_review" && state?.status !== "awaiting_second_approval") return [];
  return [{ type: "PayoutStopped", data: { withdrawalId, adminId, problem } }];
}

/**
 * What stays of a decision while payouts are paused: no approval begins a payout, and the provider is not told to pay.
 */
export function decideWhilePaused(events: readonly WithdrawalEvent[]): WithdrawalEvent[] {
  if (events.some(({ type }) => type === "PayoutStarted")) {
    throw new Refusal("payouts_paused", "Payouts are paused. See Payouts for the reason and what to do.");
  }
  return events.filter(({ type }) => type !== "PayoutAttempted");
}

function refuseUnfit({ mayApprove, hasOpenedAccount, isLinked, isIndependent }: ApprovalFacts): void {
  if (!mayApprove) throw new Refusal("admins_only", "Only admins can do this");
  if (hasOpenedAccount) {
    throw new Refusal(
      "not_independent",
      "You, or someone on your side, made this account or set its password or email, so an admin on another side decides " +
        "about its payouts",
    );
  }
  if (isLinked) {
    throw new Refusal(
      "not_independent",
      "You, or someone on your side, have this phone number or bank account, too, so an admin on another side decides",
    );
  }
  if (!isIndependent) {
    throw new Refusal(
      "not_independent",
      "You and the admin who approved count as one: someone on the side of another founding owner gives the second approval",
    );
  }
}

function refuseUnread(seen: CaseSeen, { isSecond, isOfGivers }: { isSecond: boolean; isOfGivers: boolean }): void {
  if (!mustOpenCase(seen, { isSecond: isSecond || isOfGivers })) return;
  const { warnings } = seen;
  const why = isOfGivers
    ? "Givers without a proven identity gave much of it"
    : warnings === 0
    ? "Yours is the second approval"
    : warnings === 1
    ? "It shows a warning sign"
    : `It shows ${warnings} warning signs`;
  throw new Refusal(
    "case_file_needed",
    `Open the case file before you approve this payment. ${why}. Nothing was paid.`,
  );
}

function refuseHeld({ hold }: ApprovalFacts, now: number): void {
  if (!hold || now >= (hold.until ?? Infinity)) return;
  throw new Refusal("payout_held", sayPayoutHold(hold));
}

/** Which sum asks for two, if one does. */
function addsUpToTwo(
  units: number,
  { dayUnits, weekUnits, mostDayUnits, mostWeekUnits }: ApprovalFacts,
): SecondRule | undefined {
  const isOver = (sum: keyof PaidUnits) =>
    dayUnits[sum] + units > mostDayUnits || weekUnits[sum] + units > mostWeekUnits;
  return isOver("user") ? "person" : isOver("account") ? "account" : isOver("alone") ? "side" : undefined;
}

/** A day far above what is usual: there are no payouts until two sides have looked. */
function refuseUnusual(today: ApprovalFacts["today"], units: number): void {
  if (!today || today.paidUnits + units <= today.mostUnits) return;
  const detail = { dayUnits: today.paidUnits + units, mostUnits: today.mostUnits };
  throw new Refusal("payouts_braked", `${brakeReason(detail)}. Payouts are paused now, and nothing was paid.`, detail);
}

/** Why payouts paused themselves, for admins. */
export function brakeReason({ dayUnits, mostUnits }: { dayUnits: number; mostUnits: number }): string {
  return `Today's payouts would reach ${formatTokensWithNaira(dayUnits)}, and ${
    formatTokensWithNaira(mostUnits)
  } are usual at most`;
}

function nobodyElse(): Refusal {
  return new Refusal(
    "second_admin_needed",
    "This payout needs two admins who are independent of each other, and there is only one. Nothing has changed.",
  );
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
 * Withdraws an admin's own approval: before the second one, or as long as the provider cannot have been told to pay.
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

/** The refusal for a withdrawal that is not there, or is not the caller's. */
export function unknownRequest(): Refusal {
  return new Refusal("not_found", "Payment request not found");
}

function decided(): Refusal {
  return new Refusal("already_decided", "This payment request has already been decided");
}

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
  if (facts.amountKobo !== state.units || facts.currency !== "NGN") {
    return state.funds === "reserved" ? held(state, facts, "the provider reports a different amount") : [];
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

/** Of two answers that are not the last word the later one in this order counts, in whatever order they arrive. */
const RANK: Readonly<Record<string, number>> = { otp: 1, received: 1, pending: 2 };

function whileReserved(state: Withdrawal, facts: PayoutFacts): WithdrawalEvent[] {
  const { withdrawalId, status, transferCode } = facts;
  if (status === "success") return [paid("PayoutCompleted", facts)];
  if (RETURNED.has(status)) return [{ type: "PayoutFailed", data: { withdrawalId, status } }];
  if (status === "pending" || status === "received" || status === "otp") {
    const isLater = (RANK[status] ?? 0) > (RANK[state.underway ?? ""] ?? 0);
    return isLater ? [{ type: "PayoutUnderway", data: { withdrawalId, status, transferCode, ...feeOf(facts) } }] : [];
  }
  return held(state, facts, `the provider says "${status}"`);
}

function held(state: Withdrawal, facts: PayoutFacts, reason: string): WithdrawalEvent[] {
  if (state.status === "uncertain" && state.underway === reason) return [];
  return [{ type: "PayoutHeld", data: { withdrawalId: facts.withdrawalId, reason, ...feeOf(facts) } }];
}

/** The fee that the provider holds beside the amount, so that the books can explain its balance. */
function feeOf({ feeKobo }: PayoutFacts): { readonly feeKobo?: number } {
  return feeKobo > 0 ? { feeKobo } : {};
}

function paid(type: "PayoutCompleted" | "PayoutPaidLate", facts: PayoutFacts): WithdrawalEvent {
  const { withdrawalId, transferCode, feeKobo } = facts;
  return { type, data: { withdrawalId, transferCode, feeKobo } };
}

function reversed(state: Withdrawal, { withdrawalId, feeKobo }: PayoutFacts): WithdrawalEvent {
  const feeBackKobo = Math.max(0, state.feeKobo - feeKobo);
  return { type: "PayoutReversed", data: { withdrawalId, feeBackKobo, owed: state.funds === "owed" } };
}

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
    throw new Refusal(
      "against_provider",
      `${PROVIDER_NAME} is still processing this payment: please wait for its answer`,
    );
  }
  if (outcome === "paid" && NOT_PAID.has(said)) {
    throw new Refusal(
      "against_provider",
      `${PROVIDER_NAME} says this was not paid ("${said}"), so you cannot mark it as paid`,
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

/** An admin gave the one-time code; no admin sends their own money. */
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
