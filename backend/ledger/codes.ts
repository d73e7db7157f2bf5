/**
 * What a transfer of a code may do with what a person can spend. A code that brings or takes tokens there says so here, or
 * the ledger refuses the transfer.
 */
interface Use {
  /** It brings tokens: whether they may be paid out to the bank. */
  readonly brings?: "payable";
  /** It takes tokens: its owner does, by the gate (`wallet/gate.ts`), or Orin, which asks only who decided. */
  readonly takes?: "owner" | "orin";
}

/** Every code of a transfer: why money moves. Stored with each transfer, so a code is never renamed. */
const CODES = {
  reward: { brings: "payable" },
  reward_settled: { brings: "payable" },
  reward_voided: {},
  reward_given_back: { brings: "payable" },
  extra_play: { takes: "owner" },
  gift: { brings: "payable", takes: "owner" },
  gift_settled: { brings: "payable" },
  gift_refunded: { brings: "payable", takes: "orin" },
  gift_disputed: { takes: "orin" },
  gift_dispute_ended: { brings: "payable", takes: "orin" },
  royalty: {},
  royalty_settled: { brings: "payable" },
  royalty_voided: {},
  royalty_given_back: { brings: "payable" },
  royalty_taken_back: { takes: "orin" },
  royalty_tax: {},
  royalty_released: { brings: "payable", takes: "orin" },
  royalty_released_back: { brings: "payable", takes: "orin" },
  tax_remitted: {},
  tax_reversed: {},
  capital: {},
  premium: {},
  premium_reversed: {},
  debt_repaid: { brings: "payable", takes: "orin" },
  payout_lost: { takes: "orin" },
  forfeited: { takes: "orin" },
  withdrawal_held: { takes: "owner" },
  withdrawal_posted: {},
  withdrawal_voided: { brings: "payable" },
  withdrawal_expired: { brings: "payable" },
  withdrawal_reversed: { brings: "payable" },
  withdrawal_paid_late: {},
} as const satisfies Record<string, Use>;

export type Code = keyof typeof CODES;

/** What a code may do with a person's spendable money; undefined for one that is not declared. */
export function useOf(code: string): Use | undefined {
  return Object.hasOwn(CODES, code) ? CODES[code as Code] : undefined;
}

/** Whether tokens that a code brought may be paid out. */
export function isPayable(code: string): boolean {
  return useOf(code)?.brings === "payable";
}
