import { compareTables } from "./compare_tables.ts";
import { positionsOf } from "./checkpoints.ts";
import type { LogName } from "../log/event.ts";
import type { Problem } from "../log/problem.ts";
import { inPlace, type LogPlace } from "../place.ts";
import { type Projection, readsLog } from "./projection.ts";
import {
  describeProven,
  emptyProven,
  isKept,
  type MadeProven,
  openProven,
  PROVEN,
  type Proven,
} from "./proven_tables.ts";
import { foldStretch } from "./replay.ts";
import { dropOld, isOld, keepOf, type OldestKept } from "./retention.ts";
import { keepHere } from "../spread.ts";
import type { Tx } from "../sql.ts";

interface ProjectionProof {
  readonly problems: readonly Problem[];
  /** Where the next verification may start. */
  readonly proven?: Proven;
  /** Positions that were taken over from the verification before. */
  readonly takenOver: number;
}

interface ProofContext {
  /** Whose rows are proven: a shard's, or all of a projection whose rows belong to everyone. */
  readonly place: LogPlace;
  readonly heads: ReadonlyMap<LogName, number>;
  readonly made: MadeProven;
  /** As of the snapshot or later. */
  readonly oldest: OldestKept;
  /** The proof of the last verification; left out, this one folds everything again. */
  readonly proven?: Proven | undefined;
}

/**
 * Folds the log again, up to the projection's position, and compares table by table: into the copies of the last proof if
 * they are unchanged, or from the first position on. It leaves the live tables alone.
 */
export async function verifyProjection(tx: Tx, projection: Projection, known: ProofContext): Promise<ProjectionProof> {
  const [installed] = await tx<{ version: number }[]>`
    select version from projection_versions where name = ${projection.name}`;
  // Another version is under construction: this code cannot judge tables that other code made.
  if (installed?.version !== projection.version) return { problems: [], takenOver: 0 };
  await keepHere(tx);
  const ends = await endsOf(tx, projection, known.heads);
  if (isKept(projection)) return await goOn(tx, projection, { ...known, ends });
  await tx`set local search_path = pg_temp, projected, public`;
  await tx.unsafe(projection.tables);
  await fold(tx, projection, { ends });
  const tables = await temporaryTables(tx);
  const problems = await compareAll(tx, projection, { ...known, tables, replayed: "pg_temp" });
  for (const table of tables) await tx`drop table ${tx(`pg_temp.${table}`)} cascade`;
  return { problems, takenOver: 0 };
}

async function goOn(
  tx: Tx,
  projection: Projection,
  { proven, place, made, oldest, ends }: ProofContext & { ends: ReadonlyMap<LogName, number> },
): Promise<ProjectionProof> {
  const copy = await openProven(tx, projection, { place, tables: made.get(projection.name) ?? [], known: proven });
  await tx`set local search_path = ${tx(PROVEN)}, projected, public`;
  await fold(tx, projection, { from: copy.positions, ends });
  await dropOld(tx, projection, { schema: PROVEN, place, oldest });
  const problems = await compareAll(tx, projection, { tables: copy.tables, replayed: PROVEN, place, oldest });
  const takenOver = [...copy.positions.values()].reduce((sum, position) => sum + position, 0);
  if (problems.length === 0) {
    return { problems, takenOver, proven: await describeProven(tx, projection, { ...copy, positions: ends }) };
  }
  // The next one folds everything again, so that no wrong copy stays beside a right table for long.
  await emptyProven(tx, copy);
  return { problems, takenOver };
}

interface Stretches {
  /** Where each log's stretch begins, 0 for those left out; the first position folded is the one after it. */
  readonly from?: ReadonlyMap<LogName, number>;
  readonly ends: ReadonlyMap<LogName, number>;
}

async function fold(tx: Tx, projection: Projection, { from, ends }: Stretches): Promise<void> {
  for (const [log, upTo] of ends) await foldStretch(tx, projection, { log, after: from?.get(log) ?? 0, upTo });
}

async function compareAll(
  tx: Tx,
  projection: Projection,
  { tables, replayed, place, oldest }: Pick<ProofContext, "place" | "oldest"> & {
    tables: readonly string[];
    replayed: string;
  },
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const table of tables) {
    const old = isOld(tx, keepOf(projection, table), oldest);
    const problem = await compareTables(tx, table, { live: "projected", replayed, isOld: old, within: inPlace(place) });
    if (problem) problems.push({ ...problem, where: `projection ${projection.name}, ${problem.where}` });
  }
  return problems;
}

/** An inline projection is at the log's head, an async one at its checkpoints. */
async function endsOf(
  tx: Tx,
  projection: Projection,
  heads: ReadonlyMap<LogName, number>,
): Promise<Map<LogName, number>> {
  const own = new Map([...heads].filter(([log]) => readsLog(projection, log)));
  return projection.mode === "inline" ? own : await positionsOf(tx, projection, { logs: own.keys() });
}

async function temporaryTables(tx: Tx): Promise<string[]> {
  const rows = await tx<{ tablename: string }[]>`
    select relname as tablename from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r' order by relname`;
  return rows.map((row) => row.tablename);
}
