import type { Event } from "../../store/log/event.ts";

/**
 * What a person owes Orin was paid out of what came in, in one transfer: units for gifts that went back after they were
 * spent, and for payouts that came twice. Negative units went back to the person: less was owed than they had paid.
 */
export type DebtRepaid = Event<"DebtRepaid", {
  readonly userId: string;
  readonly gifts: number;
  readonly payouts: number;
  readonly transferId: string;
}>;

/** The stream of a person's repayments, in the log of their ledger. */
export function debtStream(userId: string): string {
  return `debt/${userId}`;
}
