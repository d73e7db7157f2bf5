/** The payment provider as people know it. */
export const PROVIDER_NAME = "Paystack";

/**
 * Which rule asks for a second approval: the amount, what a person, a bank account or one side adds up to, tokens of
 * givers who have not proven their identity, or a bank account in another name than the person's.
 */
export type SecondRule = "amount" | "person" | "account" | "side" | "givers" | "name";

/** Why Orin stops a payout before it begins. */
export type PayoutProblem = NotedProblem | "user_suspended";

/** Those that are kept beside the withdrawal: a suspension has events of its own. */
export type NotedProblem = "books_differ" | "verification_due" | "money_owed" | "payment_uncertain";

/** The same in few words, for lists. */
export const STOP_WORDS: Readonly<Record<PayoutProblem, string>> = {
  books_differ: "Stopped: the books differ",
  verification_due: "Stopped: the books had not been verified for a day",
  money_owed: "Stopped: this person owes Orin money",
  payment_uncertain: "Stopped: another payment to this person is uncertain",
  user_suspended: "Stopped: an admin has suspended or deleted this person",
};
