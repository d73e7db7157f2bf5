import type { BooksAnswer, BooksDifference } from "@contract/books.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import type { Mark } from "../parts/Badge.tsx";

/** What Orin owes, in the order of the table. */
export const OWED: readonly { part: Exclude<keyof BooksAnswer["owed"], "total">; label: string }[] = [
  { part: "available", label: "Available to people" },
  { part: "settling", label: "Rewards that settle" },
  { part: "heldGifts", label: "Gifts by card that settle" },
  { part: "requested", label: "Withdrawals that wait for admins" },
  { part: "underway", label: "Withdrawals in progress" },
  { part: "uncertain", label: "Uncertain withdrawals" },
  { part: "disputed", label: "Gifts that a bank disputes" },
  { part: "unclaimed", label: "Left behind by erased people" },
  { part: "withheldTax", label: "Tax withheld of royalties" },
];

const ACCOUNTS: Readonly<Record<string, string>> = {
  "users:available": "People: available",
  "users:settling": "People: settling",
  "users:reserved": "People: reserved for withdrawals",
  "users:disputed": "People: reserved for disputes",
  "equity:capital": "Capital of the owners",
  "pool:promotion": "Listening that nobody paid for",
  "expense:fees": "Fees",
  "expense:royalties": "Royalties of Premium",
  "liability:withheld_tax": "Tax withheld of royalties",
  "pool:rewards": "Reward pool",
  "revenue:subscriptions": "Revenue: Premium",
  "revenue:extra_plays": "Revenue: Pay Per View",
  "receivable:gifts": "Claims: returned gifts",
  "receivable:payouts": "Claims: payouts",
  unclaimed: "Left behind by erased people",
  clearing: "Between shards",
};

/** An account of the trial balance. Accounts that have no words show their name. */
export function accountWords(account: string): string {
  // Its name in the books is that of the first provider, for ever.
  if (account.startsWith("provider:")) return `Money at ${PROVIDER_NAME}`;
  return ACCOUNTS[account] ?? account;
}

export const STATES: Readonly<Record<BooksDifference["state"], Mark>> = {
  open: { tone: "bad", text: "Open" },
  explained: { tone: "notice", text: "Explained" },
  settled: { tone: "good", text: "Settled" },
  gone: { tone: "good", text: "No longer found" },
};
