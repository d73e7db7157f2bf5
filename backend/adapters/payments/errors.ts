/**
 * Nobody can say now whether it happened: no answer in time, no network, an overloaded or broken provider, or an
 * answer that cannot be read. After a call that moves money: ask by the reference, and repeat only with the same one.
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

export type UnavailableReason = "timeout" | "network" | "rate_limited" | "provider_error" | "unreadable";

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
