import { type Build, buildPositions, LIVE, moveBuild, NEXT } from "./build.ts";
import { compareTables } from "./compare_tables.ts";
import type { LogName } from "../log/event.ts";
import type { Problem } from "../log/problem.ts";
import type { Projection } from "./projection.ts";
import { foldStretch } from "./replay.ts";
import { isOld, keepOf, oldestKept } from "./retention.ts";
import { holdRanges, type Sql, type Tx } from "../sql.ts";

/**
 * The live tables' positions: an inline projection is at the logs' heads, an async one at its checkpoints. Undefined if
 * there are none of the same version.
 */
export async function livePositions(
  sql: Sql | Tx,
  projection: Projection,
): Promise<Map<LogName, number> | undefined> {
  const [installed] = await sql<{ version: number }[]>`
    select version from projection_versions where name = ${projection.name}`;
  if (installed?.version !== projection.version) return undefined;
  const rows = projection.mode === "inline"
    ? await sql<{ log: LogName; position: number }[]>`select log, last_position as position from all_logs order by log`
    : await sql<{ log: LogName; position: number }[]>`
      select log, position from all_checkpoints where name = ${projection.name} order by log`;
  return new Map(rows.map((row) => [row.log, row.position]));
}

/**
 * Compares the build with the live tables at the same position, in one snapshot and without a lock: it folds the events
 * since the build's last batch inside. Undefined if they are not comparable.
 */
export async function compareBuild(sql: Sql, projection: Projection, build: Build): Promise<Problem[] | undefined> {
  return await sql.begin("isolation level repeatable read", async (tx) => {
    await holdRanges(tx);
    const live = await livePositions(tx, projection);
    const positions = await buildPositions(tx, projection);
    if (!live || [...positions].some(([log, position]) => position > (live.get(log) ?? 0))) return undefined;
    for (const [log, after] of positions) {
      const upTo = live.get(log) ?? 0;
      await foldStretch(tx, projection, { log, after, upTo });
      await moveBuild(tx, projection, { log, after, upTo });
    }
    const found = [];
    const oldest = await oldestKept(tx);
    for (const table of build.tables) {
      const old = isOld(tx, keepOf(projection, table), oldest);
      found.push(await compareTables(tx, table, { live: LIVE, replayed: NEXT, isOld: old }));
    }
    return found.filter((problem) => problem !== undefined);
  });
}
