import { formatNaira } from "@contract/money.ts";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { plural } from "./format.ts";

/** How far somebody is from what can be withdrawn, in tokens, and the words for it. */
interface Goal {
  reached: number;
  goal: number;
  isReached: boolean;
  title: string;
  /** When it may be reached, or what is missing to say so. */
  text: string;
}

/** A pace so slow that its end is a guess is not told. */
const MOST_DAYS = 365;

/** Tokens as naira: 1 token is ₦1. */
export function nairaOf(tokens: number): string {
  return formatNaira(Math.round(tokens * 100));
}

/** The way to the next withdrawal. What settles counts: it is earned. `tokensPerDay` is undefined where nobody knows. */
export function goalOf(
  { availableBalance, settlingBalance, minimumWithdrawal, pendingWithdrawal, totalEarned }: Pick<
    WithdrawalSummary,
    "availableBalance" | "settlingBalance" | "minimumWithdrawal" | "pendingWithdrawal" | "totalEarned"
  >,
  tokensPerDay: number | undefined,
): Goal {
  const goal = minimumWithdrawal;
  const reached = availableBalance + settlingBalance;
  // Hundredths, so that no sum of floats is off by one.
  const missing = Math.max(0, Math.round((goal - reached) * 100)) / 100;
  const isFirst = pendingWithdrawal === 0 && totalEarned < goal;
  const short = nairaOf(goal).replace(/\.00$/, "");
  if (missing === 0) {
    return {
      ...{ reached, goal, isReached: true },
      title: availableBalance >= goal ? `You can withdraw ${nairaOf(availableBalance)}` : `${short} reached`,
      text: availableBalance >= goal
        ? "Or let it grow: it stays yours."
        : "You can withdraw it once enough of it has settled.",
    };
  }
  const title = `${nairaOf(missing)} to your ${isFirst ? "first" : "next"} ${short}`;
  return { reached, goal, isReached: false, title, text: paceText(missing, tokensPerDay) };
}

function paceText(missing: number, tokensPerDay: number | undefined): string {
  if (tokensPerDay === undefined || tokensPerDay <= 0) {
    return "Listen on three days, and this says when you may be there.";
  }
  const days = Math.ceil(missing / tokensPerDay);
  return days > MOST_DAYS
    ? "At your pace of the last week it takes more than a year."
    : `About ${plural(days, "day")} at your pace of the last week.`;
}
