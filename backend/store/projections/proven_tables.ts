import { dropMade, hashOfStatements, type Made, makeTables } from "./build.ts";
import { digestOf } from "./compare_tables.ts";
import type { LogName } from "../log/event.ts";
import type { Projection } from "./projection.ts";
import type { Tx } from "../sql.ts";

/** Where the tables stand as the last verification has proven them, for the next one to go on from. */
export const PROVEN = "proven";

/** A verification's record of a projection's proven tables, in `verifications`, which only grows. */
export interface Proven {
  readonly version: number;
  /** Hash of the statements that made the tables. */
  readonly statements: string;
  readonly positions: { readonly [log: string]: number };
  /** By table: another content has another digest. */
  readonly digests: { readonly [table: string]: string };
}

/** Tables of a projection in the schema `proven`, folded up to these positions. */
interface ProvenTables extends Made {
  readonly positions: ReadonlyMap<LogName, number>;
}

/**
 * Only projections of plays and the ledger, which are the long logs: they hold no personal data, so an erasure need not
 * touch the copies.
 */
export function isKept(projection: Projection): boolean {
  return projection.logs.every((log) => log === "plays" || log === "ledger");
}

/**
 * The tables of the last proof if they are unchanged, otherwise new and empty ones. Leave out `known` to check everything
 * again.
 */
export async function openProven(tx: Tx, projection: Projection, known: Proven | undefined): Promise<ProvenTables> {
  const { name, version } = projection;
  const [old] = await tx<Made[]>`select tables, functions from proven_projections where name = ${name}`;
  const isSame = known?.version === version && known.statements === hashOfStatements(projection);
  if (old && isSame && await areAsProven(tx, old, known)) {
    return { ...old, positions: new Map(Object.entries(known.positions) as [LogName, number][]) };
  }
  if (old) await dropProven(tx, name, old);
  const made = await makeTables(tx, PROVEN, projection.tables);
  // They can be made again, so a crash may empty them: then their digests are others.
  for (const table of made.tables) await tx`alter table ${tx(`${PROVEN}.${table}`)} set unlogged`;
  await tx`
    insert into proven_projections (name, tables, functions)
    values (${name}, ${[...made.tables]}, ${[...made.functions]})`;
  return { ...made, positions: new Map() };
}

/** The record of tables that proved right. */
export async function describeProven(
  tx: Tx,
  projection: Projection,
  { tables, positions }: ProvenTables,
): Promise<Proven> {
  const digests: Record<string, string> = {};
  for (const table of tables) digests[table] = await digest(tx, table);
  const statements = hashOfStatements(projection);
  return { version: projection.version, statements, positions: Object.fromEntries(positions), digests };
}

export async function dropProven(tx: Tx, name: string, made: Made): Promise<void> {
  await dropMade(tx, PROVEN, made);
  await tx`delete from proven_projections where name = ${name}`;
}

async function areAsProven(tx: Tx, { tables }: Made, { digests }: Proven): Promise<boolean> {
  for (const table of tables) if (digests[table] !== await digest(tx, table)) return false;
  return true;
}

async function digest(tx: Tx, table: string): Promise<string> {
  const { rows, sum } = await digestOf(tx, `${PROVEN}.${table}`);
  return `${rows} ${sum}`;
}
