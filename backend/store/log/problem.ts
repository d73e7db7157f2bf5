/** One thing that is not as it should be: where, and what is wrong with it. */
export interface Problem {
  /** `log plays/0, position 17`, `table ledger_accounts` … */
  readonly where: string;
  readonly what: string;
}
