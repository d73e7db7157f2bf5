import { lockHeads } from "../log/append.ts";
import { buildPositions, dropBuild, dropMade, LIVE, type Made, moveMade, NEXT } from "./build.ts";
import { isPassing, OtherVersion } from "../log/errors.ts";
import { addPositions, dropPositions, lockPositions } from "./checkpoints.ts";
import type { LogName } from "../log/event.ts";
import type { Projection } from "./projection.ts";
import { foldStretch } from "./replay.ts";
import { sequentially, waitInTurn, waitShortly } from "../spread.ts";
import type { Sql, Tx } from "../sql.ts";

const MOST_TRIES = 300;
const PAUSE_MS = 500;

interface Change {
  /** All change in one transaction. */
  readonly projections: readonly Projection[];
  /** Newer tables are replaced, too. */
  readonly older?: boolean;
  /** Names of newer projections that go. */
  readonly dropped?: readonly string[];
}

/**
 * Puts the builds in the live ones' places in one transaction and answers how long it took, in ms. It waits in short tries
 * for a long read of the old tables (a verification, a backup), so that appends never queue behind it.
 */
export async function flip(sql: Sql, change: Change, catchUp: () => Promise<unknown>): Promise<number> {
  for (let attempt = 1;; attempt++) {
    const startedAt = performance.now();
    try {
      await sql.begin((tx) => flipOnce(tx, change));
      return performance.now() - startedAt;
    } catch (error) {
      if (!isPassing(error) || attempt >= MOST_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await catchUp();
  }
}

async function flipOnce(tx: Tx, { projections, older = false, dropped = [] }: Change): Promise<void> {
  await waitShortly(tx);
  await sequentially(tx);
  const builds: Positioned[] = [];
  for (const projection of projections) builds.push({ projection, positions: await buildPositions(tx, projection) });
  // Writers lock the heads first, then the tables; followers their checkpoints: the same order avoids deadlocks.
  const inline = builds.filter(({ projection: { mode } }) => mode === "inline");
  if (inline.length > 0) await foldToHeads(tx, inline);
  for (const { projection, positions } of builds) {
    if (projection.mode === "async") await lockPositions(tx, projection, positions.keys());
  }
  for (const build of builds) await replace(tx, build, older);
  for (const name of dropped) await drop(tx, name);
}

/** Newer code builds it again from its first event. */
async function drop(tx: Tx, name: string): Promise<void> {
  const [made] = await tx<Made[]>`delete from projection_versions where name = ${name} returning tables, functions`;
  if (made) await dropMade(tx, LIVE, made);
}

interface Positioned {
  readonly projection: Projection;
  readonly positions: ReadonlyMap<LogName, number>;
}

async function foldToHeads(tx: Tx, builds: readonly Positioned[]): Promise<void> {
  const logs = new Set(builds.flatMap(({ positions }) => [...positions.keys()]));
  await waitInTurn(tx);
  const heads = await lockHeads(tx, [...logs]);
  await waitShortly(tx);
  for (const { projection, positions } of builds) {
    for (const [log, after] of positions) {
      await foldStretch(tx, projection, { log, after, upTo: heads.get(log) ?? after });
    }
  }
}

async function replace(tx: Tx, { projection, positions }: Positioned, older: boolean): Promise<void> {
  const { name, version, mode } = projection;
  const [live] = await tx<{ version: number }[]>`
    select version from projection_versions where name = ${name} for update`;
  if (live && live.version > version && !older) throw new OtherVersion([name]);
  await swap(tx, name);
  await dropPositions(tx, { name, logs: positions.keys() });
  if (mode === "async") await addPositions(tx, [{ ...projection, positions }]);
  await tx`
    insert into projection_versions (name, version, tables, functions, inline, installed_at)
    select name, ${version}, tables, functions, ${mode === "inline"}, now() from projection_builds where name = ${name}
    on conflict (name) do update set version = excluded.version, tables = excluded.tables,
      functions = excluded.functions, inline = excluded.inline, installed_at = excluded.installed_at`;
  await dropBuild(tx, projection);
}

async function swap(tx: Tx, name: string): Promise<void> {
  const [old] = await tx<Made[]>`select tables, functions from projection_versions where name = ${name}`;
  const [built] = await tx<Made[]>`select tables, functions from projection_builds where name = ${name}`;
  if (!built) throw new Error(`Projection ${name} has no build to put in its place`);
  if (old) await dropMade(tx, LIVE, old);
  // Early versions did not record functions; their tables are gone, so nothing needs them.
  await dropMade(tx, LIVE, { tables: [], functions: built.functions });
  await moveMade(tx, { from: NEXT, to: LIVE }, built);
}
