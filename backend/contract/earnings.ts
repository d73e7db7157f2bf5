import type { Revenue } from "./creator.ts";
import { tokensOf } from "./money.ts";

/**
 * What a creator is paid, by the codes of transfers: what they bring in is income, what they take out is income that went
 * back. The other way round a gift is one that the creator gave. A collaborator's share comes under the same codes.
 */
const INCOME: Readonly<Record<IncomeKind, { readonly brings: readonly string[]; readonly takes: readonly string[] }>> =
  {
    gifts: { brings: ["gift", "gift_dispute_ended"], takes: ["gift_refunded", "gift_disputed"] },
    royalties: {
      brings: ["royalty", "royalty_given_back", "royalty_released"],
      takes: ["royalty_voided", "royalty_taken_back", "royalty_tax", "royalty_released_back"],
    },
    // Of gifts, royalties or payouts that had been spent when they went back.
    repaid: { brings: [], takes: ["debt_repaid"] },
  };

/** Rewards for one's own listening. */
const LISTENING: readonly string[] = ["reward", "reward_voided", "reward_given_back"];
/** What went to the bank, and what came back from there. What is on hold stays one's own. */
const BANK: readonly string[] = ["withdrawal_posted", "withdrawal_reversed", "withdrawal_paid_late", "payout_lost"];

type IncomeKind = "gifts" | "royalties" | "repaid";

/** Naira. `royalties` are net of what tax was withheld of them so far; `repaid` is below zero. They sum to `total`. */
interface EarnedSums {
  gifts: number;
  royalties: number;
  repaid: number;
  total: number;
}

/** `GET /api/v1/creator-earnings`: sums in naira, as booked. */
export interface CreatorEarnings {
  earnings: Revenue;
  /** Since the beginning. */
  earned: EarnedSums;
  /** Lagos months (YYYY-MM) in which something came or went back, the newest first. They sum to `earned`. */
  months: (EarnedSums & { month: string })[];
  /**
   * How that becomes what the artist has: `earned.total` and these are `balance`, to the kobo; what was spent and paid out
   * is below zero. Missing for members of the team.
   */
  account?: { listening: number; spent: number; paidOut: number; balance: number };
}

/** What moved in all that a user has (to spend, settling, on hold) in a month under a code, in units. */
interface Moved {
  readonly month: string;
  readonly code: string;
  readonly inward: number;
  readonly outward: number;
}

/** What a creator earned until a Lagos month (YYYY-MM), and what became of it, from all that moved in what they have. */
export function earningsOf(moved: readonly Moved[], month: string): Required<CreatorEarnings> {
  const months = [...Map.groupBy(moved, (row) => row.month)]
    .map(([name, rows]) => ({ month: name, units: incomeOf(rows) }))
    .filter(({ units }) => Object.values(units).some((one) => one !== 0))
    .toSorted((one, two) => two.month.localeCompare(one.month));
  const total = (begins: string) =>
    tokensOf(months.reduce((sum, one) => one.month.startsWith(begins) ? sum + totalOf(one.units) : sum, 0));
  const earned = incomeOf(moved);
  const [balance, listening, paidOut] = [netOf(moved), netOf(moved, LISTENING), netOf(moved, BANK)];
  return {
    earnings: {
      ...{ total: total(""), thisMonth: total(month), lastMonth: total(monthBefore(month)) },
      thisYear: total(month.slice(0, 4)),
    },
    earned: inNaira(earned),
    months: months.map(({ month, units }) => ({ month, ...inNaira(units) })),
    account: {
      listening: tokensOf(listening),
      // All that is left: gifts and plays that were paid for, and what has no name here.
      spent: tokensOf(balance - listening - paidOut - totalOf(earned)),
      paidOut: tokensOf(paidOut),
      balance: tokensOf(balance),
    },
  };
}

type Units = Record<IncomeKind, number>;

function incomeOf(moved: readonly Moved[]): Units {
  const of = (kind: IncomeKind) =>
    moved.reduce((sum, { code, inward, outward }) => {
      if (INCOME[kind].brings.includes(code)) return sum + inward;
      return INCOME[kind].takes.includes(code) ? sum - outward : sum;
    }, 0);
  return { gifts: of("gifts"), royalties: of("royalties"), repaid: of("repaid") };
}

function totalOf({ gifts, royalties, repaid }: Units): number {
  return gifts + royalties + repaid;
}

function inNaira(units: Units): EarnedSums {
  return {
    gifts: tokensOf(units.gifts),
    royalties: tokensOf(units.royalties),
    repaid: tokensOf(units.repaid),
    total: tokensOf(totalOf(units)),
  };
}

/** What is left of all that moved, or of some codes. */
function netOf(moved: readonly Moved[], codes?: readonly string[]): number {
  return moved.reduce((sum, row) => !codes || codes.includes(row.code) ? sum + row.inward - row.outward : sum, 0);
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}
