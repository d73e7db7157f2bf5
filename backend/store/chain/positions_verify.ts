import { archivedUpTo, coldEvents } from "../archive/cold.ts";
import { isMinted } from "../log/ids.ts";
import { plainArray } from "../projections/columns.ts";
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
  const archived = await archivedUpTo(tx, log);
  const from = Math.max(after, archived);
  const [row] = await tx<{ count: number; most: number | undefined }[]>`
    select count(*)::int as count, max(position) as most from ${
    eventsIn(log)
  } where log = ${log} and position > ${from}`;
  const problems = await findBesideArchive(tx, log, archived);
  if ((row?.most ?? 0) > head) {
    problems.push({
      where: `log ${log}, position ${row?.most}`,
      what: `it stands behind the head, which says ${head}`,
    });
  }
  if (row?.count !== head - from) {
    const hole = await findHole(tx, log, { first: from + 1, last: head });
    if (hole) problems.push(hole);
  }
  return [...problems, ...await findUnregistered(tx, log, after)];
}

/** A table of these positions is there for other shards alone. */
async function findBesideArchive(tx: Tx, log: LogName, archived: number): Promise<Problem[]> {
  if (archived === 0) return [];
  const rows = await tx<{ position: number }[]>`
    select position from ${eventsIn(log)} where log = ${log} and position <= ${archived} order by position limit 1`;
  return rows.map(({ position }) => ({
    where: `log ${log}, position ${position}`,
    what: `it stands in a table, but the events up to ${archived} are archived`,
  }));
}

async function findUnregistered(tx: Tx, log: LogName, after: number): Promise<Problem[]> {
  const rows = await tx<{ position: number; eventId: string }[]>`
    select events.position, events.event_id from ${eventsIn(log)}
    left join ${keptIn(placeOf(log), "event_ids")} on event_ids.event_id = events.event_id
      and event_ids.log = events.log and event_ids.position = events.position
    where events.log = ${log} and events.position > ${after} and event_ids.event_id is null
    order by events.position limit 1`;
  return rows.map(({ position, eventId }) => unregistered(log, { position, eventId }));
}

/** Registered ids of a log that no event has. Looks at all of them. */
export async function verifyIds(tx: Tx, log: LogName): Promise<Problem[]> {
  const archived = await archivedUpTo(tx, log);
  const rows = await tx<{ eventId: string; log: string; position: number }[]>`
    select event_ids.* from ${keptIn(placeOf(log), "event_ids")}
    left join ${eventsIn(log)} on events.log = event_ids.log and events.position = event_ids.position
      and events.event_id = event_ids.event_id
    where event_ids.log = ${log} and events.event_id is null and event_ids.position > ${archived}
    order by event_ids.position limit 1`;
  return [...rows.map(misplaced), ...archived > 0 ? await verifyColdIds(tx, log, archived) : []];
}

interface Registered {
  readonly log: string;
  readonly eventId: string;
  readonly position: number;
}

function misplaced({ log, position, eventId }: Registered): Problem {
  return {
    where: `log ${log}, position ${position}`,
    what: `the id ${eventId} is registered for it, but the event has another or is missing`,
  };
}

/** Ids of archived events: those that were derived are still registered, those that the service minted may have gone. */
async function verifyColdIds(tx: Tx, log: LogName, archived: number): Promise<Problem[]> {
  const ids = keptIn(placeOf(log), "event_ids");
  let found = 0;
  for await (const events of coldEvents(tx, log, { after: 0, upTo: archived })) {
    const positions = new Map(events.map(({ eventId, position }) => [eventId, position]));
    const registered = await tx<Registered[]>`
      select event_id, log, position from ${ids} where event_id = any(${
      plainArray([...positions.keys()])
    }::text::uuid[])`;
    const wrong = registered.find((row) => row.log !== log || row.position !== positions.get(row.eventId));
    if (wrong) return [misplaced(wrong)];
    const known = new Set(registered.map(({ eventId }) => eventId));
    const missing = events.find(({ eventId }) => !isMinted(eventId) && !known.has(eventId));
    if (missing) return [unregistered(log, missing)];
    found += registered.length;
  }
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from ${ids} where log = ${log} and position <= ${archived}`;
  if (row?.count === found) return [];
  const what = `${row?.count} ids are registered for them, but only ${found} are theirs`;
  return [{ where: `log ${log}, positions 1 to ${archived}`, what }];
}

function unregistered(log: LogName, { position, eventId }: { position: number; eventId: string }): Problem {
  return { where: `log ${log}, position ${position}`, what: `its id ${eventId} is not registered for it` };
}

/**
 * An event's id is in one shard: ids are random, or made from such. Where two shards have it, something was stored twice.
 * Looks at all of them.
 */
export async function verifyShardIds(tx: Tx): Promise<Problem[]> {
  const rows = await tx<{ eventId: string; places: string }[]>`
    select event_id, string_agg(format('log %s, position %s', log, position), ' and ' order by shard) as places
    from ${rawSql(tableOf(0, "event_ids"))} group by event_id having count(*) > 1 order by event_id limit 1`;
  return rows.map(({ eventId, places }) => ({ where: places, what: `both have the id ${eventId}` }));
}
