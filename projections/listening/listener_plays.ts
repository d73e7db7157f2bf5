import { lagosDay } from "../../backend/contract/policy.ts";
import type { PlayReported } from "../../backend/listening/report/events.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { anyOf, rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { day, smallint, table, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

const LISTENER_PLAYS = table("listener_plays", {
  shard: smallint,
  listenerId: uuid,
  day,
  playIds: typed<string[]>("uuid[]"),
}, { key: ["shard", "listenerId", "day"], fillfactor: 70 });

/**
 * The ids of a listener's plays by the Lagos day on which they began: sixteen bytes a play. It leads to the events of
 * plays that are too old for the table of plays.
 */
export const listenerPlays: Projection<PlayReported> = {
  name: "listener_plays",
  version: 1,
  mode: "async",
  place: "shard",
  logs: ["plays"],
  on: ["PlayReported"],
  tables: LISTENER_PLAYS.ddl,

  async apply(tx, events) {
    const first = events.map(({ log, data }) => ({ shard: shardOfLog(log), ...data })).filter(({ report }) =>
      report === 1
    );
    const days = Map.groupBy(first, (play) => `${play.shard} ${play.listenerId} ${lagosDay(play.startedAt)}`);
    const rows = [...days.values()].flatMap((plays) => {
      const [one] = plays;
      if (!one) return [];
      const { shard, listenerId, startedAt } = one;
      return [{ shard, listenerId, day: lagosDay(startedAt), playIds: `{${plays.map(({ playId }) => playId)}}` }];
    });
    if (rows.length === 0) return;
    const heard = rowsOf(tx, rows, { smallint: ["shard"], uuid: ["listenerId"], date: ["day"], text: ["playIds"] });
    await tx`
      insert into listener_plays as known (shard, listener_id, day, play_ids)
      select shard, listener_id, day, play_ids::uuid[] from ${heard} as heard
      on conflict (shard, listener_id, day) do update set play_ids = known.play_ids || excluded.play_ids`;
  },
};

/** The ids of a listener's plays by day (YYYY-MM-DD), from a day backwards: `limit` days that have any. */
export async function playIdsByDay(
  sql: Sql | Tx,
  { shard, listenerId }: { shard: number; listenerId: string },
  { from, limit }: { from: string; limit: number },
): Promise<{ day: string; playIds: string[] }[]> {
  return await sql<{ day: string; playIds: string[] }[]>`
    select day::text, play_ids::text[] as play_ids from listener_plays
    where shard = ${shard} and listener_id = ${listenerId} and day <= ${from}::text::date
    order by listener_plays.day desc limit ${limit}`;
}

/** Whether a listener has plays of a Lagos day or one before it. */
export async function hasDays(
  sql: Sql | Tx,
  { shard, listenerId }: { readonly shard: number; readonly listenerId: string },
  { upTo }: { readonly upTo: string },
): Promise<boolean> {
  const rows = await sql`
    select 1 from listener_plays where shard = ${shard} and listener_id = ${listenerId} and day <= ${upTo}::text::date
    limit 1`;
  return rows.length > 0;
}

/** The ids of the plays of listeners that began from a Lagos day to another, both included. */
export async function playIdsBetween(
  sql: Sql | Tx,
  shard: number,
  { listenerIds, from, to }: { listenerIds: readonly string[]; from: string; to: string },
): Promise<string[]> {
  const asked = new Set(listenerIds);
  const rows = await sql<{ playIds: string[] }[]>`
    select play_ids::text[] from listener_plays
    where shard = ${shard} and ${anyOf("listener_id", asked)}
      and day between ${from}::text::date and ${to}::text::date`;
  return rows.flatMap((row) => row.playIds);
}
