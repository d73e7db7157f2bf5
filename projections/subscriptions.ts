import type { PremiumPaymentEvent, SubscriptionEvent } from "../backend/subscriptions/events.ts";
import type { RecordedEvent } from "../backend/store/event.ts";
import type { Projection } from "../backend/store/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/**
 * Until when somebody has Premium, what happened to it, and which payments gave it. Inline: grants and free plays are
 * decided on it.
 */
export const subscriptions: Projection = {
  name: "subscriptions",
  version: 2,
  mode: "inline",
  logs: ["ledger"],
  on: [
    "SubscriptionGranted",
    "SubscriptionEnded",
    "SubscriptionCancelled",
    "SubscriptionSuspended",
    "SubscriptionRestored",
    "PremiumPaymentStarted",
    "PremiumPaid",
    "PremiumDisputed",
    "PremiumCleared",
    "PremiumReversed",
  ],
  // The person comes first in the key, because who asks about Premium knows the person and not the shard.
  tables: `
    create table subscriptions (
      user_id uuid not null,
      shard smallint not null,
      until timestamptz not null,
      cancelled boolean not null default false,
      primary key (user_id, shard)
    );
    create table subscription_grants (
      reference text not null,
      shard smallint not null,
      user_id uuid not null,
      starts_at timestamptz not null,
      until timestamptz not null,
      primary key (reference, shard)
    );
    create table subscription_history (
      user_id uuid not null,
      shard smallint not null,
      position bigint not null,
      action text not null,
      at timestamptz not null,
      until timestamptz not null,
      reference text,
      primary key (user_id, shard, position)
    );
    create table premium_payments (
      reference text not null,
      shard smallint not null,
      user_id uuid not null,
      amount_kobo bigint not null check (amount_kobo > 0),
      status text not null,
      started_at timestamptz not null,
      primary key (reference, shard)
    );
    create index premium_payments_open on premium_payments (started_at) where status = 'started'`,

  async apply(tx, events) {
    // A handful a second at most; one after another keeps grants and ends in their order.
    for (const event of events) {
      const known = premiumEvent(event);
      if (isPayment(known)) await applyPayment(tx, event, known);
      else await applySubscription(tx, event, known);
    }
  },
};

async function applySubscription(tx: Tx, event: RecordedEvent, { type, data }: SubscriptionEvent): Promise<void> {
  const shard = shardOf(event);
  const until = new Date(type === "SubscriptionEnded" ? data.endedAt : data.until);
  if (type === "SubscriptionGranted") {
    await tx`
      insert into subscription_grants (reference, shard, user_id, starts_at, until)
      values (${data.reference}, ${shard}, ${data.userId}, ${new Date(data.from)}, ${until})`;
  }
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

async function applyPayment(tx: Tx, event: RecordedEvent, { type, data }: PremiumPaymentEvent): Promise<void> {
  const shard = shardOf(event);
  if (type === "PremiumPaymentStarted") {
    await tx`
      insert into premium_payments (reference, shard, user_id, amount_kobo, status, started_at)
      values (${data.reference}, ${shard}, ${data.userId}, ${data.amountKobo}, 'started',
        ${new Date(event.recordedAt)})`;
    return;
  }
  await tx`
    update premium_payments set status = ${STATUSES[type]} where reference = ${data.reference} and shard = ${shard}`;
}

const ACTIONS: Readonly<Record<SubscriptionEvent["type"], string>> = {
  SubscriptionGranted: "subscribe",
  SubscriptionEnded: "end",
  SubscriptionCancelled: "cancel",
  SubscriptionSuspended: "suspend",
  SubscriptionRestored: "restore",
};

const STATUSES = {
  PremiumPaid: "paid",
  PremiumDisputed: "disputed",
  PremiumCleared: "paid",
  PremiumReversed: "reversed",
} as const;

export interface SubscriptionRow {
  /** Epoch ms. */
  readonly until: number | undefined;
  readonly isCancelled: boolean;
}

/** What people have; those who never had Premium are missing from the map. */
export async function subscriptionsOf(
  sql: Sql | Tx,
  userIds: readonly string[],
): Promise<Map<string, SubscriptionRow>> {
  const rows = await sql<{ user_id: string; until: Date; cancelled: boolean }[]>`
    select user_id, until, cancelled from subscriptions where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.user_id, { until: row.until.getTime(), isCancelled: row.cancelled }]));
}

/** When Premium ends or ended, epoch ms; undefined for those who never had it. */
export async function subscribedUntil(sql: Sql | Tx, userId: string): Promise<number | undefined> {
  return (await subscriptionsOf(sql, [userId])).get(userId)?.until;
}

/** What these references gave: from when to when, epoch ms. */
export async function findGrants(
  sql: Sql | Tx,
  references: readonly string[],
): Promise<Map<string, { from: number; until: number }>> {
  const rows = await sql<{ reference: string; starts_at: Date; until: Date }[]>`
    select reference, starts_at, until from subscription_grants where reference = any(${[...references]})`;
  return new Map(rows.map((row) => [row.reference, { from: row.starts_at.getTime(), until: row.until.getTime() }]));
}

export interface HistoryRow {
  readonly action: string;
  readonly at: number;
  readonly until: number;
  readonly reference: string | undefined;
}

/** What happened to somebody's Premium, the newest first. Times in epoch ms. */
export async function subscriptionHistory(sql: Sql | Tx, userId: string, limit: number): Promise<HistoryRow[]> {
  const rows = await sql<{ action: string; at: Date; until: Date; reference: string | null }[]>`
    select action, at, until, reference from subscription_history
    where user_id = ${userId} order by position desc limit ${limit}`;
  return rows.map((row) => ({
    ...{ action: row.action, at: row.at.getTime(), until: row.until.getTime() },
    reference: row.reference ?? undefined,
  }));
}

export interface PremiumPaymentRow {
  readonly reference: string;
  readonly shard: number;
  readonly userId: string;
  readonly amountKobo: number;
  readonly status: "started" | "paid" | "disputed" | "reversed";
}

export async function findPremiumPayment(sql: Sql | Tx, reference: string): Promise<PremiumPaymentRow | undefined> {
  const [row] = await sql<PaymentRow[]>`select * from premium_payments where reference = ${reference}`;
  return row && paymentOf(row);
}

/** Payments that were begun in a time (epoch ms) and have no end yet. */
export async function openPremiumPayments(
  sql: Sql | Tx,
  { from, to }: { from: number; to: number },
): Promise<PremiumPaymentRow[]> {
  const rows = await sql<PaymentRow[]>`
    select * from premium_payments
    where status = 'started' and started_at between ${new Date(from)} and ${new Date(to)}
    order by started_at desc limit 300`;
  return rows.map(paymentOf);
}

interface PaymentRow {
  reference: string;
  shard: number;
  user_id: string;
  amount_kobo: number;
  status: PremiumPaymentRow["status"];
}

function paymentOf({ reference, shard, user_id: userId, amount_kobo: amountKobo, status }: PaymentRow) {
  return { reference, shard, userId, amountKobo, status };
}

function shardOf(event: RecordedEvent): number {
  return Number(event.log.split("/")[1]);
}

function isPayment(event: PremiumPaymentEvent | SubscriptionEvent): event is PremiumPaymentEvent {
  return event.type.startsWith("Premium");
}

/** The projection asks for these types alone, and only the subscriptions area writes them. */
function premiumEvent(event: RecordedEvent): PremiumPaymentEvent | SubscriptionEvent {
  return event as unknown as PremiumPaymentEvent | SubscriptionEvent;
}
