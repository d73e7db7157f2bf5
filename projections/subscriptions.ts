import type { SubscriptionEnded, SubscriptionGranted } from "../backend/subscriptions/events.ts";
import type { Projection } from "../backend/store/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { eventsOf } from "./events_of.ts";

/** Until when somebody has Premium, and which payments gave it. Inline: grants and free plays are decided on it. */
export const subscriptions: Projection = {
  name: "subscriptions",
  version: 1,
  mode: "inline",
  logs: ["ledger"],
  on: ["SubscriptionGranted", "SubscriptionEnded"],
  // The person comes first in the key, because who asks about Premium knows the person and not the shard.
  tables: `
    create table subscriptions (
      user_id uuid not null,
      shard smallint not null,
      until timestamptz not null,
      primary key (user_id, shard)
    );
    create table subscription_grants (
      reference text not null,
      shard smallint not null,
      user_id uuid not null,
      starts_at timestamptz not null,
      until timestamptz not null,
      primary key (reference, shard)
    )`,

  async apply(tx, events) {
    // A handful a second at most; one after another keeps grants and ends in their order.
    for (const event of events) {
      const shard = Number(event.log.split("/")[1]);
      for (const { data } of eventsOf<SubscriptionGranted>([event], "SubscriptionGranted")) {
        await tx`
          insert into subscription_grants (reference, shard, user_id, starts_at, until)
          values (${data.reference}, ${shard}, ${data.userId}, ${new Date(data.from)}, ${new Date(data.until)})`;
        await setUntil(tx, { shard, userId: data.userId, until: data.until });
      }
      for (const { data } of eventsOf<SubscriptionEnded>([event], "SubscriptionEnded")) {
        await setUntil(tx, { shard, userId: data.userId, until: data.endedAt });
      }
    }
  },
};

async function setUntil(tx: Tx, { shard, userId, until }: { shard: number; userId: string; until: number }) {
  await tx`
    insert into subscriptions (user_id, shard, until) values (${userId}, ${shard}, ${new Date(until)})
    on conflict (user_id, shard) do update set until = excluded.until`;
}

/** When Premium ends or ended, epoch ms; undefined for those who never had it. */
export async function subscribedUntil(sql: Sql | Tx, userId: string): Promise<number | undefined> {
  return (await subscriptionEnds(sql, [userId])).get(userId);
}

/** The same for several people. */
export async function subscriptionEnds(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ user_id: string; until: Date }[]>`
    select user_id, until from subscriptions where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.user_id, row.until.getTime()]));
}

/** Which of these references have had their grant. */
export async function grantedReferences(sql: Sql | Tx, references: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ reference: string }[]>`
    select reference from subscription_grants where reference = any(${[...references]})`;
  return new Set(rows.map((row) => row.reference));
}
