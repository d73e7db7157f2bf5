import type { Event } from "../../store/log/event.ts";

type Taken = {
  readonly creatorId: string;
  /** Of the charge whose money went back. */
  readonly paymentId: string;
  /** Net of tax, out of what was available; what is owed beside. 1 unit is 1 kobo. */
  readonly takenUnits: number;
  readonly owedUnits: number;
  readonly transferId: string;
};

/** A payer's bank took a payment back after what it brought to a creator had settled. */
export type RoyaltyTakenBack = Event<"RoyaltyTakenBack", Taken>;

/** The payment is Orin's again, and what was taken back the creator's. */
type RoyaltyTakenReturned = Event<"RoyaltyTakenReturned", Taken>;

export type TakenEvent = RoyaltyTakenBack | RoyaltyTakenReturned;

/** The stream of what one payment's reversal took of a creator, in the log of the creator's ledger. */
export function takenStream({ paymentId, creatorId }: { paymentId: string; creatorId: string }): string {
  return `royalty_taken/${paymentId}/${creatorId}`;
}
