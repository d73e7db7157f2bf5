import { monthAfter } from "../../contract/royalties.ts";
import type { BookLine } from "../../ledger/books.ts";
import {
  CAPITAL,
  EXTRA_PLAY_REVENUE,
  FEES,
  GIFT_CLAIMS,
  PAYOUT_CLAIMS,
  PREMIUM_REVENUE,
  PROMOTION_POOL,
  PROVIDER,
  REWARD_POOL,
  ROYALTIES,
  UNCLAIMED,
  WITHHELD_TAX,
} from "../../ledger/chart.ts";

const AVAILABLE = "users:available";
const SETTLING = "users:settling";
const RESERVED = "users:reserved";
const DISPUTED = "users:disputed";

/** What the books say, in units. What lies at the provider, claims, fees and the pool's gifts are positive here. */
export interface Figures {
  readonly available: number;
  readonly settling: number;
  readonly heldGifts: number;
  readonly reserved: number;
  /** Reserved for gifts that payers' banks dispute. */
  readonly disputed: number;
  readonly unclaimed: number;
  /** Withheld of royalties, and not paid to the tax authority yet. */
  readonly withheldTax: number;
  readonly owed: number;
  readonly provider: number;
  readonly pool: number;
  readonly fees: number;
  readonly royalties: number;
  readonly promotion: number;
  /** What the owners put in. */
  readonly capital: number;
  readonly subscriptions: number;
  readonly extraPlays: number;
  readonly giftClaims: number;
  readonly payoutClaims: number;
}

export function figuresOf(lines: readonly BookLine[]): Figures {
  const balances = balancesOf(lines);
  const of = (account: string) => balances.get(account) ?? 0;
  const gifts = lines.filter(({ account, code }) => account === SETTLING && code.startsWith("gift"));
  const heldGifts = [...balancesOf(gifts).values()].reduce((sum, units) => sum + units, 0);
  return {
    available: of(AVAILABLE),
    settling: of(SETTLING) - heldGifts,
    heldGifts,
    reserved: of(RESERVED),
    disputed: of(DISPUTED),
    unclaimed: of(UNCLAIMED),
    withheldTax: of(WITHHELD_TAX),
    owed: of(AVAILABLE) + of(SETTLING) + of(RESERVED) + of(DISPUTED) + of(UNCLAIMED) + of(WITHHELD_TAX),
    provider: -of(PROVIDER),
    pool: -of(REWARD_POOL),
    fees: -of(FEES),
    royalties: -of(ROYALTIES),
    promotion: -of(PROMOTION_POOL),
    capital: of(CAPITAL),
    subscriptions: of(PREMIUM_REVENUE),
    extraPlays: of(EXTRA_PLAY_REVENUE),
    giftClaims: -of(GIFT_CLAIMS),
    payoutClaims: -of(PAYOUT_CLAIMS),
  };
}

/** What moved in each account up to then, in units: its balance. */
export function balancesOf(lines: readonly BookLine[]): Map<string, number> {
  const balances = new Map<string, number>();
  for (const { account, inward, outward } of lines) {
    balances.set(account, (balances.get(account) ?? 0) + inward - outward);
  }
  return balances;
}

/** The figures at the end of each month with movements and of those between, oldest first. */
export function figuresByMonth(lines: readonly BookLine[], last: string): { month: string; figures: Figures }[] {
  const first = lines.reduce((least, { month }) => month < least ? month : least, last);
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months.map((month) => ({ month, figures: figuresOf(lines.filter((line) => line.month <= month)) }));
}

/** The accounts that a payment at the provider moves: what came or went there, and what it kept. */
export const AT_PROVIDER = [PROVIDER, FEES] as const;

/** What moved there before fees, in units: above zero where it left. */
export function grossOf(moved: ReadonlyMap<string, number> | undefined): number {
  return AT_PROVIDER.reduce((sum, account) => sum + (moved?.get(account) ?? 0), 0);
}
