/**
 * An account of the double entry. A user's never goes below zero; the platform's are the other side of every transfer
 * and may. Each shard has one of each of the platform's.
 */
export type AccountId = string;

/** What someone can spend and withdraw. */
export function availableAccount(userId: string): AccountId {
  return `user:${userId}:available`;
}

/** The person whose account of what they can spend this is; undefined for any other account. */
export function ownerOfAvailable(account: AccountId): string | undefined {
  return account.startsWith("user:") && account.endsWith(":available") ? account.slice(5, -10) : undefined;
}

/**
 * Rewards and gifts that someone has and cannot spend yet: they settle into what is available. Rewards may be
 * voided before, and a gift may go back.
 */
export function settlingAccount(userId: string): AccountId {
  return `user:${userId}:settling`;
}

/** What is held for someone, until it is paid or let go. */
export function reservedAccount(userId: string): AccountId {
  return `user:${userId}:reserved`;
}

/** What waits for a person while the payers' banks dispute gifts to them: it can be neither spent nor withdrawn. */
export function disputedAccount(userId: string): AccountId {
  return `user:${userId}:disputed`;
}

/** Whether the ledger refuses to let the account go below zero. */
export function isUserAccount(account: AccountId): boolean {
  return account.startsWith("user:");
}

/**
 * Money that lies at the payment provider. It is owed to Orin, so the account is below zero. Transfers name it for ever:
 * another provider keeps the name.
 */
export const PROVIDER = "provider:paystack";
/** What the provider kept of payments and took for payouts: Orin bears it. */
export const FEES = "expense:fees";
/** Where rewards for listening come from. */
export const REWARD_POOL = "pool:rewards";
export const PREMIUM_REVENUE = "revenue:subscriptions";
export const EXTRA_PLAY_REVENUE = "revenue:extra_plays";
/** What creators got of the income from Premium. */
export const ROYALTIES = "expense:royalties";
/** What creators got for listening without a payer. */
export const PROMOTION_POOL = "pool:promotion";
/** What Orin withheld of royalties as tax, and owes to the tax authority until it has paid it. */
export const WITHHELD_TAX = "liability:withheld_tax";
/** What the owners put into the account at the provider of their own, and did not take out. */
export const CAPITAL = "equity:capital";
/** What givers, and payers of Premium, got back although the artist had spent what it brought. */
export const GIFT_CLAIMS = "receivable:gifts";
/** What people were paid although their tokens had been returned. */
export const PAYOUT_CLAIMS = "receivable:payouts";
/** What erased people left behind. */
export const UNCLAIMED = "unclaimed";

/** Where money between two shards meets: a transfer in each shard has one leg here. */
export function clearingAccount(own: number, other: number): AccountId {
  return `clearing:${own}:${other}`;
}

/** The same for royalties, so that each kind can be proven by its own facts. */
export function royaltyClearingAccount(own: number, other: number): AccountId {
  return `clearing_royalties:${own}:${other}`;
}

/** The account under which the books of the platform show an account: people's are one for each kind. */
export function bookAccount(account: AccountId): AccountId {
  if (isUserAccount(account)) return `users:${account.slice(account.lastIndexOf(":") + 1)}`;
  return account.startsWith("clearing") ? "clearing" : account;
}
