import { findGrants, type SubscriptionRow, subscriptionsOf } from "../../projections/subscriptions.ts";
import type { Append } from "../store/log/event.ts";
import { readStreams, streamVersions } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
import { evolvePayment, type PremiumPayment, type PremiumState, type SubscriptionState } from "./state.ts";
import {
  type PremiumPaymentEvent,
  premiumPaymentStream,
  type SubscriptionEvent,
  subscriptionStream,
} from "./events.ts";

export interface Person {
  readonly userId: string;
  readonly shard: number;
}

/** The subscriptions and payments that a group's commands of all kinds decide on, kept up to date between them. */
export class Subscriptions {
  readonly #people = new Map<string, SubscriptionRow>();
  readonly #granted = new Map<string, { from: number; until: number }>();
  readonly #payments = new Map<string, PremiumPayment | undefined>();
  readonly #versions = new Map<string, number>();

  /** Reads what these people have, and what became of these references. */
  async load(tx: Tx, people: readonly Person[], references: readonly string[] = []): Promise<void> {
    for (const [shard, list] of Map.groupBy(people, (person) => person.shard)) {
      const userIds = list.map((person) => person.userId);
      const [rows, grants, payments, versions] = await Promise.all([
        subscriptionsOf(tx, userIds),
        findGrants(tx, references),
        readStreams<PremiumPaymentEvent>(tx, `ledger/${shard}`, references.map(premiumPaymentStream)),
        streamVersions(tx, `ledger/${shard}`, userIds.map(subscriptionStream)),
      ]);
      for (const [userId, row] of rows) if (!this.#people.has(userId)) this.#people.set(userId, row);
      for (const [reference, grant] of grants) this.#granted.set(reference, grant);
      for (const [stream, version] of versions) if (!this.#versions.has(stream)) this.#versions.set(stream, version);
      for (const reference of references) {
        this.#remember(reference, payments.get(premiumPaymentStream(reference)) ?? []);
      }
    }
  }

  state({ userId, reference }: { userId: string; reference?: string }): SubscriptionState {
    const { until, isCancelled = false } = this.#people.get(userId) ?? {};
    return { until, isCancelled, isGranted: reference !== undefined && this.#granted.has(reference) };
  }

  premium({ userId, reference }: { userId: string; reference: string }): PremiumState {
    const payment = this.#payments.get(reference);
    return { payment, until: this.#people.get(userId)?.until, grant: this.#granted.get(reference) };
  }

  add({ userId, shard }: Person, events: readonly SubscriptionEvent[]): Append[] {
    for (const event of events) this.#fold(userId, event);
    return this.#append(shard, subscriptionStream(userId), events);
  }

  addPayment(shard: number, reference: string, events: readonly PremiumPaymentEvent[]): Append[] {
    for (const event of events) this.#payments.set(reference, evolvePayment(this.#payments.get(reference), event));
    return this.#append(shard, premiumPaymentStream(reference), events);
  }

  #remember(reference: string, events: readonly PremiumPaymentEvent[]): void {
    if (this.#payments.has(reference)) return;
    this.#payments.set(reference, events.reduce<PremiumPayment | undefined>(evolvePayment, undefined));
    this.#versions.set(premiumPaymentStream(reference), events.length);
  }

  #fold(userId: string, event: SubscriptionEvent): void {
    const known = this.#people.get(userId);
    const isCancelled = event.type === "SubscriptionCancelled" ||
      (event.type !== "SubscriptionGranted" && (known?.isCancelled ?? false));
    const until = event.type === "SubscriptionEnded" ? event.data.endedAt : event.data.until;
    this.#people.set(userId, { until, isCancelled });
    if (event.type === "SubscriptionGranted") this.#granted.set(event.data.reference, event.data);
  }

  #append(shard: number, stream: string, events: readonly (SubscriptionEvent | PremiumPaymentEvent)[]): Append[] {
    if (events.length === 0) return [];
    const version = this.#versions.get(stream) ?? 0;
    this.#versions.set(stream, version + events.length);
    return [{ log: `ledger/${shard}`, stream, version, events }];
  }
}
