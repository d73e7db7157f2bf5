import { createPaystack } from "./paystack.ts";
import type {
  Bank,
  Charge,
  ChargeRequest,
  LedgerEntry,
  Notice,
  Payout,
  PayoutRequest,
  Recipient,
  Refund,
  RefundRequest,
  Span,
  StartedCharge,
  Unheard,
} from "./types.ts";

export { BadSignature, PaymentsRefused, PaymentsUnavailable } from "./errors.ts";
export type { RefusalCode } from "./errors.ts";
export type * from "./types.ts";

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
  /** The banks that money can be sent to, each once, by name. */
  listBanks(): Promise<Bank[]>;
  /** The name of an account's owner. It is a look-up of other people's names: ask for it sparingly. */
  resolveAccount(account: { accountNumber: string; bankCode: string }): Promise<{ accountName: string }>;
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
   * called missing: the provider does not promise that its list is complete at once.
   */
  listPayouts(span: Span): AsyncIterable<Payout>;
  /** All movements of the provider's balance in a time, newest first, page after page. */
  balanceLedger(span: Span): AsyncIterable<LedgerEntry>;
  /**
   * Reads what the provider sent on its own. A notice may be late, doubled or out of order: it says where to look, and
   * moves no money by itself.
   * @throws {BadSignature} it is not signed by the provider over exactly these bytes
   */
  readWebhook(rawBody: Uint8Array, signature: string | undefined): Notice;
}

export type PaymentsConfig = {
  secretKey: string;
  /** While a key is being changed notices may still be signed with the one before. */
  previousSecretKey?: string;
  baseUrl: string;
  /** How long an answer may take, its body included; half a minute when left out. */
  timeoutMs?: number;
};

/** Opens the payment provider. Nothing is sent before the first call. */
export function createPayments(config: PaymentsConfig): Payments {
  return createPaystack(config);
}
