import type { Sql, Tx } from "../sql.ts";

/** The end of a log: its last event. */
interface Head {
  readonly log: string;
  readonly position: number;
  readonly eventId: string;
}

/** The last event of each log that has any, and when the newest of them was recorded, epoch ms. */
export async function readHeads(sql: Sql | Tx): Promise<{ heads: Head[]; recordedAt: number }> {
  const rows = await sql<{ log: string; position: number; event_id: string; recorded_at: Date }[]>`
    select logs.log, events.position, events.event_id, events.recorded_at
    from logs join events on events.log = logs.log and events.position = logs.last_position order by logs.log`;
  return {
    heads: rows.map(({ log, position, event_id }) => ({ log, position, eventId: event_id })),
    recordedAt: Math.max(0, ...rows.map(({ recorded_at }) => recorded_at.getTime())),
  };
}

/** Which events the logs hold at these places, by log and position. */
export async function eventsAt(sql: Sql, heads: readonly Head[]): Promise<(head: Head) => string | undefined> {
  const found = new Map<string, string>();
  for (const { log, position } of heads) {
    const [row] = await sql<{ event_id: string }[]>`
      select event_id from events where log = ${log} and position = ${position}`;
    if (row) found.set(log, row.event_id);
  }
  return ({ log }) => found.get(log);
}
