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

/** Counts a grant once, on the day it was counted first. Reads: projections/served_streams.ts. */
export async function countStream(sql: Sql, stream: ServedStream): Promise<void> {
  const { grantId, shard, subject, trackId, address = null, bytes, countedAt } = stream;
  await sql`
    insert into served_streams (grant_id, shard, subject, day, track_id, bytes_served, counted_at, address)
    values (${grantId}, ${shard}, ${subject}, ${lagosDay(countedAt)}, ${trackId}, ${bytes}, ${new Date(countedAt)},
      ${address})
    on conflict do nothing`;
}
