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
