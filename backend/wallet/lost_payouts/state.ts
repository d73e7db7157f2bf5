import { availableAccount, FEES, PAYOUT_CLAIMS, PROVIDER } from "../../ledger/chart.ts";
import type { Entry } from "../../ledger/transfer.ts";
import type { LostPayoutBooked } from "./events.ts";

/** Whether a lost payout is in the books. */
export type LostPayout = { readonly isBooked: boolean };

export const NOT_BOOKED: LostPayout = { isBooked: false };

export function evolve(_state: LostPayout, _event: LostPayoutBooked): LostPayout {
  return { isBooked: true };
}

/** Takes a lost payout once: out of what is available, and the person owes the rest. */
export function decideBooking(
  { isBooked }: LostPayout,
  paid: Pick<LostPayoutBooked["data"], "reference" | "userId" | "units" | "feeKobo" | "transferId">,
  availableUnits: number,
): LostPayoutBooked[] {
  if (isBooked) return [];
  const takenUnits = Math.min(paid.units, Math.max(0, availableUnits));
  return [{ type: "LostPayoutBooked", data: { ...paid, takenUnits, owedUnits: paid.units - takenUnits } }];
}

/** The money that it moves: the provider has less, as it says itself. */
export function entriesOf({ data }: LostPayoutBooked): Entry[] {
  const { userId, units, takenUnits, owedUnits, feeKobo } = data;
  return [
    { account: availableAccount(userId), amount: -takenUnits },
    { account: PAYOUT_CLAIMS, amount: -owedUnits },
    { account: PROVIDER, amount: units + feeKobo },
    { account: FEES, amount: -feeKobo },
  ].filter(({ amount }) => amount !== 0);
}
