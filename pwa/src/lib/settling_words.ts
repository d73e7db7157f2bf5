import type { Settlement } from "@contract/listening.ts";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { formatDateTime } from "./format.ts";
import { tokensWithNaira } from "./naira.ts";

/** What settles, and when the next of it can be spent. */
export function settlingText(
  { settlingBalance, nextSettlesAt, settlingHeld }: Pick<
    WithdrawalSummary,
    "settlingBalance" | "nextSettlesAt" | "settlingHeld"
  >,
): string {
  const tokens = tokensWithNaira(settlingBalance);
  if (settlingHeld) return `${tokens} are held while we check your earnings: ${settlingHeld.reason}`;
  // What is due settles within minutes: a moment that has passed would be no promise.
  return nextSettlesAt === undefined || Date.parse(nextSettlesAt) <= Date.now()
    ? `${tokens} are settling`
    : `${tokens} are settling, the next from ${formatDateTime(nextSettlesAt)}`;
}

/** What became of a play's reward, for its receipt. */
export function settlementText(settlement: Settlement): string {
  switch (settlement.state) {
    case "settling":
      return `These tokens settle until ${
        formatDateTime(settlement.until)
      }. From then on you can spend and withdraw them.`;
    case "held":
      return `We hold these tokens while we check your earnings: ${settlement.reason}`;
    case "voided":
      return `We took back ${tokensWithNaira(settlement.tokens)} before they settled: ${settlement.reason}`;
  }
}
