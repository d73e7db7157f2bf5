/** One problem: its place, and what is wrong. */
export interface Problem {
  /** `log plays/0, position 17`, `table ledger_accounts` … */
  readonly where: string;
  readonly what: string;
}
