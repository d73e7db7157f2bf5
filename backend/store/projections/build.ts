import { createHash } from "node:crypto";
import { OtherVersion } from "../log/errors.ts";
import type { LogName } from "../log/event.ts";
import { inPlace, tableOf } from "../place.ts";
import { addPositions, checkpointPlace, dropPositions, positionsOf } from "./checkpoints.ts";
import type { Projection } from "./projection.ts";
import { logsOf } from "./replay.ts";
import { sequentially, spreadNew } from "../spread.ts";
import { rawSql, type Sql, type Tx } from "../sql.ts";

/** Where the next version is built. */
export const NEXT = "projected_next";
/** Where the present one answers. */
export const LIVE = "projected";

/** The tables and functions that a projection's statements made. */
export interface Made {
  readonly tables: readonly string[];
  /** With their arguments, such as `refuse_unbalanced()`. */
  readonly functions: readonly string[];
}

/** A build, new or interrupted. */
export interface Build extends Made {
  readonly positions: ReadonlyMap<LogName, number>;
}

/**
 * Opens the build of a projection's next version: resumes an interrupted one of the same version and statements, drops
 * any other, but one of newer code only with `older`. The connection's search path begins with `projected_next`.
 */
export async function openBuild(
  sql: Sql,
  projection: Projection,
  { fresh = false, older = false }: { readonly fresh?: boolean; readonly older?: boolean },
): Promise<Build> {
  return await sql.begin(async (tx) => {
    await sequentially(tx);
    const { name, version } = projection;
    // Code of before kept its positions elsewhere: neither goes on with the other's build.
    const tablesHash = `${hashOfStatements(projection)} by ${projection.place}`;
    const [old] = await tx<({ version: number; tablesHash: string } & Made)[]>`
      select version, tables_hash, tables, functions from projection_builds where name = ${name}`;
    if (old && !fresh && old.version === version && old.tablesHash === tablesHash) {
      return { tables: old.tables, functions: old.functions, positions: await openPositions(tx, projection) };
    }
    if (old && old.version > version && !older) throw new OtherVersion([name]);
    if (old) await dropMade(tx, NEXT, old);
    await dropBuild(tx, projection);
    const made = await makeTables(tx, NEXT, projection.tables);
    await spreadNew(tx, projection, { schema: NEXT, tables: made.tables });
    await tx`
      insert into projection_builds (name, version, tables_hash, tables, functions)
      values (${name}, ${version}, ${tablesHash}, ${[...made.tables]}, ${[...made.functions]})`;
    return { ...made, positions: await openPositions(tx, projection) };
  });
}

/** Positions of a build; 0 for a log it has not begun. */
async function openPositions(tx: Tx, projection: Projection): Promise<Map<LogName, number>> {
  const logs = await logsOf(tx, projection);
  const positions = new Map(logs.map((log) => [log, 0] as const));
  await addPositions(tx, [{ ...projection, positions }], "build_checkpoints");
  return await positionsOf(tx, projection, { logs, kept: "build_checkpoints" });
}

/** How far a build has come in each log that it reads. */
export async function buildPositions(sql: Sql | Tx, projection: Projection): Promise<Map<LogName, number>> {
  return await positionsOf(sql, projection, { logs: await logsOf(sql, projection), kept: "build_checkpoints" });
}

/**
 * Notes that a build has folded a stretch of a log, in the transaction that folds: it throws where another process has
 * folded it in the meantime, such as one that was taken for dead.
 */
export async function moveBuild(
  tx: Tx,
  projection: Projection,
  { log, after, upTo }: { readonly log: LogName; readonly after: number; readonly upTo: number },
): Promise<void> {
  const place = checkpointPlace(projection, log);
  const { count } = await tx`
    update ${rawSql(tableOf(place, "build_checkpoints"))} set position = ${upTo}
    where ${inPlace(place)} and name = ${projection.name} and log = ${log} and position = ${after}`;
  if (count !== 1) throw new Error(`The build of ${projection.name} has left position ${after} of ${log}`);
}

/** Forgets a build and its positions; its tables stay where they are. */
export async function dropBuild(tx: Tx, projection: Projection): Promise<void> {
  const { name } = projection;
  await dropPositions(tx, { name, logs: await logsOf(tx, projection), kept: "build_checkpoints" });
  await tx`delete from projection_builds where name = ${name}`;
}

/** Tells whether tables were made by the statements of today: SHA-256, hex. */
export function hashOfStatements({ tables }: Pick<Projection, "tables">): string {
  return createHash("sha256").update(tables).digest("hex");
}

/** Runs a projection's statements in a schema and answers what they made there. */
export async function makeTables(tx: Tx, schema: string, statements: string): Promise<Made> {
  const before = await madeIn(tx, schema);
  await tx`set local search_path = ${tx(schema)}, public`;
  await tx.unsafe(statements);
  const after = await madeIn(tx, schema);
  return {
    tables: after.tables.filter((table) => !before.tables.includes(table)),
    functions: after.functions.filter((name) => !before.functions.includes(name)),
  };
}

async function madeIn(tx: Tx, schema: string): Promise<Made> {
  const [row] = await tx<Made[]>`
    select
      array(select relname::text from pg_class where relnamespace = ${schema}::regnamespace and relkind = 'r') as tables,
      array(
        select proname || '(' || pg_get_function_identity_arguments(oid) || ')' from pg_proc
        where pronamespace = ${schema}::regnamespace
      ) as functions`;
  return row ?? { tables: [], functions: [] };
}

/** Drops a build's tables and functions, in its schema. */
export async function dropMade(tx: Tx, schema: string, { tables, functions }: Made): Promise<void> {
  for (const table of tables) await tx`drop table if exists ${tx(`${schema}.${table}`)} cascade`;
  // The server wrote and quoted these signatures; no parameter can take their place.
  for (const name of functions) await tx.unsafe(`drop function if exists ${schema}.${name}`);
}

/** Moves tables and functions into another schema; indexes, constraints and triggers come with their tables. */
export async function moveMade(tx: Tx, { from, to }: { from: string; to: string }, made: Made): Promise<void> {
  for (const table of made.tables) await tx`alter table ${tx(`${from}.${table}`)} set schema ${tx(to)}`;
  for (const name of made.functions) await tx.unsafe(`alter function ${from}.${name} set schema ${to}`);
}
