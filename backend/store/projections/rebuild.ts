import { REBUILD_LOCK_CLASS } from "../advisory_locks.ts";
import { type Build, buildPositions, moveBuild, NEXT, openBuild } from "./build.ts";
import { checkpointPlace } from "./checkpoints.ts";
import { inTurns } from "../log/all_settled.ts";
import type { LogName } from "../log/event.ts";
import { PoolsOfNodes } from "../nodes.ts";
import type { Problem } from "../log/problem.ts";
import type { Projection } from "./projection.ts";
import { compareBuild, livePositions } from "./rebuild_compare.ts";
import { flip } from "./rebuild_flip.ts";
import { readBatches } from "./replay.ts";
import { dropOld, oldestKept } from "./retention.ts";
import { commitLazily, dropLeftBehind } from "../spread.ts";
import { connect, type ReservedSql, type Sql } from "../sql.ts";

const BATCH = 10_000;
const NEARLY = 1_000;
const MOST_ROUNDS = 20;
const LOCK_PATIENCE_MS = 3_000;
/** How many shards are folded at a time. */
const SIDE_BY_SIDE = { atOnce: 2 };

interface RebuildOptions {
  /** The owner's connection string: tables are made and dropped. */
  readonly ownerUrl: string;
  readonly projection: Projection;
  /** Throws an interrupted build away instead of going on with it. */
  readonly fresh?: boolean;
  /** Replaces tables that newer code has made, too: for the way back to an older version of Orin. */
  readonly older?: boolean;
  /** Positions of a log in one transaction. */
  readonly batch?: number;
  /** Stops between two batches; the next call resumes there. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: BuildProgress) => void;
}

/** Positions of all its logs together. */
export interface BuildProgress {
  readonly done: number;
  readonly total: number;
}

interface Rebuilt {
  /** Positions that an interrupted build had done before. */
  readonly resumedAt: number;
  readonly positions: number;
  readonly buildSeconds: number;
  /** How long appends had to wait. */
  readonly flipMs: number;
  /** How the live tables differed at the same position; undefined where they were of another version or ahead. */
  readonly differences: readonly Problem[] | undefined;
}

/**
 * Builds a new copy of a projection beside the live one, in `projected_next`, while the service appends and reads the old
 * tables: each shard by itself, on its server, a few side by side; then swaps them in one transaction. After a kill at any
 * moment the next call resumes. It runs no reactors. Throws OtherVersion where newer code has made the live tables or
 * builds the next ones.
 */
export async function rebuild({ projection, ...options }: RebuildOptions): Promise<Rebuilt> {
  const [built] = await rebuildTogether({ ...options, projections: [projection] });
  if (!built) throw new Error(`Projection ${projection.name} was not built`);
  return built;
}

interface TogetherOptions extends Omit<RebuildOptions, "projection" | "progress"> {
  readonly projections: readonly Projection[];
  /** Names of newer projections that go with the change. */
  readonly dropped?: readonly string[];
  readonly progress?: ((progress: BuildProgress, projection: Projection) => void) | undefined;
}

/** The same of several, one after the other; they all change in one transaction at the end. */
export async function rebuildTogether(options: TogetherOptions): Promise<Rebuilt[]> {
  return await withRuns(options, (sql, runs) => buildAndFlip(sql, runs, options));
}

/** Builds several and leaves them beside the live ones: `rebuildTogether` goes on there and puts them in place. */
export async function buildTogether(options: TogetherOptions): Promise<void> {
  await withRuns(options, async (sql, runs) => {
    for (const run of runs) await buildBeside(sql, run);
  });
}

async function withRuns<Result>(
  { projections, progress, ...options }: TogetherOptions,
  work: (sql: Sql, runs: readonly Run[]) => Promise<Result>,
): Promise<Result> {
  const { first: sql, pools } = PoolsOfNodes.from(
    options.ownerUrl,
    (url) => connect(url, { name: "orin rebuild", max: SIDE_BY_SIDE.atOnce + 3, searchPath: `${NEXT}, public` }),
  );
  try {
    const held = await sql.reserve();
    try {
      for (const { name } of projections) await lock(held, name);
      const runs = projections.map((projection): Run => {
        return { ...options, projection, pools, progress: (done) => progress?.(done, projection) };
      });
      return await work(sql, runs);
    } finally {
      held.release();
    }
  } finally {
    await pools.end();
  }
}

interface Run extends RebuildOptions {
  readonly pools: PoolsOfNodes;
}

async function buildAndFlip(
  sql: Sql,
  runs: readonly Run[],
  { older = false, dropped = [] }: Pick<TogetherOptions, "older" | "dropped">,
): Promise<Rebuilt[]> {
  const built: (Omit<Rebuilt, "flipMs" | "positions"> & { readonly build: Build; toHeads(): Promise<number> })[] = [];
  for (const run of runs) built.push(await buildBeside(sql, run));
  await dropLeftBehind(sql);
  const toHeads = async () => {
    for (const one of built) await one.toHeads();
  };
  if (built.length > 1) await toHeads();
  const flipMs = await flip(sql, { projections: runs.map(({ projection }) => projection), older, dropped }, toHeads);
  return await Promise.all(built.map(async ({ build, toHeads: _, ...one }) => {
    return { ...one, positions: sum(await headsOf(sql, build)), flipMs };
  }));
}

/** Builds one next to the live one and compares the two. */
async function buildBeside(sql: Sql, run: Run) {
  const { projection } = run;
  const startedAt = performance.now();
  const build = await openBuild(sql, projection, run);
  const resumedAt = sum(build.positions);
  const toHeads = async () => await catchUp(sql, run, await headsOf(sql, build));
  // First up to the live one's position, so that the two are comparable.
  const live = await livePositions(sql, projection);
  await catchUp(sql, run, lower(await headsOf(sql, build), live));
  const buildSeconds = (performance.now() - startedAt) / 1000;
  const differences = await compareBuild(sql, projection, build);
  await toHeads();
  await dropOld(sql, projection, { schema: NEXT, place: "social", oldest: await oldestKept(sql) });
  for (const table of build.tables) await sql`analyze ${sql(`${NEXT}.${table}`)}`;
  for (let round = 0; round < MOST_ROUNDS && await toHeads() > NEARLY; round++);
  return { build, resumedAt, buildSeconds, differences, toHeads };
}

/** Folds the missing events up to the targets, each batch in one transaction with its checkpoint; answers their number. */
async function catchUp(sql: Sql, options: Run, targets: ReadonlyMap<LogName, number>): Promise<number> {
  const { projection, progress, pools } = options;
  const positions = await buildPositions(sql, projection);
  const total = sum(targets);
  const before = sum(positions);
  const places = [...Map.groupBy(targets, ([log]) => checkpointPlace(projection, log))];
  await inTurns(places, SIDE_BY_SIDE, async ([place, stretches]) => {
    for (const [log, upTo] of stretches) {
      const folded = (reached: number) => {
        positions.set(log, reached);
        progress?.({ done: sum(positions), total });
      };
      const stretch = { log, after: positions.get(log) ?? 0, upTo };
      await foldLog(await pools.of(place), stretch, { ...options, folded });
    }
  });
  return sum(positions) - before;
}

async function foldLog(
  sql: Sql,
  { log, after, upTo }: { readonly log: LogName; readonly after: number; readonly upTo: number },
  { projection, signal, batch = BATCH, folded }: Run & { readonly folded: (position: number) => void },
): Promise<void> {
  let from = after;
  for await (const { events, upTo: reached } of readBatches(sql, projection, { log, after, upTo, batch })) {
    signal?.throwIfAborted();
    await sql.begin(async (tx) => {
      await commitLazily(tx);
      await moveBuild(tx, projection, { log, after: from, upTo: reached });
      if (events.length > 0) await projection.apply(tx, events);
    });
    folded(from = reached);
  }
}

async function headsOf(sql: Sql, build: Build): Promise<Map<LogName, number>> {
  const rows = await sql<{ log: LogName; lastPosition: number }[]>`
    select log, last_position from all_logs where log = any(${[...build.positions.keys()]}) order by log`;
  return new Map(rows.map((row) => [row.log, row.lastPosition]));
}

/** Of a session that was killed the lock goes when the server notices, so it is worth waiting for a moment. */
async function lock(held: ReservedSql, name: string): Promise<void> {
  for (const until = Date.now() + LOCK_PATIENCE_MS;;) {
    const [row] = await held<{ taken: boolean }[]>`
      select pg_try_advisory_lock(${REBUILD_LOCK_CLASS}::int, hashtext(${name})) as taken`;
    if (row?.taken) return;
    if (Date.now() > until) throw new Error(`Projection ${name} is being built by another process`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function lower(
  heads: ReadonlyMap<LogName, number>,
  live: ReadonlyMap<LogName, number> | undefined,
): ReadonlyMap<LogName, number> {
  if (!live) return heads;
  return new Map([...heads].map(([log, head]) => [log, Math.min(head, live.get(log) ?? 0)]));
}

function sum(positions: ReadonlyMap<LogName, number>): number {
  return [...positions.values()].reduce((total, position) => total + position, 0);
}
