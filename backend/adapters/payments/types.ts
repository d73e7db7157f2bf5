/**
 * How money comes in and goes out. Amounts are whole kobo, ids are text, and the states are Orin's own words.
 *
 * References are made by the caller and stored before the call: 16 to 50 lower-case letters, digits and `-`. They make
 * every movement once: the same reference never moves money twice. Nothing here is repeated by itself.
 *
 * Every method may throw PaymentsUnavailable (the outcome is unknown) or PaymentsRefused (it said no).
 */
export interface Payments {
  /** Opens a hosted checkout. A reference serves one attempt, even when that attempt was left. */
  startCharge(request: ChargeRequest): Promise<StartedCharge>;
  /** The result of a charge. Only this proves a payment, never a visit to the return address. */
  confirmCharge(reference: string): Promise<Charge | Unheard>;
  /** All charges begun in a time, newest first, page after page. One that is missing here is asked about before it is called missing. */
  listCharges(span: Span): AsyncIterable<Charge>;
  /**
   * Gives money back. The provider has no key that makes a refund once: after PaymentsUnavailable ask `listRefunds`
   * for the own `refundReference` before it is called again.
   */
  refundCharge(request: RefundRequest): Promise<Refund>;
  /** All refunds of one charge, newest first. */
  listRefunds(reference: string): Promise<Refund[]>;
  /** How a dispute is now: what a notice says of it proves nothing. */
  lookUpDispute(disputeId: string): Promise<Dispute | { status: "not_found"; disputeId: string }>;
  /** Tells the provider that the payer may have the money back. It cannot be undone. */
  acceptDispute(acceptance: { disputeId: string; amountKobo: number; message: string }): Promise<void>;
  /** The banks that money can be sent to, each once, by name. */
  listBanks(): Promise<Bank[]>;
  /** The name of an account's owner. It is a look-up of other people's names: ask for it sparingly. */
  resolveAccount(account: { accountNumber: string; bankCode: string }): Promise<{ accountName: string }>;
  /** Registers a person to be identified. The same address again gives the same customer. */
  createCustomer(customer: Customer): Promise<{ customerCode: string }>;
  /**
   * Asks whether a BVN, a bank account and a name belong together. The answer comes later, as a notice of the kind
   * `identity`. Orin does not keep the BVN, and an implementation must not either.
   */
  identify(request: IdentityRequest): Promise<void>;
  /** Whether a customer is identified. A check that failed leaves no trace here: only its notice tells of it. */
  lookUpCustomer(customerCode: string): Promise<CustomerFound | Unheard>;
  /** Registers who is paid. The same account again gives the same recipient. */
  createRecipient(recipient: Recipient): Promise<{ recipientCode: string }>;
  /** Sends money from the provider's balance. Its answer is a first word; `lookUpPayout` decides. */
  startPayout(request: PayoutRequest): Promise<Payout>;
  /** What became of a payout. `not_found` right after an unclear start is no proof: ask again later. */
  lookUpPayout(reference: string): Promise<Payout | Unheard>;
  /** Gives the one-time code that a payout in the state `otp` waits for. */
  finalizePayout(confirmation: { transferCode: string; otp: string }): Promise<Payout>;
  /** Kobo of naira that payouts can be made from. */
  balance(): Promise<number>;
  /**
   * All payouts begun in a time, newest first, page after page. One that is missing here is looked up before it is
   * called missing: the provider does not promise that its list is complete immediately.
   */
  listPayouts(span: Span): AsyncIterable<Payout>;
  /** All movements of the provider's balance in a time, newest first, page after page. */
  balanceLedger(span: Span): AsyncIterable<LedgerEntry>;
  /** Where the provider calls, and the header of its signature. */
  readonly webhook: { readonly path: string; readonly signatureHeader: string };
  /**
   * Reads what the provider sent on its own. A notice may be late, doubled or out of order: it says where to look, and
   * moves no money by itself.
   * @throws {BadSignature} it is not signed by the provider over exactly these bytes
   */
  readWebhook(rawBody: Uint8Array, signature: string | undefined): Notice;
}

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
  /** Of a card that paid: the same for every payment with it, and no number of it. */
  cardSignature?: string;
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

