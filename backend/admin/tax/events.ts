/**
 * An admin says that tax of a Lagos month was paid to the tax authority: how much, on which day of Lagos, with which
 * receipt. Nothing is booked before an admin on another side has confirmed it.
 */
export type TaxRemittanceRecorded = {
  readonly type: "TaxRemittanceRecorded";
  readonly data: {
    readonly remittanceId: string;
    /** The month in which it was withheld, YYYY-MM. */
    readonly month: string;
    readonly units: number;
    /** YYYY-MM-DD */
    readonly paidOn: string;
    readonly receipt: string;
    readonly adminId: string;
  };
};

/** An admin on another side has seen the receipt: it is booked, of each shard a part. */
export type TaxRemittanceConfirmed = {
  readonly type: "TaxRemittanceConfirmed";
  readonly data: {
    readonly remittanceId: string;
    readonly month: string;
    readonly parts: readonly (readonly [shard: number, units: number])[];
    readonly adminId: string;
  };
};

/** It was a mistake: nothing of it is booked. */
type TaxRemittanceWithdrawn = {
  readonly type: "TaxRemittanceWithdrawn";
  readonly data: { readonly remittanceId: string; readonly adminId: string };
};

/** An admin says that a booked remittance is wrong, and why. Nothing is booked before another side has confirmed it. */
export type TaxReversalRequested = {
  readonly type: "TaxReversalRequested";
  readonly data: {
    readonly remittanceId: string;
    readonly reversalId: string;
    /** For the team and for auditors, in plain words. */
    readonly reason: string;
    readonly adminId: string;
  };
};

/** An admin on another side agrees: of each shard the part that was booked comes back. */
export type TaxReversalConfirmed = {
  readonly type: "TaxReversalConfirmed";
  readonly data: {
    readonly remittanceId: string;
    readonly reversalId: string;
    readonly month: string;
    readonly parts: readonly (readonly [shard: number, units: number])[];
    readonly adminId: string;
  };
};

/** The remittance was right after all: it stays booked. */
type TaxReversalWithdrawn = {
  readonly type: "TaxReversalWithdrawn";
  readonly data: { readonly remittanceId: string; readonly reversalId: string; readonly adminId: string };
};

type TaxReversalEvent = TaxReversalRequested | TaxReversalConfirmed | TaxReversalWithdrawn;

export type TaxRemittanceEvent =
  | TaxRemittanceRecorded
  | TaxRemittanceConfirmed
  | TaxRemittanceWithdrawn
  | TaxReversalEvent;

/** One stream, so that a receipt counts once and no month is remitted twice. */
export const TAX_REMITTANCES_STREAM = "tax_remittances";
