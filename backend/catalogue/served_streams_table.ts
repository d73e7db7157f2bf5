import { lagosDay } from "../contract/policy.ts";
import type { Sql } from "../store/sql.ts";

/** A grant of which so much was served that it counts as a stream. */
export interface ServedStream {
  readonly grantId: string;
  readonly shard: number;
  readonly subject: string;
  readonly trackId: string;
  readonly address: string | undefined;
  readonly bytes: number;
  /** Epoch ms. */
  readonly countedAt: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Forgets what was served to visitors before yesterday (`now` in epoch ms): it counted against the free plays of its day
 * alone. What was served to people with an account stays, because their plays are proven by it.
 */
export async function forgetVisitors(sql: Sql, now: number): Promise<void> {
  await sql`
    delete from served_streams where address is not null and day < ${lagosDay(now - DAY_MS)}`;
}

/** Counts a grant once, on the day it was counted first. Reads: projections/served_streams.ts. */
export async function countStream(sql: Sql, stream: ServedStream): Promise<void> {
  const { grantId, shard, subject, trackId, address = null, bytes, countedAt } = stream;
  await sql`
    insert into served_streams (grant_id, shard, subject, day, track_id, bytes_served, counted_at, address)
    values (${grantId}, ${shard}, ${subject}, ${lagosDay(countedAt)}, ${trackId}, ${bytes}, ${new Date(countedAt)},
      ${address})
    on conflict do nothing`;
}
