import { archivedIn, inPlace, placeOf } from "../place.ts";
import type { LogName } from "../log/event.ts";
import type { Sql } from "../sql.ts";

const IDS_AT_ONCE = 5_000;

/**
 * Deletes the ids that the service minted for archived events, in short transactions. An append refuses ids of their
 * age, and no result depends on whether they are known. Idempotent.
 */
export async function forgetIds(sql: Sql): Promise<void> {
  const logs = await sql<{ log: LogName }[]>`select log from all_logs where log <> 'social' order by log`;
  for (const { log } of logs) {
    const ranges = await sql<{ first: number; last: number; since: string; until: string }[]>`
      select first_position as first, last_position as last,
        first_id(lag(recorded_to - interval '1 day', 1, 'epoch') over (order by first_position)) as since,
        first_id(recorded_to + interval '1 day') as until
      from ${archivedIn(log, "archived_ranges")} where log = ${log} order by first_position`;
    for (const range of ranges) await forgetRange(sql, log, range);
  }
}

async function forgetRange(
  sql: Sql,
  log: LogName,
  { first, last, since, until }: { first: number; last: number; since: string; until: string },
): Promise<void> {
  for (let from: string | undefined = since; from !== undefined;) {
    const gone: { id: string }[] = await sql<{ id: string }[]>`
      with found as (
        select event_id from shard_event_ids
        where ${inPlace(placeOf(log))} and event_id >= ${from} and event_id < ${until} and log = ${log}
          and position between ${first} and ${last} and substr(event_id::text, 15, 1) = '7'
        order by event_id limit ${IDS_AT_ONCE}
      )
      delete from shard_event_ids using found
      where ${inPlace(placeOf(log))} and shard_event_ids.event_id = found.event_id
      returning shard_event_ids.event_id as id`;
    from = gone.length < IDS_AT_ONCE ? undefined : gone.map(({ id }) => id).sort().at(-1);
  }
}
