import { availableAccount, GIFT_CLAIMS, PAYOUT_CLAIMS } from "../../ledger/chart.ts";
import type { Entry } from "../../ledger/transfer.ts";
import type { DebtRepaid } from "./events.ts";

/** What a person owes, in units; below zero where they have paid more than they owe in the end. */
export interface Debt {
  readonly gifts: number;
  readonly payouts: number;
}

export const NO_DEBT: Debt = { gifts: 0, payouts: 0 };

/** What is owed after a repayment. */
export function evolve(debt: Debt, { data }: DebtRepaid): Debt {
  return { gifts: debt.gifts - data.gifts, payouts: debt.payouts - data.payouts };
}

/** What of a debt is paid now out of what is available, and what goes back; undefined where nothing moves. */
export function decideRepayment(debt: Debt, availableUnits: number): Debt | undefined {
  let left = Math.max(0, availableUnits) + Math.max(0, -debt.gifts) + Math.max(0, -debt.payouts);
  const pay = (owed: number) => {
    if (owed <= 0) return owed;
    const paid = Math.min(owed, left);
    left -= paid;
    return paid;
  };
  const repaid = { gifts: pay(debt.gifts), payouts: pay(debt.payouts) };
  return repaid.gifts === 0 && repaid.payouts === 0 ? undefined : repaid;
}

/** The entries of a repayment: claims are below zero, so what is repaid raises them. */
export function entriesOf(userId: string, { gifts, payouts }: Debt): Entry[] {
  return [
    { account: availableAccount(userId), amount: -gifts - payouts },
    { account: GIFT_CLAIMS, amount: gifts },
    { account: PAYOUT_CLAIMS, amount: payouts },
  ].filter(({ amount }) => amount !== 0);
}
