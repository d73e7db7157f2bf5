import type { SubscriptionEvent } from "../../backend/subscriptions/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import {
  bigint,
  boolean,
  moment,
  type RowOf,
  smallint,
  table,
  text,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
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

/** How long people have Premium, and its history. Inline: decisions about free plays read it. */
export const subscriptions = projection<SubscriptionEvent>({
  name: "subscriptions",
  version: 5,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  // The person comes first in the key, because questions about Premium name the person and not the shard.
  tables: [SUBSCRIPTIONS, SUBSCRIPTION_HISTORY],
  handlers: {
    SubscriptionGranted: (tx, event) => change(tx, event, { action: "subscribe", ...event.data, cancelled: false }),
    SubscriptionEnded: (tx, event) => change(tx, event, { action: "end", until: event.data.endedAt }),
    SubscriptionCancelled: (tx, event) => change(tx, event, { action: "cancel", ...event.data, cancelled: true }),
    SubscriptionSuspended: (tx, event) => change(tx, event, { action: "suspend", ...event.data }),
    SubscriptionRestored: (tx, event) => change(tx, event, { action: "restore", ...event.data }),
  },
});

interface Change {
  readonly action: string;
  readonly until: number;
  readonly reference?: string;
  /** Left out where it stays as it was. */
  readonly cancelled?: boolean;
}

async function change(
  tx: Tx,
  { log, position, data: { userId }, recordedAt: at }: Recorded<SubscriptionEvent>,
  { action, until, reference, cancelled }: Change,
): Promise<void> {
  const shard = shardOfLog(log);
  await tx`
    insert into subscriptions (user_id, shard, until, cancelled)
    values (${userId}, ${shard}, ${new Date(until)}, ${cancelled ?? false})
    on conflict (user_id, shard) do update set until = excluded.until,
      cancelled = coalesce(${cancelled ?? null}::boolean, subscriptions.cancelled)`;
  await SUBSCRIPTION_HISTORY.insert(tx, { userId, shard, position, action, at, until, reference });
}

interface SubscriptionRow {
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
  const rows = await sql<{ userId: string; until: number; isCancelled: boolean }[]>`
    select user_id, until, cancelled as is_cancelled from subscriptions
    where user_id = any(${[...userIds]}::uuid[]) ${shard === undefined ? sql`` : sql`and shard = ${shard}`}`;
  return new Map(rows.map(({ userId, ...row }) => [userId, row]));
}

/** When Premium ends or ended, epoch ms; undefined for those who never had it. */
export async function subscribedUntil(sql: Sql | Tx, userId: string): Promise<number | undefined> {
  return (await subscriptionsOf(sql, [userId])).get(userId)?.until;
}

type HistoryRow = Pick<RowOf<typeof SUBSCRIPTION_HISTORY>, "action" | "at" | "until" | "reference">;

/** The history of a person's Premium, newest first. Times in epoch ms. */
export async function subscriptionHistory(sql: Sql | Tx, userId: string, limit: number): Promise<HistoryRow[]> {
  return await sql<HistoryRow[]>`
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
  return rows.map(({ userId, reference, at }) => (
    { userId, amountKobo: payments.get(reference)?.amountKobo ?? 0, at }
  ));
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

/** When a person of a shard got Premium for the first time, epoch ms. */
export async function firstGrantAt(sql: Sql | Tx, shard: number): Promise<number | undefined> {
  const [row] = await sql<{ at: number | undefined }[]>`
    select min(at) as at from subscription_history where shard = ${shard} and action = 'subscribe'`;
  return row?.at;
}
