import { eventsIn } from "../place.ts";
import type { Sql } from "../sql.ts";
import type { LogName } from "./event.ts";
import { currentVersion } from "./upcast.ts";

/** Events of a type that newer code wrote in a shape which this code cannot read. */
interface NewerEvents {
  readonly type: string;
  readonly version: number;
  readonly count: number;
}

/**
 * What the database holds that this code cannot read: where there is any, this code neither decides nor builds on the log.
 * Reads every event, as a rebuild of all projections does. Newer code archives nothing so young that it wrote it itself.
 */
export async function newerEvents(sql: Sql): Promise<NewerEvents[]> {
  const logs = await sql<{ log: LogName }[]>`select log from all_logs order by log`;
  const found = new Map<string, NewerEvents>();
  for (const { log } of logs) {
    const rows = await sql<{ type: string; version: number; count: number }[]>`
      select type, max(schema_version)::int as version, count(*)::int as count from ${eventsIn(log)}
      where log = ${log} and schema_version > 1 group by type, schema_version`;
    for (const { type, version, count } of rows) {
      if (version <= currentVersion(type)) continue;
      const known = found.get(type);
      found.set(type, {
        type,
        version: Math.max(version, known?.version ?? 0),
        count: count + (known?.count ?? 0),
      });
    }
  }
  return [...found.values()].sort((one, other) => one.type < other.type ? -1 : 1);
}