/**
 * - `open`: the payer's bank asks for the money, and the dispute is not decided
 * - `won`: it was declined, and the money stays; `lost`: the payer gets the money
 * - `unknown`: a word that Orin does not know, in `said`: hold it for a human
 */
export type DisputeStatus = "open" | "won" | "lost" | "unknown";

/** A payer's bank asks for money back. `amountKobo` can be a part of the charge. */
export type Dispute = {
  status: DisputeStatus;
  disputeId: string;
  /** Of the charge. */
  reference: string;
  amountKobo: number;
  currency: string;
  /** The provider's word for the kind of dispute. */
  category: string;
  /** Until when an answer has to be there. */
  dueAt?: Date;
  said?: string;
};

/** `code` is text with leading zeros; it is what the other methods take as `bankCode`. */
export type Bank = { code: string; name: string; slug: string };

export type Recipient = { accountNumber: string; bankCode: string; accountName: string };

export type Customer = { email: string; firstName: string; lastName: string };

export type CustomerFound = { status: "identified" | "not_identified"; customerCode: string };

export type IdentityRequest = {
  customerCode: string;
  accountNumber: string;
  bankCode: string;
  /** Eleven digits. */
  bvn: string;
  firstName: string;
  lastName: string;
};

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

export type NoticeKind = "charge" | "payout" | "refund" | "dispute" | "identity" | "other";

export type Notice = {
  /** The same for every repetition of a notice. */
  key: string;
  /** The provider's name of what happened, for the log. */
  event: string;
  kind: NoticeKind;
  /** Of the payout, or of the charge that was paid, refunded or disputed; the code of a customer. */
  reference?: string;
  /** Of the dispute. */
  disputeId?: string;
  /** As said in the notice: not to be believed before it is looked up. */
  status?: ChargeStatus | PayoutStatus | RefundStatus | "open" | "resolved";
  /** Why an identity was not proven, in the provider's words, without numbers that could be a person's. */
  reason?: string;
};

/** Both ends are epoch ms and belong to it. */
export type Span = { fromMs: number; toMs: number };

/**
 * It is unknown whether it happened: no answer in time, no network, an overloaded or broken provider, or an answer that
 * cannot be read. After a call that moves money: ask by the reference, and repeat only with the same one.
 */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";

  constructor(
    readonly reason: UnavailableReason,
    /** What was seen, for the log; never for people. */
    readonly detail: string,
  ) {
    super(`Payments are unavailable: ${reason}, ${detail}`);
  }
}

type UnavailableReason = "timeout" | "network" | "rate_limited" | "provider_error" | "unreadable";

/** The provider understood the call and said no: the call itself did nothing. */
export class PaymentsRefused extends Error {
  override readonly name = "PaymentsRefused";

  constructor(
    readonly code: RefusalCode,
    /** The provider's own text, for the log and for admins; never for the people who pay or are paid. */
    readonly detail: string,
  ) {
    super(`Payments refused: ${code}`);
  }
}

/**
 * Two of these do not end a payout: `duplicate_reference` says that an earlier call with this reference went through,
 * `unrecognised` is a no in words that Orin does not know. Look the payout up after both.
 */
export type RefusalCode =
  | "duplicate_reference"
  | "insufficient_balance"
  | "invalid_recipient"
  | "invalid_account"
  | "invalid_bank"
  | "invalid_amount"
  | "invalid_currency"
  | "invalid_email"
  | "invalid_reference"
  | "invalid_otp"
  | "invalid_request"
  | "invalid_key"
  | "not_allowed"
  | "not_found"
  | "already_refunded"
  | "unrecognised";

/** A notice without the provider's signature over exactly these bytes. */
export class BadSignature extends Error {
  override readonly name = "BadSignature";

  constructor(reason: string) {
    super(`Notice refused: ${reason}`);
  }
}
