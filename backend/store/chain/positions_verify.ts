import { findHole } from "./chain_verify.ts";
import type { LogName } from "../log/event.ts";
import type { Problem } from "../log/problem.ts";
import { rawSql, type Tx } from "../sql.ts";
import { eventsIn, keptIn, placeOf, tableOf } from "../place.ts";

/**
 * Proves that a log has every position after `after` up to its head and none behind it, and that every event's id is
 * registered for it. Answers the first of each that is wrong.
 */
export async function verifyPositions(
  tx: Tx,
  { log, after, head }: { log: LogName; after: number; head: number },
): Promise<Problem[]> {
  const [row] = await tx<{ count: number; most: number | null }[]>`
    select count(*)::int as count, max(position) as most from ${
    eventsIn(log)
  } where log = ${log} and position > ${after}`;
  const problems: Problem[] = [];
  if ((row?.most ?? 0) > head) {
    problems.push({
      where: `log ${log}, position ${row?.most}`,
      what: `it stands behind the head, which says ${head}`,
    });
  }
  if (row?.count !== head - after) {
    const hole = await findHole(tx, log, { first: after + 1, last: head });
    if (hole) problems.push(hole);
  }
  return [...problems, ...await findUnregistered(tx, log, after)];
}

async function findUnregistered(tx: Tx, log: LogName, after: number): Promise<Problem[]> {
  const rows = await tx<{ position: number; event_id: string }[]>`
    select events.position, events.event_id from ${eventsIn(log)}
    left join ${keptIn(placeOf(log), "event_ids")} on event_ids.event_id = events.event_id
      and event_ids.log = events.log and event_ids.position = events.position
    where events.log = ${log} and events.position > ${after} and event_ids.event_id is null
    order by events.position limit 1`;
  return rows.map((row) => ({
    where: `log ${log}, position ${row.position}`,
    what: `its id ${row.event_id} is not registered for it`,
  }));
}

/** Registered ids of a log that no event has. Looks at all of them. */
export async function verifyIds(tx: Tx, log: LogName): Promise<Problem[]> {
  const rows = await tx<{ event_id: string; log: string; position: number }[]>`
    select event_ids.* from ${keptIn(placeOf(log), "event_ids")}
    left join ${eventsIn(log)} on events.log = event_ids.log and events.position = event_ids.position
      and events.event_id = event_ids.event_id
    where event_ids.log = ${log} and events.event_id is null order by event_ids.position limit 1`;
  return rows.map((row) => ({
    where: `log ${row.log}, position ${row.position}`,
    what: `the id ${row.event_id} is registered for it, but the event has another or is missing`,
  }));
}

/**
 * An event's id is in one shard: ids are random, or made from such. Where two shards have it, something was stored twice.
 * Looks at all of them.
 */
export async function verifyShardIds(tx: Tx): Promise<Problem[]> {
  const rows = await tx<{ event_id: string; places: string }[]>`
    select event_id, string_agg(format('log %s, position %s', log, position), ' and ' order by shard) as places
    from ${rawSql(tableOf(0, "event_ids"))} group by event_id having count(*) > 1 order by event_id limit 1`;
  return rows.map(({ event_id, places }) => ({ where: places, what: `both have the id ${event_id}` }));
}
