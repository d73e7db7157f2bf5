import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type { SubscriptionCancelled, SubscriptionEnded, SubscriptionGranted } from "./events.ts";

export interface GrantSubscription {
  readonly userId: string;
  readonly shard: number;
  /** Calendar months. */
  readonly months: number;
  /** Of the payment, or of whatever else the months are given for. */
  readonly reference: string;
}

export interface EndSubscription {
  readonly userId: string;
  readonly shard: number;
}

export interface SubscriptionState {
  /** Epoch ms; undefined where there never was one. */
  readonly until: number | undefined;
  readonly isCancelled: boolean;
  /** Whether the reference at hand has had its grant. */
  readonly isGranted: boolean;
}

/** Months begin where those already paid for end. One grant a reference. */
export function decideGrant(state: SubscriptionState, grant: GrantSubscription, now: number): SubscriptionGranted[] {
  if (state.isGranted) return [];
  const from = Math.max(now, state.until ?? now);
  const { userId, reference } = grant;
  return [{ type: "SubscriptionGranted", data: { userId, from, until: addMonths(from, grant.months), reference } }];
}

/** Ends a subscription now; nothing happens where none is going on. */
export function decideEnd({ until }: SubscriptionState, { userId }: EndSubscription, now: number): SubscriptionEnded[] {
  if (until === undefined || until <= now) return [];
  return [{ type: "SubscriptionEnded", data: { userId, endedAt: now } }];
}

/** Access stays until its end; doing it again changes nothing. */
export function decideCancelSubscription(
  { until, isCancelled }: SubscriptionState,
  { userId }: EndSubscription,
  now: number,
): SubscriptionCancelled[] {
  if (until === undefined || until <= now) throw new Refusal("not_subscribed", "You have no active subscription");
  return isCancelled ? [] : [{ type: "SubscriptionCancelled", data: { userId, until } }];
}

/** The same time of day in Lagos some calendar months later; the last day of a month that is too short. Epoch ms. */
export function addMonths(epochMs: number, months: number): number {
  const today = lagosDay(epochMs);
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const target = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
  return lagosDayStart(target.toISOString().slice(0, 10)) + epochMs - lagosDayStart(today);
}
