import type { Event } from "../../store/log/event.ts";

/**
 * - `payout_missing`: ours, and the provider knows nothing of it
 * - `payout_unknown`: the provider's, under a reference of our form, and none of ours
 * - `amount_differs`, `status_differs`, `fee_differs`: both know it, and say different things
 * - `provider_ledger_differs`: the provider's balance moved by another sum than its list says
 * - `ledger_differs`, `reserved_differs`: our ledger says something else than our withdrawals
 * - `charge_missing`: paid here, and the provider knows nothing of it; `charge_unknown`: the other way round
 * - `charge_amount_differs`, `charge_currency_differs`, `charge_state_differs`, `charge_fee_differs`: as with payouts
 * - `charge_ledger_differs`: our ledger says something else than our payments and gifts
 */
type DifferenceKind =
  | "payout_missing"
  | "payout_unknown"
  | "amount_differs"
  | "status_differs"
  | "fee_differs"
  | "provider_ledger_differs"
  | "ledger_differs"
  | "reserved_differs"
  | "charge_missing"
  | "charge_unknown"
  | "charge_amount_differs"
  | "charge_currency_differs"
  | "charge_state_differs"
  | "charge_fee_differs"
  | "charge_ledger_differs";

/** Something that does not agree. Sums in kobo. */
export type Difference = {
  readonly kind: DifferenceKind;
  /** A reference, or what was summed up. */
  readonly subject: string;
  readonly ours: string | number;
  readonly theirs: string | number;
};

/** Our books were held against the provider's. */
export type BooksReconciled = Event<"BooksReconciled", {
  /** Lagos day; the span that was looked at goes from `from` to `to`, epoch ms. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly payouts: number;
  readonly paidKobo: number;
  /** Payments for Premium and gifts by card, and what of them was paid and kept. */
  readonly charges: number;
  readonly receivedKobo: number;
  readonly differences: readonly Difference[];
}>;

/** What the provider said that its balance was. Sum in kobo. */
export type ProviderBalanceNoted = Event<"ProviderBalanceNoted", { readonly kobo: number }>;

/** Codes of the transfers that move money at the provider for payouts. */
export const PAYOUT_CODES = [
  "withdrawal_posted",
  "withdrawal_reversed",
  "withdrawal_paid_late",
  "payout_lost",
] as const;

/** The stream of what the provider said, in the log `social`. */
export const PROVIDER_BALANCE_STREAM = "provider_balance";

/** The stream of a day, in the log `social`: a day is reconciled once. */
export function reconciliationStream(day: string): string {
  return `reconciliation/${day}`;
}
