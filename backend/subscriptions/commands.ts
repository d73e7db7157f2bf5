import { grantedReferences, subscriptionEnds } from "../../projections/subscriptions.ts";
import type { CommandHandler } from "../store/command.ts";
import type { Append } from "../store/event.ts";
import { streamVersions } from "../store/read.ts";
import type { Tx } from "../store/sql.ts";
import {
  decideEnd,
  decideGrant,
  type EndSubscription,
  type GrantSubscription,
  type SubscriptionState,
} from "./decide.ts";
import { type SubscriptionEvent, subscriptionStream } from "./events.ts";

/** Gives Premium; the same reference gives it once. Append to `ledger/<shard>` of the person. */
export const grantSubscription: CommandHandler<GrantSubscription, Subscriptions, { until: number }> = {
  name: "grantSubscription",
  load: (tx, grants) => loadSubscriptions(tx, grants, grants.map((grant) => grant.reference)),
  decide(subscriptions, grant, { now }) {
    const appends = subscriptions.add(grant, decideGrant(subscriptions.state(grant), grant, now));
    return { appends, result: { until: subscriptions.state(grant).until ?? now } };
  },
};

/** Takes Premium away at once. */
export const endSubscription: CommandHandler<EndSubscription, Subscriptions, { ended: boolean }> = {
  name: "endSubscription",
  load: (tx, ends) => loadSubscriptions(tx, ends),
  decide(subscriptions, end, { now }) {
    const appends = subscriptions.add(end, decideEnd(subscriptions.state(end), end, now));
    return { appends, result: { ended: appends.length > 0 } };
  },
};

interface Person {
  readonly userId: string;
  readonly shard: number;
}

async function loadSubscriptions(
  tx: Tx,
  people: readonly Person[],
  references: readonly string[] = [],
): Promise<Subscriptions> {
  const userIds = people.map((person) => person.userId);
  const streams = userIds.map(subscriptionStream);
  const shards = [...new Set(people.map((person) => person.shard))];
  const [ends, granted, ...versions] = await Promise.all([
    subscriptionEnds(tx, userIds),
    grantedReferences(tx, references),
    ...shards.map((shard) => streamVersions(tx, `ledger/${shard}`, streams)),
  ]);
  return new Subscriptions(ends, granted, new Map(versions.flatMap((map) => [...map])));
}

/** What a group's commands know, kept up to date while they are decided one after another. */
class Subscriptions {
  constructor(
    readonly ends: Map<string, number>,
    readonly granted: Set<string>,
    readonly versions: Map<string, number>,
  ) {}

  state({ userId, reference }: { userId: string; reference?: string }): SubscriptionState {
    return { until: this.ends.get(userId), isGranted: reference !== undefined && this.granted.has(reference) };
  }

  add({ userId, shard }: Person, events: readonly SubscriptionEvent[]): Append[] {
    const [event] = events;
    if (!event) return [];
    const stream = subscriptionStream(userId);
    const version = this.versions.get(stream) ?? 0;
    this.versions.set(stream, version + 1);
    if (event.type === "SubscriptionGranted") this.granted.add(event.data.reference);
    this.ends.set(userId, event.type === "SubscriptionGranted" ? event.data.until : event.data.endedAt);
    return [{ log: `ledger/${shard}`, stream, version, events: [event] }];
  }
}
