import { lockHeads } from "../log/append.ts";
import { buildPositions, dropBuild, dropMade, LIVE, type Made, moveMade, NEXT } from "./build.ts";
import { isPassing, OtherVersion } from "../log/errors.ts";
import { addPositions, dropPositions, lockPositions } from "./checkpoints.ts";
import type { Projection } from "./projection.ts";
import { foldStretch } from "./replay.ts";
import { sequentially, waitShortly } from "../spread.ts";
import type { Sql, Tx } from "../sql.ts";

const MOST_TRIES = 300;
const PAUSE_MS = 500;

interface Change {
  readonly projection: Projection;
  /** Newer tables are replaced, too. */
  readonly older?: boolean;
}

/**
 * Puts the build in the live one's place in one transaction and answers how long it took, in ms. It waits in short tries
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

async function flipOnce(tx: Tx, { projection, older = false }: Change): Promise<void> {
  const { name, version } = projection;
  await waitShortly(tx);
  await sequentially(tx);
  const positions = await buildPositions(tx, projection);
  // Writers lock the heads first, then the tables; followers their checkpoints: the same order avoids deadlocks.
  if (projection.mode === "inline") {
    const heads = await lockHeads(tx, [...positions.keys()]);
    for (const [log, upTo] of heads) await foldStretch(tx, projection, { log, after: positions.get(log) ?? 0, upTo });
  } else await lockPositions(tx, projection, positions.keys());
  const [live] = await tx<{ version: number }[]>`
    select version from projection_versions where name = ${name} for update`;
  if (live && live.version > version && !older) throw new OtherVersion([name]);
  await swap(tx, name);
  await dropPositions(tx, { name, logs: positions.keys() });
  if (projection.mode === "async") await addPositions(tx, [{ ...projection, positions }]);
  await tx`
    insert into projection_versions (name, version, tables, functions, installed_at)
    select name, ${version}, tables, functions, now() from projection_builds where name = ${name}
    on conflict (name) do update set version = excluded.version, tables = excluded.tables,
      functions = excluded.functions, installed_at = excluded.installed_at`;
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
