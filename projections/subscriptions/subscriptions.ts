import type { SubscriptionEvent } from "../../backend/subscriptions/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, boolean, ddlOf, moment, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { findPremiumPayments } from "./premium_payments.ts";

const SUBSCRIPTIONS = table("subscriptions", {
  userId: uuid,
  shard: smallint,
  until: moment,
  cancelled: boolean.default("false"),
}, { key: ["userId", "shard"] });

const SUBSCRIPTION_HISTORY = table("subscription_history", {
  userId: uuid,
  shard: smallint,
  position: bigint,
  action: text,
  at: moment,
  until: moment,
  reference: text.optional,
}, {
  key: ["userId", "shard", "position"],
  indexes: { subscription_history_newest: "(at) where action = 'subscribe'" },
});

/**
 * How long people have Premium, and its history. Inline: decisions about free plays read it.
 */
export const subscriptions: Projection<SubscriptionEvent> = {
  name: "subscriptions",
  version: 5,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: [
    "SubscriptionGranted",
    "SubscriptionEnded",
    "SubscriptionCancelled",
    "SubscriptionSuspended",
    "SubscriptionRestored",
  ],
  // The person comes first in the key, because questions about Premium name the person and not the shard.
  tables: ddlOf(SUBSCRIPTIONS, SUBSCRIPTION_HISTORY),

  async apply(tx, events) {
    // A handful a second at most; one after another keeps grants and ends in their order.
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<SubscriptionEvent>): Promise<void> {
  const { type, data } = event;
  const shard = shardOfLog(event.log);
  const until = new Date(type === "SubscriptionEnded" ? data.endedAt : data.until);
  const cancelled = type === "SubscriptionCancelled" ? true : type === "SubscriptionGranted" ? false : null;
  await tx`
    insert into subscriptions (user_id, shard, until, cancelled)
    values (${data.userId}, ${shard}, ${until}, ${cancelled ?? false})
    on conflict (user_id, shard) do update set until = excluded.until,
      cancelled = coalesce(${cancelled}::boolean, subscriptions.cancelled)`;
  await tx`
    insert into subscription_history (user_id, shard, position, action, at, until, reference)
    values (${data.userId}, ${shard}, ${event.position}, ${ACTIONS[type]}, ${new Date(event.recordedAt)}, ${until},
      ${"reference" in data ? data.reference : null})`;
}

const ACTIONS: Readonly<Record<SubscriptionEvent["type"], string>> = {
  SubscriptionGranted: "subscribe",
  SubscriptionEnded: "end",
  SubscriptionCancelled: "cancel",
  SubscriptionSuspended: "suspend",
  SubscriptionRestored: "restore",
};

export interface SubscriptionRow {
  /** Epoch ms. */
  readonly until: number | undefined;
  readonly isCancelled: boolean;
}

/** People's Premium, of one shard where it is given; those who never had it are missing from the map. */
export async function subscriptionsOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  shard?: number,
): Promise<Map<string, SubscriptionRow>> {
  const rows = await sql<{ userId: string; until: number; cancelled: boolean }[]>`
    select user_id, until, cancelled from subscriptions
    where user_id = any(${[...userIds]}::uuid[]) ${shard === undefined ? sql`` : sql`and shard = ${shard}`}`;
  return new Map(rows.map((row) => [row.userId, { until: row.until, isCancelled: row.cancelled }]));
}

/** When Premium ends or ended, epoch ms; undefined for those who never had it. */
export async function subscribedUntil(sql: Sql | Tx, userId: string): Promise<number | undefined> {
  return (await subscriptionsOf(sql, [userId])).get(userId)?.until;
}

interface HistoryRow {
  readonly action: string;
  readonly at: number;
  readonly until: number;
  readonly reference: string | undefined;
}

/** The history of a person's Premium, newest first. Times in epoch ms. */
export async function subscriptionHistory(sql: Sql | Tx, userId: string, limit: number): Promise<HistoryRow[]> {
  return await sql<{ action: string; at: number; until: number; reference: string | undefined }[]>`
    select action, at, until, reference from subscription_history
    where user_id = ${userId} order by position desc limit ${limit}`;
}

/** People with Premium now, and the number of grants in a time. Times in epoch ms. */
export async function countSubscribers(
  sql: Sql | Tx,
  { from, to, now }: { from: number; to: number; now: number },
): Promise<{ active: number; granted: number }> {
  const [row] = await sql<{ active: number; granted: number }[]>`
    select
      (select count(distinct user_id)::int from subscriptions where until > ${new Date(now)}) as active,
      (select count(*)::int from subscription_history
        where action = 'subscribe' and at >= ${new Date(from)} and at < ${new Date(to)}) as granted`;
  return row ?? { active: 0, granted: 0 };
}

/** The newest grants of Premium, newest first; without a payment of their own (a gift, or the demo) the sum is 0. */
export async function recentGrants(
  sql: Sql | Tx,
  limit: number,
): Promise<{ userId: string; amountKobo: number; at: number }[]> {
  const rows = await sql<{ userId: string; reference: string; at: number }[]>`
    select user_id, reference, at from subscription_history
    where action = 'subscribe' order by at desc, reference limit ${limit}`;
  const payments = await findPremiumPayments(sql, rows.map((row) => row.reference));
  return rows.map(({ userId, reference, at }) => {
    return { userId, amountKobo: payments.get(reference)?.amountKobo ?? 0, at };
  });
}

/** People of a shard who had Premium at some time since a moment (epoch ms), by their ids: `limit` of them behind `after`. */
export async function subscribersSince(
  sql: Sql | Tx,
  shard: number,
  { since, after, limit }: { since: number; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from subscriptions where shard = ${shard} and until >= ${new Date(since)}
      ${after === undefined ? sql`` : sql`and user_id > ${after}`}
    order by user_id limit ${limit}`;
  return rows.map((row) => row.userId);
}

/** When somebody of a shard got Premium for the first time, epoch ms. */
export async function firstGrantAt(sql: Sql | Tx, shard: number): Promise<number | undefined> {
  const [row] = await sql<{ at: number | undefined }[]>`
    select min(at) as at from subscription_history where shard = ${shard} and action = 'subscribe'`;
  return row?.at;
}
