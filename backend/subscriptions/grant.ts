import type { Deps } from "../deps.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Metadata } from "../store/log/event.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type Person, Subscriptions } from "./subscriptions.ts";
import {
  decideCancelSubscription,
  decideEnd,
  decideGrant,
  type EndSubscription,
  type GrantSubscription,
} from "./state.ts";

/** Gives Premium; the same reference gives it once. Append to `ledger/<shard>` of the person. */
export const grantSubscription: CommandHandler<GrantSubscription, Subscriptions, { until: number }> = {
  name: "grantSubscription",
  async load(tx, grants, scope) {
    const subscriptions = scope.share(Subscriptions);
    await subscriptions.load(tx, grants, grants.map((grant) => grant.reference));
    return subscriptions;
  },
  decide(subscriptions, grant, { now }) {
    const appends = subscriptions.add(grant, decideGrant(subscriptions.state(grant), grant, now));
    return { appends, result: { until: subscriptions.state(grant).until ?? now } };
  },
};

/** Takes Premium away at once. */
export const endSubscription: CommandHandler<EndSubscription, Subscriptions, { ended: boolean }> = {
  name: "endSubscription",
  async load(tx, ends, scope) {
    const subscriptions = scope.share(Subscriptions);
    await subscriptions.load(tx, ends);
    return subscriptions;
  },
  decide(subscriptions, end, { now }) {
    const appends = subscriptions.add(end, decideEnd(subscriptions.state(end), end, now));
    return { appends, result: { ended: appends.length > 0 } };
  },
};

/** No more reminders; access lasts until its end, which is the result (epoch ms). */
const cancelSubscription: CommandHandler<Person, Subscriptions, { until: number }> = {
  name: "cancelSubscription",
  async load(tx, people, scope) {
    const subscriptions = scope.share(Subscriptions);
    await subscriptions.load(tx, people);
    return subscriptions;
  },
  decide(subscriptions, person, { now }) {
    const state = subscriptions.state(person);
    const appends = subscriptions.add(person, decideCancelSubscription(state, person, now));
    return { appends, result: { until: state.until ?? now } };
  },
};

/** Cancels for a person who asks; answers until when access lasts, epoch ms. */
export async function giveUpPremium(deps: Deps, userId: string, metadata: Metadata): Promise<number> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata };
  return (await deps.store.execute(cancelSubscription, { userId, shard }, options)).result.until;
}
