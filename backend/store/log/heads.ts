import { coldAt } from "../archive/cold.ts";
import { eventsIn, isLogName } from "../place.ts";
import type { Sql, Tx } from "../sql.ts";
import type { LogName } from "./event.ts";

/** The end of a log: its last event. */
interface Head {
  readonly log: string;
  readonly position: number;
  readonly eventId: string;
}

/** The last event of each log that has any, and when the newest of them was recorded, epoch ms. */
export async function readHeads(sql: Sql | Tx): Promise<{ heads: Head[]; recordedAt: number }> {
  const logs = await sql<{ log: LogName; lastPosition: number }[]>`
    select log, last_position from all_logs where last_position > 0 order by log`;
  const rows = await Promise.all(logs.map(async ({ log, lastPosition: position }) => {
    const [row] = await sql<{ eventId: string; recordedAt: number }[]>`
      select event_id, recorded_at from ${eventsIn(log)} where log = ${log} and position = ${position}`;
    return row ? [{ log, position, eventId: row.eventId, recordedAt: row.recordedAt }] : [];
  }));
  const heads = rows.flat();
  return {
    heads: heads.map(({ log, position, eventId }) => ({ log, position, eventId })),
    recordedAt: Math.max(0, ...heads.map(({ recordedAt }) => recordedAt)),
  };
}

/** Which events the logs hold at these places, by log and position. */
export async function eventsAt(sql: Sql, heads: readonly Head[]): Promise<(head: Head) => string | undefined> {
  const found = new Map<string, string>();
  for (const { log, position } of heads) {
    // What was kept outside may name anything.
    if (!isLogName(log)) continue;
    const [row] = await sql<{ eventId: string }[]>`
      select event_id from ${eventsIn(log)} where log = ${log} and position = ${position}`;
    const eventId = row?.eventId ?? (await coldAt(sql, log, [position]))[0]?.eventId;
    if (eventId !== undefined) found.set(log, eventId);
  }
  return ({ log }) => found.get(log);
}
