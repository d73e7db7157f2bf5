import type { Event } from "../store/log/event.ts";

/** Premium for a stretch of time [from, until), epoch ms. `reference` names what was paid: one grant a reference. */
export type SubscriptionGranted = Event<"SubscriptionGranted", {
  readonly userId: string;
  readonly from: number;
  readonly until: number;
  readonly reference: string;
}>;

/** Premium ends immediately, whatever was granted. */
type SubscriptionEnded = Event<"SubscriptionEnded", { readonly userId: string; readonly endedAt: number }>;

/** The person wants no more of it: access lasts until its end, without reminders to pay. */
type SubscriptionCancelled = Event<"SubscriptionCancelled", { readonly userId: string; readonly until: number }>;

/** What is left of a payment's months is taken back, because its money is: `until` is the new end. */
type SubscriptionSuspended = Event<"SubscriptionSuspended", {
  readonly userId: string;
  readonly reference: string;
  readonly reason: "disputed" | "reversed";
  readonly takenMs: number;
  readonly until: number;
}>;

/** A dispute ended well: what was taken is given back from now on. */
type SubscriptionRestored = Event<
  "SubscriptionRestored",
  { readonly userId: string; readonly reference: string; readonly until: number }
>;

export type SubscriptionEvent =
  | SubscriptionGranted
  | SubscriptionEnded
  | SubscriptionCancelled
  | SubscriptionSuspended
  | SubscriptionRestored;

/** Someone goes to the checkout: stored before the provider is called. */
export type PremiumPaymentStarted = Event<"PremiumPaymentStarted", {
  readonly reference: string;
  readonly userId: string;
  readonly amountKobo: number;
  /** For the payer; 0 where they are for others (`PremiumGiftStarted`). */
  readonly months: number;
  readonly policyVersion: number;
}>;

export type PremiumPaid = Event<"PremiumPaid", {
  readonly reference: string;
  readonly userId: string;
  readonly amountKobo: number;
  readonly feesKobo: number;
  /** Of a card, from when on Orin keeps it: the hash of the provider's signature, the same for all of its payments. */
  readonly card?: string;
}>;

/** The payer's bank asks for the money back, undecided yet: meanwhile so much of the person's time is taken. */
type PremiumDisputed = Event<
  "PremiumDisputed",
  { readonly reference: string; readonly userId: string; readonly takenMs: number }
>;

/** The dispute was decided for Orin. */
type PremiumCleared = Event<"PremiumCleared", { readonly reference: string; readonly userId: string }>;

/** The money went back to the payer. */
type PremiumReversed = Event<
  "PremiumReversed",
  { readonly reference: string; readonly userId: string; readonly amountKobo: number }
>;

/** The payer's bank took the money and gave it back: the dispute was decided anew, for Orin. */
type PremiumRestored = Event<
  "PremiumRestored",
  { readonly reference: string; readonly userId: string; readonly amountKobo: number }
>;

export type PremiumPaymentEvent =
  | PremiumPaymentStarted
  | PremiumPaid
  | PremiumDisputed
  | PremiumCleared
  | PremiumReversed
  | PremiumRestored;

/** One more play today, for tokens. */
export type ExtraPlayBought = Event<"ExtraPlayBought", {
  readonly userId: string;
  /** Lagos day. */
  readonly day: string;
  readonly units: number;
  readonly policyVersion: number;
}>;

/** The stream of someone's Premium, in the log `ledger/<shard>`. */
export function subscriptionStream(userId: string): string {
  return `subscription/${userId}`;
}

/** The stream of a payment for Premium, in the log `ledger/<shard>` of its payer. */
export function premiumPaymentStream(reference: string): string {
  return `premium_payment/${reference}`;
}

/** The stream of someone's bought plays, in the log `ledger/<shard>`. */
export function extraPlaysStream(userId: string): string {
  return `extra_plays/${userId}`;
}
