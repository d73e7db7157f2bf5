import { policyAt } from "../../projections/admin/policies.ts";
import { findPremiumPayments, type PremiumPaymentRow } from "../../projections/subscriptions/premium_payments.ts";
import { seatCounts } from "../../projections/subscriptions/premium_gifts.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { lagosDayStart } from "../contract/policy.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { monthStart } from "../contract/royalties.ts";
import { cardsSince } from "../payments/cards/reads.ts";
import { youngUntil } from "../payments/cards/young.ts";
import { readStreams } from "../store/log/read.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type SubscriptionEvent, subscriptionStream } from "../subscriptions/events.ts";
import { heardIn, type MonthHeard } from "./heard.ts";
import { type Share, WHOLE } from "./divide.ts";
import { paymentOf } from "../subscriptions/gift/events.ts";
import { type Payment, seatKobo, type Stretch } from "./income.ts";
import type { SharesAt } from "./shares.ts";
import type { MonthFacts } from "./state.ts";
import { stretchesOf } from "./stretches.ts";

/** A listener's month in a shard. */
export interface ListenerMonth {
  readonly shard: number;
  readonly listenerId: string;
  readonly month: string;
}

interface ClosingContext {
  /** As readPolicies answers them. */
  readonly policies: readonly Policy[];
  readonly sharesAt: SharesAt;
  readonly now: number;
}

/** What the months of listeners are divided on, by listener; all of one shard and month. */
export async function factsOfMonth(
  sql: Sql | Tx,
  { shard, month, listenerIds }: { shard: number; month: string; listenerIds: readonly string[] },
  { policies, sharesAt, now }: ClosingContext,
): Promise<Map<string, MonthFacts>> {
  const [premium, heard] = await Promise.all([
    premiumOf(sql, { shard, listenerIds }, { now, youngCardMs: policyAt(policies, now).youngCardMs }),
    heardIn(sql, { shard, listenerIds, month }, now),
  ]);
  const sharesOf = await readShares(sql, [...heard.values()], sharesAt);
  const policy = policyAt(policies, monthStart(month));
  return new Map(listenerIds.map((listenerId) => {
    const { payments = [], events = 0 } = premium.get(listenerId) ?? {};
    const { heard: own = [], rewardUnits = 0, uncountedEvents = 0 } = heard.get(listenerId) ?? {};
    const decided = { premiumEvents: events, uncountedEvents, rewardUnits };
    return [listenerId, { listenerId, month, policy, payments, heard: own, sharesOf, ...decided }];
  }));
}

/** What listeners paid, or were given, and the time that it paid for. */
async function premiumOf(
  sql: Sql | Tx,
  { shard, listenerIds }: { shard: number; listenerIds: readonly string[] },
  age: Age,
): Promise<Map<string, { payments: Payment[]; events: number }>> {
  const streams = await readStreams<SubscriptionEvent>(
    sql,
    `ledger/${shard}`,
    [...new Set(listenerIds)].map(subscriptionStream),
  );
  const stretches = new Map(listenerIds.map((id) => {
    const events = streams.get(subscriptionStream(id)) ?? [];
    return [id, { stretches: stretchesOf(events), events: events.length }];
  }));
  const references = [...stretches.values()].flatMap((one) => one.stretches.map(({ reference }) => reference));
  const keptOf = await keptKobo(sql, [...new Set(references)], age);
  return new Map([...stretches].map(([listenerId, { stretches, events }]) => {
    const payments = [...Map.groupBy(stretches, ({ reference }: Stretch) => reference)].map(([reference, own]) => (
      { reference, ...keptOf(reference), countedKobo: 0, stretches: own }
    ));
    return [listenerId, { payments, events }];
  }));
}

/** The moment, epoch ms, and how long the money of a new card is young. */
interface Age {
  readonly now: number;
  readonly youngCardMs: number;
}

/**
 * What of each payment is Orin's, and what the provider kept of it: nothing while its payer's bank disputes it, nothing
 * of what went back, and of one for several people each seat's part. Premium without a payment is 0.
 */
async function keptKobo(
  sql: Sql | Tx,
  references: readonly string[],
  { now, youngCardMs }: Age,
): Promise<(reference: string) => Pick<Payment, "keptKobo" | "feesKobo" | "youngUntil">> {
  const paid = [...new Set(references.map((one) => paymentOf(one).reference))];
  const [payments, seats] = [await findPremiumPayments(sql, paid), await seatCounts(sql, paid)];
  const since = await cardsSince(sql, [...payments.values()].flatMap(({ card }) => card ?? []));
  const youngOf = ({ card, paidAt }: PremiumPaymentRow) => {
    if (card === undefined || paidAt === undefined) return {};
    const until = youngUntil({ paidAt, cardSince: since.get(card) }, youngCardMs);
    return until > now ? { youngUntil: until } : {};
  };
  return (reference) => {
    const { reference: payment, seat } = paymentOf(reference);
    const found = payments.get(payment);
    if (!found || found.status === "started" || found.status === "disputed") return { keptKobo: 0, feesKobo: 0 };
    const kept = Math.max(0, found.amountKobo - found.backKobo);
    const part = (kobo: number) => seat === undefined ? kobo : seatKobo(kobo, { seat, seats: seats.get(payment) ?? 1 });
    return { keptKobo: part(kept), feesKobo: part(found.feesKobo), ...youngOf(found) };
  };
}

/** Who shares what was heard on each day, as it was when the day began. */
async function readShares(
  sql: Sql | Tx,
  heard: readonly Pick<MonthHeard, "heard">[],
  sharesAt: SharesAt,
): Promise<(trackId: string, day: string) => readonly Share[]> {
  const days = Map.groupBy(heard.flatMap((one) => one.heard), ({ day }) => day);
  const tracks = [...new Set([...days.values()].flat().map(({ trackId }) => trackId))];
  const owners = await trackFacts(sql, tracks);
  const shares = new Map<string, readonly Share[]>();
  for (const [day, list] of days) {
    const found = await sharesAt(sql, [...new Set(list.map(({ trackId }) => trackId))], lagosDayStart(day));
    for (const [trackId, of] of found) shares.set(`${trackId} ${day}`, of);
  }
  return (trackId, day) => {
    const ownerId = owners.get(trackId)?.ownerId;
    return shares.get(`${trackId} ${day}`) ??
      (ownerId === undefined ? [] : [{ creatorId: ownerId, basisPoints: WHOLE }]);
  };
}
