import type { CaseSeen, Risk } from "./cases.ts";
import type { SecondRule } from "./payments.ts";
import type { AdminPayment, WithdrawalStatus } from "./wallet.ts";

/** Lists of the back office, each with the states it holds. */
export const PAYMENT_LISTS = {
  pending: ["pending_review"],
  second_approval: ["awaiting_second_approval"],
  processing: ["processing", "needs_otp"],
  completed: ["completed"],
  rejected: ["rejected", "failed", "cancelled", "reversed"],
  uncertain: ["uncertain"],
  any: [
    ...["pending_review", "awaiting_second_approval", "processing", "needs_otp", "uncertain"],
    ...["completed", "rejected", "failed", "cancelled", "reversed"],
  ] as const,
} as const satisfies Record<string, readonly WithdrawalStatus[]>;
export type PaymentList = keyof typeof PAYMENT_LISTS;

/** Each rule that asks for a second approval, as who has just approved reads it, and as a row of a list notes it. */
export const SECOND_RULE_WORDS: Readonly<Record<SecondRule, { readonly said: string; readonly note: string }>> = {
  amount: {
    said: "This amount needs the approval of a second admin.",
    note: "Too much for one approval",
  },
  person: {
    said: "What this person is paid in a day or a week needs the approval of a second admin.",
    note: "Too much for this person in a day or a week for one approval",
  },
  account: {
    said: "What this bank account is paid in a day or a week needs the approval of a second admin.",
    note: "Too much for this bank account in a day or a week for one approval",
  },
  side: {
    said: "What your side has approved alone in a day or a week needs the approval of a second admin.",
    note: "Too much for one side in a day or a week alone",
  },
  givers: {
    said: "What givers without a proven identity gave this artist in a month needs the approval of a second admin.",
    note: "Much of it comes from givers who have not proven their identity",
  },
  name: {
    said: "The bank account is in another name than the person's: it needs the approval of a second admin.",
    note: "The bank account is in another name",
  },
};

/** `GET /api/v1/admin/payments-to-clear`: naira that were asked for, and what was paid in its currency. */
export interface PaymentsToClear {
  payments: {
    id: string;
    reference: string;
    expected: number;
    paid: number;
    currency: string;
    /** The provider's word for its state. */
    said: string;
    foundAt: string;
    refundAskedAt?: string;
  }[];
}

/** A page; `nextCursor` goes on, also where nothing was found so far. `counts` are of all payments in each list. */
export interface PaymentsPage {
  payments: ListedPayment[];
  nextCursor: string | null;
  counts: Record<Exclude<PaymentList, "any">, number>;
  admins: number;
  /** Orin sends no texts, so level 1 is closed: only people with a proven identity can be paid. */
  isLevel1Closed?: boolean;
}

/** A request as of now: its risk of 100, and what the asking admin knows of its case file. */
export interface PaymentRisk extends CaseSeen {
  score: number;
  level: Risk["level"];
}

/** A payment in a list: those that wait for admins have a risk. `held`: why no approval pays it yet, and until when. */
export type ListedPayment = AdminPayment & { risk?: PaymentRisk; held?: string };

/** `GET /api/v1/admin/payments/:id/outcome`: the current state of an approved payment, in the words of the approval. */
export interface PaymentOutcome {
  message: string;
  status: WithdrawalStatus;
}
