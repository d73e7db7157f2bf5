import { availableAccount, GIFT_CLAIMS, ROYALTIES } from "../../ledger/chart.ts";
import type { Code } from "../../ledger/codes.ts";
import type { Entry } from "../../ledger/transfer.ts";
import type { TakenEvent } from "./events.ts";

const WHOLE = 10_000n;

/** What a reversal has taken of a creator; `undefined` while nothing is. */
export type Taken = { readonly takenUnits: number; readonly owedUnits: number } | undefined;

/** Folds what happened. */
export function evolve(_state: Taken, { type, data: { takenUnits, owedUnits } }: TakenEvent): Taken {
  return type === "RoyaltyTakenBack" ? { takenUnits, owedUnits } : undefined;
}

/** What of a royalty that settled was not withheld, units: rounded down, so that no more is taken than a creator got. */
export function netOf(units: number, taxBasisPoints: number): number {
  const tax = (BigInt(units) * BigInt(taxBasisPoints) + WHOLE - 1n) / WHOLE;
  return Math.max(0, units - Number(tax));
}

/** Whether a creator had so much of what a payment brought that they owe what they no longer have. */
export function mayOwe(
  { ownUnits, allUnits }: { ownUnits: number; allUnits: number },
  { royaltyDebtBasisPoints }: { readonly royaltyDebtBasisPoints: number },
): boolean {
  return BigInt(ownUnits) * WHOLE > BigInt(allUnits) * BigInt(royaltyDebtBasisPoints);
}

/** Takes back what is there, and notes what is owed of the rest, once; Orin bears what no one owes. */
export function decideTakingBack(
  state: Taken,
  { netUnits, availableUnits, owes, ...about }: {
    readonly creatorId: string;
    readonly paymentId: string;
    readonly transferId: string;
    readonly netUnits: number;
    readonly availableUnits: number;
    readonly owes: boolean;
  },
): TakenEvent[] {
  const takenUnits = Math.min(netUnits, Math.max(0, availableUnits));
  const owedUnits = owes ? netUnits - takenUnits : 0;
  if (state || takenUnits + owedUnits === 0) return [];
  return [{ type: "RoyaltyTakenBack", data: { ...about, takenUnits, owedUnits } }];
}

/** Gives back what was taken, and owes nothing any more, once. */
export function decideReturn(
  state: Taken,
  about: { readonly creatorId: string; readonly paymentId: string; readonly transferId: string },
): TakenEvent[] {
  return state ? [{ type: "RoyaltyTakenReturned", data: { ...about, ...state } }] : [];
}

/** The money that an event moves. What is repaid of the claim pays it as gifts that went back are paid. */
export function moveOf({ type, data }: TakenEvent): { transferId: string; code: Code; entries: Entry[] } {
  const { creatorId, takenUnits, owedUnits, transferId } = data;
  const sign = type === "RoyaltyTakenBack" ? 1 : -1;
  const entries = [
    { account: availableAccount(creatorId), amount: -sign * takenUnits },
    { account: GIFT_CLAIMS, amount: -sign * owedUnits },
    { account: ROYALTIES, amount: sign * (takenUnits + owedUnits) },
  ].filter(({ amount }) => amount !== 0);
  return { transferId, code: sign === 1 ? "royalty_taken_back" : "royalty_given_back", entries };
}
