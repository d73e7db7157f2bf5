import type { Deps } from "../deps.ts";
import type { Json } from "../store/log/canonical.ts";
import type { CommandHandler } from "../store/log/command.ts";
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

function subscriptionHandler<More, Result extends Json>(
  name: string,
  decide: (subscription: Subscription, command: Person & More, now: number) => SubscriptionEvent[],
  resultOf: (after: { subscription: Subscription; changed: boolean; now: number }) => Result,
): CommandHandler<Person & More, Subscriptions, Result> {
  return {
    name,
    load: (tx, commands, scope) => subscriptions.load(tx, scope, commands),
    decide(group, command, { now }) {
      const appends = group.add(command, decide(group.of(command), command, now));
      return { appends, result: resultOf({ subscription: group.of(command), changed: appends.length > 0, now }) };
    },
  };
}

/** Gives Premium; the same reference gives it once. Append to `ledger/<shard>` of the person. */
export const grantSubscription = subscriptionHandler<{ months: number; reference: string }, { until: number }>(
  "grantSubscription",
  decideGrant,
  ({ subscription, now }) => ({ until: subscription.until ?? now }),
);

/** Makes months that another person pays for what their payment says. Append to `ledger/<shard>` of who has them. */
export const settleGiftedMonths = subscriptionHandler<
  { months: number; reference: string; paid: PremiumPayment["status"] },
  { until: number }
>(
  "settleGiftedMonths",
  decideGifted,
  ({ subscription, now }) => ({ until: subscription.until ?? now }),
);

/** Takes Premium away immediately. */
export const endSubscription = subscriptionHandler<unknown, { ended: boolean }>(
  "endSubscription",
  (subscription, { userId }, now) => decideEnd(subscription, userId, now),
  ({ changed }) => ({ ended: changed }),
);

/** No more reminders; access lasts until its end, which is the result (epoch ms). */
const cancelSubscription = subscriptionHandler<unknown, { until: number }>(
  "cancelSubscription",
  (subscription, { userId }, now) => decideCancel(subscription, userId, now),
  ({ subscription, now }) => ({ until: subscription.until ?? now }),
);

/** Cancels for a person who asks; answers until when access lasts, epoch ms. */
export async function giveUpPremium(deps: Deps, userId: string, metadata: Metadata): Promise<number> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata };
  return (await deps.store.execute(cancelSubscription, { userId, shard }, options)).result.until;
}
