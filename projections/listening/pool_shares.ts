import type { PoolShare, PoolShareReceived } from "../../backend/listening/pool/events.ts";
import { NO_SHARE } from "../../backend/listening/pool/state.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { boolean, day, int, smallint, table } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const POOL_SHARES = table("pool_shares", {
  shard: smallint,
  day,
  grants: int,
  allMillionths: int.check("all_millionths between 0 and 1000000"),
  lateMillionths: int.check("late_millionths between 0 and 1000000"),
  allIsLast: boolean,
  lateIsLast: boolean,
}, { key: ["shard", "day"], fillfactor: 20 });

/** What shards may pay of the reward pool of days. Inline: every play report is decided on it where there are several. */
export const poolShares = projection<PoolShareReceived>({
  name: "pool_shares",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  tables: [POOL_SHARES],
  handlers: {
    PoolShareReceived: (tx, { log, data: { all: allMillionths, late: lateMillionths, ...data } }) =>
      POOL_SHARES.put(tx, { ...data, shard: shardOfLog(log), allMillionths, lateMillionths }),
  },
});

/** What a shard may pay of a Lagos day's pool. */
export async function findPoolShare(tx: Sql | Tx, shard: number, day: string): Promise<PoolShare> {
  const [row] = await tx<PoolShare[]>`
    select grants, all_millionths as all, late_millionths as late, all_is_last, late_is_last
    from pool_shares where shard = ${shard} and day = ${day}`;
  return row ?? NO_SHARE;
}

/** The shares that shards have received, with the days. */
export async function findPoolShares(tx: Sql | Tx): Promise<(PoolShare & { shard: number; day: string })[]> {
  return await tx`
    select shard, day, grants, all_millionths as all, late_millionths as late, all_is_last, late_is_last
    from pool_shares order by day, shard`;
}
