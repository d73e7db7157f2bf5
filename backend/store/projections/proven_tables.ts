import { dropMade, hashOfStatements, type Made, makeTables } from "./build.ts";
import { digestOf } from "./compare_tables.ts";
import type { LogName } from "../log/event.ts";
import { inPlace, type LogPlace } from "../place.ts";
import type { Projection } from "./projection.ts";
import { dropLeftBehind, type EngineState, engineState, sequentially, spreadNew } from "../spread.ts";
import type { Sql, Tx } from "../sql.ts";

/** Where the tables stand as the last verification has proven them, for the next one to go on from. */
export const PROVEN = "proven";

/** A verification's record of the rows of a place in a projection's proven tables, in a table that only grows. */
export interface Proven {
  readonly version: number;
  /** Hash of the statements that made the tables. */
  readonly statements: string;
  readonly positions: { readonly [log: string]: number };
  /** By table: another content has another digest. */
  readonly digests: { readonly [table: string]: string };
}

/** The rows of a place in tables of a projection in the schema `proven`, folded up to these positions. */
interface ProvenTables {
  readonly place: LogPlace;
  readonly tables: readonly string[];
  readonly positions: ReadonlyMap<LogName, number>;
}

/**
 * Only projections of plays and the ledger, which are the long logs: they hold no personal data, so an erasure need not
 * touch the copies.
 */
export function isKept(projection: Projection): boolean {
  return projection.logs.every((log) => log === "plays" || log === "ledger");
}

/** Which statements made the tables. */
function madeBy(projection: Projection, engine: EngineState): string {
  return `${hashOfStatements(projection)} v${projection.version}${engine === "spreads" ? " spread" : ""}`;
}

/** A verification's lock: no other begins or makes tables meanwhile, of this version of Orin or of one before. */
export async function lockProven(tx: Tx): Promise<void> {
  await tx`lock table proven_projections in share row exclusive mode`;
}

/** The tables of each projection that has some in the schema `proven`, by its name. */
export type MadeProven = ReadonlyMap<string, readonly string[]>;

/**
 * Makes the tables that these projections need, empty, and drops those that other statements made; with `fresh`, all.
 * Several shards fold into them side by side afterwards.
 */
export async function makeProven(
  sql: Sql,
  projections: readonly Projection[],
  { fresh }: { readonly fresh: boolean },
): Promise<void> {
  await dropLeftBehind(sql);
  await sql.begin(async (tx) => {
    await lockProven(tx);
    await sequentially(tx);
    const engine = await engineState(tx);
    for (const projection of projections.filter(isKept)) {
      const { name } = projection;
      const [old] = await tx<(Made & { statements: string })[]>`
        select tables, functions, statements from proven_projections where name = ${name}`;
      if (old?.statements === madeBy(projection, engine) && !fresh) continue;
      if (old) await dropMade(tx, PROVEN, old);
      await tx`delete from proven_projections where name = ${name}`;
      const made = await makeTables(tx, PROVEN, projection.tables);
      // They can be made again, so a crash may empty them: then their digests are others. An engine that spreads tables
      // could not move them to another server.
      if (engine !== "spreads") {
        for (const table of made.tables) await tx`alter table ${tx(`${PROVEN}.${table}`)} set unlogged`;
      }
      await spreadNew(tx, projection, { schema: PROVEN, tables: made.tables });
      await tx`
        insert into proven_projections (name, tables, functions, statements)
        values (${name}, ${[...made.tables]}, ${[...made.functions]}, ${madeBy(projection, engine)})`;
    }
  });
}

/** The tables as `makeProven` left them; undefined where another process has made others since. */
export async function readProven(tx: Tx, projections: readonly Projection[]): Promise<MadeProven | undefined> {
  const rows = await tx<{ name: string; tables: string[]; statements: string }[]>`
    select name, tables, statements from proven_projections`;
  const made = new Map(rows.map((row) => [row.name, row]));
  const engine = await engineState(tx);
  const isSame = (projection: Projection) => made.get(projection.name)?.statements === madeBy(projection, engine);
  return projections.filter(isKept).every(isSame) ? new Map(rows.map(({ name, tables }) => [name, tables])) : undefined;
}

/** The rows of a place as the last proof left them if they are unchanged, otherwise none: then all is proven again. */
export async function openProven(
  tx: Tx,
  { version, tables: statements }: Projection,
  { place, tables, known }: {
    readonly place: LogPlace;
    readonly tables: readonly string[];
    readonly known: Proven | undefined;
  },
): Promise<ProvenTables> {
  const copy = { place, tables };
  const isSame = known?.version === version && known.statements === hashOfStatements({ tables: statements });
  if (isSame && await areAsProven(tx, copy, known)) {
    return { ...copy, positions: new Map(Object.entries(known.positions) as [LogName, number][]) };
  }
  await emptyProven(tx, copy);
  return { ...copy, positions: new Map() };
}

/** The record of rows that proved right. */
export async function describeProven(tx: Tx, projection: Projection, copy: ProvenTables): Promise<Proven> {
  const digests: Record<string, string> = {};
  for (const table of copy.tables) digests[table] = await digest(tx, copy.place, table);
  const statements = hashOfStatements(projection);
  return { version: projection.version, statements, positions: Object.fromEntries(copy.positions), digests };
}

/** Takes the rows of a place away. */
export async function emptyProven(tx: Tx, { place, tables }: Omit<ProvenTables, "positions">): Promise<void> {
  for (const table of tables) await tx`delete from ${tx(`${PROVEN}.${table}`)} where ${inPlace(place)}`;
}

async function areAsProven(
  tx: Tx,
  { place, tables }: Omit<ProvenTables, "positions">,
  { digests }: Proven,
): Promise<boolean> {
  for (const table of tables) if (digests[table] !== await digest(tx, place, table)) return false;
  return true;
}

async function digest(tx: Tx, place: LogPlace, table: string): Promise<string> {
  const { rows, sum } = await digestOf(tx, `${PROVEN}.${table}`, { within: inPlace(place) });
  return `${rows} ${sum}`;
}
