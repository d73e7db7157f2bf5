import { paymentReference } from "../../contract/payment_reference.ts";
import type { NotedProblem, SecondRule } from "../../contract/payments.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** What an admin should look at before paying. */
export type Warning = "name_differs" | "account_of_another_user";

/** A user asks for tokens to be paid out; they are reserved in the same transaction. 1 unit = 1 kobo. */
export type WithdrawalRequested = Event<"WithdrawalRequested", {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly units: number;
  /** `BankDetails` as JSON, sealed with the person's payout key, which outlives the account. */
  readonly bankDetails: Sealed;
  /** Keyed hash: finds other requests to the same account without holding its number. */
  readonly accountHash: string;
  readonly warnings: readonly Warning[];
  readonly approvalsNeeded: 1 | 2;
  readonly policyVersion: number;
}>;

export interface BankDetails {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  /** As the bank says, not as the user says. */
  readonly accountName: string;
}

type WithdrawalId = { readonly withdrawalId: string };

/**
 * What an admin decided on: why, and the SHA-256 (hex) of the case file that was shown. Empty without a reason, and in
 * events from before there were case files.
 */
type Decided = WithdrawalId & { readonly adminId: string; readonly reason: string; readonly caseHash: string };

/** `isLast`: no further approval is needed; else `secondFor` says which rule asks for it. Empty in older events, too. */
type WithdrawalApproved = Event<
  "WithdrawalApproved",
  Decided & { readonly isLast: boolean; readonly secondFor: SecondRule | "" }
>;

export type WithdrawalRejected = Event<"WithdrawalRejected", Decided>;

/** An admin takes the own approval back, before anything was sent. */
type ApprovalWithdrawn = Event<
  "ApprovalWithdrawn",
  WithdrawalId & { readonly adminId: string; readonly reason: string }
>;

/** An admin asked the provider again what became of the payout. */
type PayoutRetryAsked = Event<"PayoutRetryAsked", WithdrawalId & { readonly adminId: string }>;

/** An admin gave the provider the one-time code that it waited for. */
type PayoutCodeGiven = Event<"PayoutCodeGiven", WithdrawalId & { readonly adminId: string }>;

/** An admin judged what Orin could not: `said` is what the provider answered when it was asked right before. */
export type PayoutResolved = Event<
  "PayoutResolved",
  WithdrawalId & {
    readonly adminId: string;
    readonly outcome: "paid" | "returned";
    readonly reason: string;
    readonly said: string;
    readonly transferCode: string;
    readonly feeKobo: number;
  }
>;

/** Orin refused an admin's approval: there are no payouts while this is so. The request stays as it was. */
type PayoutStopped = Event<
  "PayoutStopped",
  WithdrawalId & { readonly adminId: string; readonly problem: NotedProblem }
>;

type WithdrawalCancelled = Event<"WithdrawalCancelled", WithdrawalId>;

/** The payout may begin, under this reference and no other. */
export type PayoutStarted = Event<"PayoutStarted", WithdrawalId & { readonly reference: string }>;

/** Stored before Orin asks the provider to pay, so a later process knows that the call may have happened. */
type PayoutAttempted = Event<"PayoutAttempted", WithdrawalId & { readonly attempt: number; readonly at: number }>;

/** The provider has it, and has not said the last word. It holds the fee already where it says one. */
type PayoutUnderway = Event<
  "PayoutUnderway",
  WithdrawalId & {
    readonly status: "pending" | "received" | "otp";
    readonly transferCode: string;
    readonly feeKobo?: number;
  }
>;

/** Nothing was created at the provider: the request waits for admins again, and keeps its reference. */
type PayoutPostponed = Event<"PayoutPostponed", WithdrawalId & { readonly reason: string }>;

/** A reason to postpone: the bank account got a payout that the log has lost. */
export const LOST_PAYOUT = "lost_payout";

/** The provider says something that Orin cannot judge: the money stays reserved until a human has looked. */
type PayoutHeld = Event<"PayoutHeld", WithdrawalId & { readonly reason: string; readonly feeKobo?: number }>;

export type PayoutCompleted = Event<
  "PayoutCompleted",
  WithdrawalId & { readonly transferCode: string; readonly feeKobo: number }
>;

/** It will not be paid; what was reserved is available again. */
export type PayoutFailed = Event<"PayoutFailed", WithdrawalId & { readonly status: string }>;

/** The bank gave back what had been paid: the amount is the user's again, and the fee Orin's as far as it came back. */
export type PayoutReversed = Event<
  "PayoutReversed",
  WithdrawalId & { readonly feeBackKobo: number; readonly owed: boolean }
>;

/** Paid after all, when the tokens were already returned: Orin has a claim, and a human must look. */
type PayoutPaidLate = Event<
  "PayoutPaidLate",
  WithdrawalId & { readonly transferCode: string; readonly feeKobo: number }
>;

export type WithdrawalEvent =
  | WithdrawalRequested
  | WithdrawalApproved
  | WithdrawalRejected
  | WithdrawalCancelled
  | ApprovalWithdrawn
  | PayoutRetryAsked
  | PayoutCodeGiven
  | PayoutResolved
  | PayoutStopped
  | PayoutStarted
  | PayoutAttempted
  | PayoutUnderway
  | PayoutPostponed
  | PayoutHeld
  | PayoutCompleted
  | PayoutFailed
  | PayoutReversed
  | PayoutPaidLate;

export const WITHDRAWAL_EVENTS: readonly WithdrawalEvent["type"][] = [
  "WithdrawalRequested",
  "WithdrawalApproved",
  "WithdrawalRejected",
  "WithdrawalCancelled",
  "ApprovalWithdrawn",
  "PayoutRetryAsked",
  "PayoutCodeGiven",
  "PayoutResolved",
  "PayoutStopped",
  "PayoutStarted",
  "PayoutAttempted",
  "PayoutUnderway",
  "PayoutPostponed",
  "PayoutHeld",
  "PayoutCompleted",
  "PayoutFailed",
  "PayoutReversed",
  "PayoutPaidLate",
];

/** The stream of a withdrawal, in the ledger's log of its user. */
export function withdrawalStream(withdrawalId: string): string {
  return `withdrawal/${withdrawalId}`;
}

/** A withdrawal's one reference at the provider; every process of the installation gets the same. */
export function payoutReference(installation: string, withdrawalId: string): string {
  return paymentReference(PAYOUT_NAME, { installation, id: withdrawalId });
}

/** References of payouts begin with it. */
export const PAYOUT_NAME = "orin";
