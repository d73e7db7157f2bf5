/** A Lagos month in which tax was withheld of royalties that settled in it; sums in kobo. */
export interface TaxMonth {
  /** YYYY-MM */
  month: string;
  /** It has ended: nothing more is withheld of it, and it can be remitted. */
  isOver: boolean;
  /** Of whom something was withheld, and what settled for them. */
  creators: number;
  grossKobo: number;
  withheldKobo: number;
  /** What two admins say was paid to the tax authority, and what waits for the second one. */
  remittedKobo: number;
  waitingKobo: number;
  /** What is still to be paid: withheld, less remitted. */
  dueKobo: number;
}

/** A payment to the tax authority, as an admin recorded it; moments in ISO 8601. */
export interface TaxRemittance {
  _id: string;
  month: string;
  kobo: number;
  /** The day of the payment in Lagos, YYYY-MM-DD. */
  paidOn: string;
  /** The authority's number of the receipt. */
  receipt: string;
  /** `lapsed`: it was not confirmed in time. `reversed`: it was booked, and booked back. */
  status: "recorded" | "lapsed" | "confirmed" | "withdrawn" | "reversed";
  recordedBy: string;
  recordedAt: string;
  /** An admin has asked for its reversal, which waits for an admin on another side. */
  isReversing: boolean;
  /** Who confirmed or withdrew it. */
  decidedBy?: string;
  decidedAt?: string;
  /** What was said against it once it was booked, the oldest first. */
  reversals: TaxReversal[];
}

/** An admin says that a booked remittance is wrong; another one, on another side, has decided. Moments in ISO 8601. */
export interface TaxReversal {
  _id: string;
  reason: string;
  status: "confirmed" | "withdrawn";
  requestedBy: string;
  decidedBy?: string;
  decidedAt?: string;
}

/** `GET /api/v1/admin/tax`: what Orin withheld of royalties as tax, and what it paid to the tax authority. */
export interface TaxAnswer {
  /** The rate of this month's royalties, hundredths of a percent. */
  basisPoints: number;
  /** The newest first. */
  months: TaxMonth[];
  /** The newest first. */
  remittances: TaxRemittance[];
  totals: Pick<TaxMonth, "withheldKobo" | "remittedKobo" | "waitingKobo" | "dueKobo">;
}
