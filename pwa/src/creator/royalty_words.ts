import type { RoyaltyMonth } from "@contract/royalties.ts";
import { formatDate } from "../lib/format.ts";

const monthFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

/** A month (YYYY-MM) in words: "May 2026". */
export function royaltyMonthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

/** The state of a month, in one or two words. */
export function stateName({ state }: Pick<RoyaltyMonth, "state">): string {
  switch (state) {
    case "open":
      return "Not computed yet";
    case "nothing":
      return "Nothing this month";
    case "settling":
      return "Settling";
    case "held":
      return "Being checked";
    case "available":
      return "Paid to your Available Balance";
    case "voided":
      return "Removed";
  }
}

/** The same in a sentence that says what happens next, and when. */
export function stateWords({ state, month, closesAt, availableAt }: RoyaltyMonth): string {
  switch (state) {
    case "open":
      return `We compute ${royaltyMonthName(month)} on ${formatDate(closesAt)}. Until then, phones that were offline ` +
        "still send their plays.";
    case "nothing":
      return "No Premium listener heard your music this month, as far as we could prove.";
    case "settling":
      return availableAt === undefined
        ? "It is on its way to your Available Balance."
        : `You can spend and withdraw it from ${formatDate(availableAt)} on.`;
    case "held":
      return "A person looks at your account. It becomes available when they have finished.";
    case "available":
      return "It is in your Available Balance, where you can spend and withdraw it.";
    case "voided":
      return "It came from accounts that did not listen.";
  }
}

/** A share in hundredths of a percent: "50%". */
export function percentOf(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
