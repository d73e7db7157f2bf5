import { compareTables } from "./compare_tables.ts";
import type { LogName } from "./event.ts";
import type { Problem } from "./problem.ts";
import type { Projection } from "./projection.ts";
import { logsOf, readBatches } from "./replay.ts";
import type { Tx } from "./sql.ts";

const BATCH = 2_000;

/**
 * Folds the log again into temporary tables, up to where the projection stands, and compares table by table. Its SQL
 * writes plain table names and the session's temporary schema comes first, so the live tables stay as they are.
 */
export async function verifyProjection(
  tx: Tx,
  projection: Projection,
  heads: ReadonlyMap<LogName, number>,
): Promise<Problem[]> {
  const [installed] = await tx<{ version: number }[]>`
    select version from projection_versions where name = ${projection.name}`;
  // Another version is being built at the moment: nothing can be said of tables that other code has made.
  if (installed?.version !== projection.version) return [];
  const ends = await positionsOf(tx, projection, heads);
  await tx`set local search_path = pg_temp, projected, public`;
  await tx.unsafe(projection.tables);
  for (const [log, upTo] of ends) {
    for await (const batch of readBatches(tx, projection, { log, after: 0, upTo }, BATCH)) {
      if (batch.events.length > 0) await projection.apply(tx, batch.events);
    }
  }
  const problems: Problem[] = [];
  for (const table of await temporaryTables(tx)) {
    const problem = await compareTables(tx, table, { live: "projected", replayed: "pg_temp" });
    if (problem) problems.push({ ...problem, where: `projection ${projection.name}, ${problem.where}` });
    await tx`drop table ${tx(`pg_temp.${table}`)} cascade`;
  }
  return problems;
}

/** An inline projection stands where the log stands, an async one at its checkpoints. */
async function positionsOf(
  tx: Tx,
  projection: Projection,
  heads: ReadonlyMap<LogName, number>,
): Promise<Map<LogName, number>> {
  if (projection.mode === "inline") {
    return new Map((await logsOf(tx, projection)).map((log) => [log, heads.get(log) ?? 0]));
  }
  const rows = await tx<{ log: LogName; position: number }[]>`
    select log, position from checkpoints where name = ${projection.name} order by log`;
  return new Map(rows.map((row) => [row.log, row.position]));
}

async function temporaryTables(tx: Tx): Promise<string[]> {
  const rows = await tx<{ tablename: string }[]>`
    select relname as tablename from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r' order by relname`;
  return rows.map((row) => row.tablename);
}
