export type ChargeRequest = {
  reference: string;
  email: string;
  amountKobo: number;
  /** Where the payer's browser goes afterwards, with `reference` in the query. */
  callbackUrl: string;
  /** Where it goes when the payer leaves; nowhere when left out. */
  cancelUrl?: string;
  /** Comes back with `confirmCharge`. The provider and its staff read it: ids, no personal data. */
  metadata: Record<string, string>;
};

export type StartedCharge = { authorizationUrl: string; accessCode: string; reference: string };

/**
 * - `pending`: under way; `abandoned`: the payer is not done, and may still pay; `failed`: declined, and may be tried again
 * - `success`: paid; `reversed`: paid and given back
 * - `unknown`: a word that Orin does not know, in `said`: hold it for a human
 */
export type ChargeStatus = "success" | "pending" | "failed" | "abandoned" | "reversed" | "unknown";

/**
 * A charge pays an expected sum when its status is `success`, `currency` is NGN, `requestedKobo` is exactly that sum
 * and `amountKobo` is not less. `amountKobo` is what the payer paid: more, where the payer bears the fee.
 */
export type Charge = {
  status: ChargeStatus;
  chargeId: string;
  reference: string;
  amountKobo: number;
  requestedKobo: number;
  currency: string;
  metadata: Record<string, unknown>;
  paidAt?: Date;
  channel?: string;
  feesKobo?: number;
  said?: string;
};

/** The provider has not heard of this reference. */
export type Unheard = { status: "not_found"; reference: string };

export type RefundRequest = {
  /** Of the charge. */
  reference: string;
  /** Of this refund: travels as a note, so that it can be found again. */
  refundReference: string;
  /** All of it when left out. */
  amountKobo?: number;
};

export type RefundStatus = "pending" | "processing" | "processed" | "failed" | "needs_attention" | "unknown";

export type Refund = {
  status: RefundStatus;
  refundId: string;
  /** Missing where the refund was not asked for by Orin. */
  refundReference?: string;
  amountKobo: number;
  currency: string;
  said?: string;
};

/** `code` is text with leading zeros; it is what the other methods take as `bankCode`. */
export type Bank = { code: string; name: string; slug: string };

export type Recipient = { accountNumber: string; bankCode: string; accountName: string };

export type PayoutRequest = {
  reference: string;
  amountKobo: number;
  recipientCode: string;
  /** What the bank statement may show. */
  reason: string;
};

/**
 * - under way: `pending`; `received` (waits for the approval of Orin's server); `otp` (waits for a one-time code)
 * - `success`: sent. It can still become `reversed`
 * - the money stayed or came back: `failed`, `reversed`, `abandoned`, `blocked`, `rejected`
 * - `unknown`: a word that Orin does not know, in `said`: hold it for a human, release nothing
 */
export type PayoutStatus =
  | "pending"
  | "received"
  | "otp"
  | "success"
  | "failed"
  | "reversed"
  | "abandoned"
  | "blocked"
  | "rejected"
  | "unknown";

export type Payout = {
  status: PayoutStatus;
  payoutId: string;
  reference: string;
  transferCode: string;
  amountKobo: number;
  currency: string;
  /** Taken from the balance on top of the amount. */
  feeKobo?: number;
  recipientCode?: string;
  /** Why it failed, as far as the provider says. */
  failure?: string;
  createdAt?: Date;
  updatedAt?: Date;
  said?: string;
};

/** One movement of the provider's balance. `of` and `ofId` name the payout, charge or refund behind it. */
export type LedgerEntry = {
  entryId: string;
  differenceKobo: number;
  balanceKobo: number;
  currency: string;
  of: "payout" | "charge" | "refund" | "other";
  ofId?: string;
  reason: string;
  at?: Date;
};

export type NoticeKind = "charge" | "payout" | "refund" | "dispute" | "other";

export type Notice = {
  /** The same for every repetition of a notice. */
  key: string;
  /** The provider's name of what happened, for the log. */
  event: string;
  kind: NoticeKind;
  /** Of the payout, or of the charge that was paid, refunded or disputed. */
  reference?: string;
  /** As said in the notice: not to be believed before it is looked up. */
  status?: ChargeStatus | PayoutStatus | RefundStatus | "open" | "resolved";
};

/** Both ends are epoch ms and belong to it. */
export type Span = { fromMs: number; toMs: number };
