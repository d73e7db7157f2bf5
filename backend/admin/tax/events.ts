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

export type TaxRemittanceEvent = TaxRemittanceRecorded | TaxRemittanceConfirmed | TaxRemittanceWithdrawn;

/** One stream, so that a receipt counts once and no month is remitted twice. */
export const TAX_REMITTANCES_STREAM = "tax_remittances";
