import { lagosDay } from "../../contract/policy.ts";
import type { Sql } from "../../store/sql.ts";

/** A stream that served enough to prove a play, or the whole song. */
interface ServedStream {
  readonly grantId: string;
  readonly shard: number;
  readonly subject: string;
  readonly trackId: string;
  readonly address: string | undefined;
  readonly bytes: number;
  /** Epoch ms: its day is the one that a play of it is reported for. */
  readonly begunAt: number;
  /** Epoch ms. */
  readonly countedAt: number;
  readonly isWhole: boolean;
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

/** Notes a grant once, and once more when the song is whole. Reads: projections/served_streams.ts. */
export async function noteStream(sql: Sql, stream: ServedStream): Promise<void> {
  const { grantId, shard, subject, trackId, address = null, bytes, begunAt, countedAt, isWhole } = stream;
  const at = new Date(countedAt);
  await sql`
    insert into served_streams as known (grant_id, shard, subject, day, track_id, bytes_served, counted_at, address,
      whole_at)
    values (${grantId}, ${shard}, ${subject}, ${lagosDay(begunAt)}, ${trackId}, ${bytes}, ${at}, ${address},
      ${isWhole ? at : null})
    on conflict (grant_id, shard) do update set bytes_served = excluded.bytes_served, whole_at = excluded.whole_at
    where known.whole_at is null and excluded.whole_at is not null`;
}
