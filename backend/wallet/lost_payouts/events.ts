import type { Event } from "../../store/log/event.ts";

/**
 * A payout that the log had lost is in the books again: `takenUnits` of what the person had, and they owe the rest. The
 * provider's fee is Orin's.
 */
export type LostPayoutBooked = Event<"LostPayoutBooked", {
  readonly reference: string;
  readonly userId: string;
  readonly units: number;
  readonly takenUnits: number;
  readonly owedUnits: number;
  readonly feeKobo: number;
  readonly transferId: string;
}>;

/** The stream of a lost payout, in the log of the ledger of whom it paid. */
export function lostPayoutStream(reference: string): string {
  return `lost_payout/${reference}`;
}
