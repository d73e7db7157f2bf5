import type { Event } from "../../store/log/event.ts";

/**
 * An admin says that tax of a Lagos month was paid to the tax authority: how much, on which day of Lagos, with which
 * receipt. Nothing is booked before an admin on another side has confirmed it.
 */
export type TaxRemittanceRecorded = Event<"TaxRemittanceRecorded", {
  readonly remittanceId: string;
  /** The month in which it was withheld, YYYY-MM. */
  readonly month: string;
  readonly units: number;
  /** YYYY-MM-DD */
  readonly paidOn: string;
  readonly receipt: string;
  readonly adminId: string;
  /** Until when it waits, epoch ms; missing in those of before there was a stream of proposals. */
  readonly lapsesAt?: number;
}>;

/** So long a remittance of before there was a stream of proposals waits. */
export const OLD_REMITTANCE_MS = 366 * 24 * 3_600_000;

/** An admin on another side has seen the receipt: it is booked, of each shard a part. */
export type TaxRemittanceConfirmed = Event<"TaxRemittanceConfirmed", {
  readonly remittanceId: string;
  readonly month: string;
  readonly parts: readonly (readonly [shard: number, units: number])[];
  readonly adminId: string;
}>;

/** It was a mistake: nothing of it is booked. */
type TaxRemittanceWithdrawn = Event<
  "TaxRemittanceWithdrawn",
  { readonly remittanceId: string; readonly adminId: string }
>;

/** Of before there was a stream of proposals, only read: an admin said that a booked remittance was wrong, and why. */
export type TaxReversalRequested = Event<"TaxReversalRequested", {
  readonly remittanceId: string;
  readonly reversalId: string;
  /** For the team and for auditors, in plain words. */
  readonly reason: string;
  readonly adminId: string;
}>;

/** An admin on another side agrees: of each shard the part that was booked comes back. */
export type TaxReversalConfirmed = Event<"TaxReversalConfirmed", {
  readonly remittanceId: string;
  readonly reversalId: string;
  readonly month: string;
  readonly parts: readonly (readonly [shard: number, units: number])[];
  readonly adminId: string;
  /** Who asked for it, and why; `TaxReversalRequested` says it of those of before there was a stream of proposals. */
  readonly askedBy?: string;
  readonly reason?: string;
}>;

/** Only read, too: the remittance was right after all, and stays booked. */
type TaxReversalWithdrawn = Event<
  "TaxReversalWithdrawn",
  { readonly remittanceId: string; readonly reversalId: string; readonly adminId: string }
>;

type TaxReversalEvent = TaxReversalRequested | TaxReversalConfirmed | TaxReversalWithdrawn;

export type TaxRemittanceEvent =
  | TaxRemittanceRecorded
  | TaxRemittanceConfirmed
  | TaxRemittanceWithdrawn
  | TaxReversalEvent;

/** The kinds of proposals about booking a remittance, and about booking it back; both by the remittance's id. */
export const TAX_REMITTANCE = "tax_remittance";
export const TAX_REVERSAL = "tax_reversal";

/** One stream, so that a receipt counts once and no month is remitted twice. */
export const TAX_REMITTANCES_STREAM = "tax_remittances";
