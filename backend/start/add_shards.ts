import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import { newestUserId } from "../../projections/accounts/users.ts";
import { ADVISORY_LOCKS, takeLock } from "../store/advisory_locks.ts";
import { readEpochs } from "../store/log/epochs.ts";
import { type Epoch, ShardMap, timeOf } from "../store/log/shard.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { createShardLogs } from "./migrate.ts";
import { StartError } from "./start_error.ts";

/** Every process must have heard of an epoch before it begins: the database refuses less. */
const LEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** An epoch cannot be taken back, and none can begin before it: a slip in a year would end all growth until then. */
const MOST_AHEAD_DAYS = 366;

/**
 * Adds shards for people who join from a midnight in Lagos on, while everything runs; no existing person moves. `from`:
 * a Lagos day (YYYY-MM-DD), left out the next that begins in more than an hour. Throws StartError where it cannot be
 * done now.
 */
export async function addShards(
  owner: Sql,
  { count, from, now }: { readonly count: number; readonly from?: string | undefined; readonly now: number },
): Promise<Epoch> {
  const beginsAt = from === undefined ? lagosDayStart(lagosDay(now + LEAD_MS + DAY_MS)) : lagosDayStart(from);
  if (!Number.isInteger(count) || count < 1 || count > 64) throw new StartError("--add takes a number from 1 to 64");
  if (!(beginsAt >= now + LEAD_MS)) {
    throw new StartError("--from takes a day like 2026-06-01 that begins in Lagos in more than an hour");
  }
  if (beginsAt > now + MOST_AHEAD_DAYS * DAY_MS) throw new StartError("--from takes a day within a year from now");
  return await owner.begin(async (tx) => {
    await takeLock(tx, ADVISORY_LOCKS.migrate, { ofTransaction: true });
    await assertReady(tx, beginsAt);
    const known = new ShardMap(await readEpochs(tx));
    const epoch = { from: beginsAt, first: Math.max(...known.all) + 1, shards: count };
    const last = known.newest.from;
    if (beginsAt <= last) {
      throw new StartError(`Shards are already added from ${lagosDay(last)} on: choose a later day`);
    }
    await tx`
      insert into shard_epochs (from_at, first, shards) values (${new Date(epoch.from)}, ${epoch.first}, ${count})`;
    for (const shard of new ShardMap([epoch]).all) {
      await createShardLogs(tx, shard);
      // Followers of the first shard follow the new one from its first event on.
      for (const kind of ["ledger", "plays"]) {
        const log = `${kind}/${shard}`;
        await tx`
          insert into shard_checkpoints (shard, name, log, position)
          select ${shard}, name, ${log}, 0 from shard_checkpoints where shard = 0 and log = ${`${kind}/0`}
          on conflict do nothing`;
        await tx`
          insert into checkpoints (name, log, position)
          select name, ${log}, 0 from checkpoints where log = ${`${kind}/0`} on conflict do nothing`;
      }
    }
    return epoch;
  });
}

async function assertReady(tx: Tx, beginsAt: number): Promise<void> {
  const [row] = await tx<{ separate: boolean; builds: number }[]>`
    select shards_are_separate() and checkpoints_are_separate() as separate, (select count(*)::int from projection_builds) as builds`;
  if (!row?.separate) {
    throw new StartError("Plays and money share tables with the rest: `deno task orin shards --separate` first");
  }
  if (row.builds > 0) throw new StartError("A projection is being built: try again when it is done");
  const newest = await newestUserId(tx);
  if (newest !== undefined && timeOf(newest) >= beginsAt) {
    throw new StartError("A process whose clock is ahead has made accounts of later days: choose a later --from");
  }
}
