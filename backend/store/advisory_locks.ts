import type { Sql, Tx } from "./sql.ts";

/**
 * Keys of the advisory locks of Orin's database, side by side so that no two are the same. `ensure_ranges()` of
 * `migrations/0007_ranges.sql` takes 7265746002.
 */
export const ADVISORY_LOCKS = {
  migrate: 7_265_746_001,
  sealBlocks: 7_265_746_003,
  verifyNightly: 7_265_746_004,
  backup: 7_265_746_005,
  archive: 7_265_746_006,
  takeOver: 7_265_746_007,
} as const;

/** The class of the locks around one-time codes, each with the hash of its payout's id as the second key. */
export const CODE_LOCK_CLASS = 7_265_748;

/** The class of the locks around refunds, each with the hash of its payment's id as the second key. */
export const REFUND_LOCK_CLASS = 7_265_749;
export const DISPUTE_LOCK_CLASS = 7_265_751;

/** The class of the locks around the limits of a person's open uploads, each with the hash of the person's id. */
export const UPLOADS_LOCK_CLASS = 7_265_752;

/** The class of the locks that rebuilds take, each with the hash of its projection's name as the second key. */
export const REBUILD_LOCK_CLASS = 7_265_747;

/** The class of the locks around what a side of admins decides alone, each with the hash of the side's first id. */
export const SIDE_LOCK_CLASS = 7_265_753;

const AGAIN_MS = 200;
/** Who waits for longer says so. */
const LONG_MS = 10_000;

interface Taking {
  /** The lock ends with the transaction; left out, with the session. */
  readonly ofTransaction?: boolean;
  /** Called once where it takes long. */
  late?(): void;
}

/**
 * Takes an advisory lock. It asks again and again: a statement that waits has a snapshot, and an index that the holder
 * builds concurrently waits for every snapshot, so both would wait for ever.
 */
export async function takeLock(
  sql: Sql | Tx,
  key: number,
  { ofTransaction = false, late }: Taking = {},
): Promise<void> {
  const lateAt = performance.now() + LONG_MS;
  for (let isLate = false;;) {
    const [row] = await sql<{ taken: boolean }[]>`
      select ${ofTransaction ? sql`pg_try_advisory_xact_lock(${key})` : sql`pg_try_advisory_lock(${key})`} as taken`;
    if (row?.taken) return;
    if (!isLate && performance.now() > lateAt) {
      isLate = true;
      late?.();
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
