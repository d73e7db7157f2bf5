import { deleteInBatches } from "../store/delete_in_batches.ts";
import type { Sql, Tx } from "../store/sql.ts";

/** A device that shows pushes, for the log-in that asked for them. Times in epoch ms. */
export interface DeviceRow {
  readonly subscriptionId: string;
  readonly endpointHash: string;
  readonly userId: string;
  /** What the push service gave the browser, sealed with the person's key. */
  readonly sealed: string;
  readonly createdAt: number;
}

interface DbDevice {
  subscriptionId: string;
  endpointHash: string;
  userId: string;
  sealed: string;
  createdAt: number;
}

function deviceRow(row: DbDevice): DeviceRow {
  return {
    subscriptionId: row.subscriptionId,
    endpointHash: row.endpointHash,
    userId: row.userId,
    sealed: row.sealed,
    createdAt: row.createdAt,
  };
}

/**
 * Keeps a browser's subscription. The same person's stays as old as it was; of anyone else before it nothing stays, not
 * even the id that jobs know. Beyond `most` devices the oldest go.
 */
export async function keepDevice(
  sql: Sql,
  device: DeviceRow & { readonly sessionId: string },
  most: number,
): Promise<void> {
  const { subscriptionId, endpointHash, userId, sessionId, sealed, createdAt } = device;
  await sql.begin(async (tx) => {
    await tx`
      insert into push_subscriptions as known (subscription_id, endpoint_hash, user_id, session_id, sealed, created_at)
      values (${subscriptionId}, ${endpointHash}, ${userId}, ${sessionId}, ${sealed}, ${new Date(createdAt)})
      on conflict (endpoint_hash) do update set
        subscription_id = case when known.user_id = excluded.user_id then known.subscription_id
          else excluded.subscription_id end,
        created_at = case when known.user_id = excluded.user_id then known.created_at else excluded.created_at end,
        user_id = excluded.user_id, session_id = excluded.session_id, sealed = excluded.sealed`;
    await tx`
      delete from push_subscriptions where subscription_id in (
        select subscription_id from push_subscriptions where user_id = ${userId}
        order by created_at desc, subscription_id desc offset ${most})`;
  });
}

/** Forgets a browser's subscription, if it is this person's. */
export async function forgetDevice(
  sql: Sql,
  { userId, endpointHash }: { userId: string; endpointHash: string },
): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId} and endpoint_hash = ${endpointHash}`;
}

/** Forgets a subscription that ended. */
export async function forgetSubscription(sql: Sql, subscriptionId: string): Promise<void> {
  await sql`delete from push_subscriptions where subscription_id = ${subscriptionId}`;
}

/** People's devices whose log-in is still open at `now` (epoch ms). */
export async function devicesOf(sql: Sql | Tx, userIds: readonly string[], now: number): Promise<DeviceRow[]> {
  const rows = await sql<DbDevice[]>`
    select device.* from push_subscriptions as device join sessions using (session_id)
    where device.user_id = any(${[...userIds]}::uuid[]) and sessions.user_id = device.user_id
      and sessions.expires_at > ${new Date(now)}
    order by device.created_at, device.subscription_id`;
  return rows.map(deviceRow);
}

/** One of them. */
export async function findDevice(sql: Sql, subscriptionId: string, now: number): Promise<DeviceRow | undefined> {
  const [row] = await sql<DbDevice[]>`
    select device.* from push_subscriptions as device join sessions using (session_id)
    where subscription_id = ${subscriptionId} and sessions.user_id = device.user_id
      and sessions.expires_at > ${new Date(now)}`;
  return row && deviceRow(row);
}

/** Notes that a person has seen everything up to a moment (epoch ms), never an earlier one than before. */
export async function markUntil(sql: Sql, userId: string, until: number): Promise<void> {
  await sql`
    insert into notification_marks as known (user_id, read_until) values (${userId}, ${new Date(until)})
    on conflict (user_id) do update set read_until = greatest(known.read_until, excluded.read_until)`;
}

/** Notes that a person has seen single ones. */
export async function markSome(sql: Sql, userId: string, { ids, now }: { ids: readonly string[]; now: number }) {
  await sql`
    insert into notification_reads (user_id, notice_id, read_at)
    select ${userId}::uuid, id, ${new Date(now)} from unnest(${[...ids]}::text[]) as id
    on conflict do nothing`;
}

/** Up to when a person has seen everything, epoch ms (0 for never), and the single ones they have seen. */
export async function readMarks(
  sql: Sql,
  userId: string,
): Promise<{ readonly until: number; readonly ids: ReadonlySet<string> }> {
  const [[mark], ids] = await Promise.all([
    sql<{ readUntil: number }[]>`select read_until from notification_marks where user_id = ${userId}`,
    sql<{ noticeId: string }[]>`select notice_id from notification_reads where user_id = ${userId}`,
  ]);
  return { until: mark?.readUntil ?? 0, ids: new Set(ids.map((row) => row.noticeId)) };
}

/** Forgets a person's devices and marks. */
export async function forgetAllOf(sql: Sql, userId: string): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId}`;
  await sql`delete from notification_marks where user_id = ${userId}`;
  await sql`delete from notification_reads where user_id = ${userId}`;
}

/** Deletes the marks of single notifications that were made before `until` (epoch ms). */
export async function forgetReadsBefore(sql: Sql, until: number): Promise<void> {
  await deleteInBatches((limit) =>
    sql`
      delete from notification_reads where (user_id, notice_id) in (
        select user_id, notice_id from notification_reads where read_at < ${new Date(until)}
        limit ${limit} for update skip locked)`
  );
}
