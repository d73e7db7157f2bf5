import { codeWords } from "./code_words.ts";

/** Tokens that can be spent, rewards that settle, and tokens that are held for a withdrawal. */
interface Holdings {
  available: number;
  settling: number;
  pending: number;
}

export interface BalanceAt extends Holdings {
  at: string;
}

/** What one kind of movement changed on one day. */
interface StatementLine extends Holdings {
  day: string;
  kind: string;
  label: string;
  count: number;
}

/** Amounts in tokens: `opening` and all lines make `closing`, to the last unit. */
export interface Statement {
  month: string;
  /** The month's first moment and the first one after it. */
  from: string;
  to: string;
  opening: Holdings;
  closing: Holdings;
  totals: (Holdings & { kind: string; label: string; count: number })[];
  lines: StatementLine[];
}

/** Movements in words, by the code of their transfer. A statement and a case file say the same of the same movement. */
const MOVEMENT_LABELS: Readonly<Record<string, string>> = {
  reward: "Listening rewards",
  reward_settled: "Rewards settled",
  reward_voided: "Rewards voided",
  reward_given_back: "Rewards returned",
  extra_play: "Pay Per View",
  gift: "Gifts",
  gift_settled: "Gifts settled",
  gift_refunded: "Gifts returned",
  royalty: "Royalties",
  royalty_settled: "Royalties settled",
  royalty_voided: "Royalties voided",
  royalty_given_back: "Royalties returned",
  royalty_taken_back: "Royalties that a bank asked back",
  royalty_tax: "Tax withheld of royalties",
  royalty_released: "Royalties from a settled dispute",
  royalty_released_back: "Royalties returned to a dispute",
  payout_lost: "Earlier payout, booked later",
  gift_disputed: "Gifts disputed by a bank",
  gift_dispute_ended: "Disputed gifts released",
  debt_repaid: "Paid to Orin",
  withdrawal_held: "Withdrawals requested",
  withdrawal_posted: "Withdrawals paid out",
  withdrawal_voided: "Withdrawals returned",
  withdrawal_reversed: "Withdrawals sent back by a bank",
};

/** What a movement is called. One without words is shown by its code, so that none is left out. */
export function movementLabel(code: string): string {
  return MOVEMENT_LABELS[code] ?? codeWords(code);
}
