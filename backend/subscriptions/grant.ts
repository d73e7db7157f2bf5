import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/log/event.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type SubscriptionEvent, subscriptionStream } from "./events.ts";
import {
  decideCancel,
  decideEnd,
  decideGifted,
  decideGrant,
  evolveSubscription,
  NO_SUBSCRIPTION,
  type PremiumPayment,
  type Subscription,
} from "./state.ts";

export interface Person {
  readonly userId: string;
  readonly shard: number;
}

export type Subscriptions = Streams<Person, Subscription, SubscriptionEvent>;

export const subscriptions = streamsOf<Person, Subscription, SubscriptionEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ userId }) => subscriptionStream(userId),
  initial: NO_SUBSCRIPTION,
  evolve: evolveSubscription,
});

type Months = Person & { readonly months: number; readonly reference: string };

/** Gives Premium; the same reference gives it once. Append to `ledger/<shard>` of the person. */
export const grantSubscription = subscriptions.handler("grantSubscription", {
  id: (command: Months) => command,
  decide: (subscription, command, { now }) => decideGrant(subscription, command, now),
  result: ({ after, now }) => ({ until: after.until ?? now }),
});

/** Makes months that another person pays for what their payment says. Append to `ledger/<shard>` of who has them. */
export const settleGiftedMonths = subscriptions.handler("settleGiftedMonths", {
  id: (command: Months & { readonly paid: PremiumPayment["status"] }) => command,
  decide: (subscription, command, { now }) => decideGifted(subscription, command, now),
  result: ({ after, now }) => ({ until: after.until ?? now }),
});

/** Takes Premium away immediately. */
export const endSubscription = subscriptions.handler("endSubscription", {
  id: (person: Person) => person,
  decide: (subscription, { userId }, { now }) => decideEnd(subscription, userId, now),
  result: ({ events }) => ({ ended: events.length > 0 }),
});

/** No more reminders; access lasts until its end, which is the result (epoch ms). */
const cancelSubscription = subscriptions.handler("cancelSubscription", {
  id: (person: Person) => person,
  decide: (subscription, { userId }, { now }) => decideCancel(subscription, userId, now),
  result: ({ after, now }) => ({ until: after.until ?? now }),
});

/** Cancels for a person who asks; answers until when access lasts, epoch ms. */
export async function giveUpPremium(deps: Deps, userId: string, metadata: Metadata): Promise<number> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata };
  return (await deps.store.execute(cancelSubscription, { userId, shard }, options)).result.until;
}
