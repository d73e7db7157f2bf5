import { ArchiveUnreadable } from "../archive/archive_files.ts";
import type { ChainHead } from "./chain.ts";
import { verifyChain, verifyHeads } from "./chain_verify.ts";
import { type LogName, shardOfLog } from "../log/event.ts";
import { verifyIds, verifyPositions, verifyShardIds } from "./positions_verify.ts";
import type { Problem } from "../log/problem.ts";
import type { Projection } from "../projections/projection.ts";
import { verifyProjection } from "../projections/projection_verify.ts";
import { type OldestKept, oldestKept } from "../projections/retention.ts";
import { lockProven, type MadeProven, makeProven, type Proven, readProven } from "../projections/proven_tables.ts";
import { allSettled, inTurns } from "../log/all_settled.ts";
import { isPassing } from "../log/errors.ts";
import { PoolsOfNodes } from "../nodes.ts";
import { keptIn, type LogPlace, placeOf } from "../place.ts";
import { connect, holdRanges, type Sql, type Transaction, type Tx } from "../sql.ts";

/** The stretch of every log under verification: from the position after `after` up to its head. */
interface VerifyScope {
  readonly logs: readonly { readonly log: LogName; readonly after: number; readonly head: number }[];
  readonly isFull: boolean;
  /** Reads what belongs to everyone, of a moment after the shard's: what its events follow from has been there before them. */
  readonly everyones: Sql | Tx;
}

/** A proof from outside, such as the ledger's. Answers the problems. */
export interface Check {
  readonly name: string;
  /** Looks at what spans shards, after each of them was looked at by itself. */
  readonly isAcross?: boolean;
  check(tx: Tx, scope: VerifyScope): Promise<Problem[]>;
}

interface VerifyOptions {
  /** The service's or the owner's connection string. */
  readonly url: string;
  readonly projections: readonly Projection[];
  readonly checks: readonly Check[];
  /** Checks every event again, not only those after the last good verification. */
  readonly full?: boolean;
  /** Heads that were kept outside. */
  readonly heads?: readonly ChainHead[];
  readonly progress?: (step: string) => void;
  readonly now?: () => number;
}

interface Verification {
  readonly problems: readonly Problem[];
  readonly isFull: boolean;
  /** Projections that were folded on from the tables that an earlier verification has proven, not from the first event. */
  readonly takenOver: readonly string[];
  /** Checked events, and those that no block has sealed yet. */
  readonly events: number;
  readonly unsealed: number;
  readonly seconds: number;
}

/** How many shards prove themselves at a time. */
const SIDE_BY_SIDE = { atOnce: 2 };

/**
 * Proves the whole store while the service runs: chain, positions, ids, the added `checks`, and every projection against
 * a replay of the log. Each shard does so in a snapshot of its own, on its server, and so does what belongs to everyone;
 * then comes what spans shards. Stores what it found in each shard in `shard_verifications`, and all of it in
 * `verifications`.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { first, pools } = PoolsOfNodes.from(
    options.url,
    (url) => connect(url, { name: "orin verify", max: SIDE_BY_SIDE.atOnce + 2 }),
  );
  const isFull = options.full ?? false;
  const run = { ...options, isFull, now: options.now ?? Date.now };
  const startedAt = run.now();
  try {
    await makeProven(first, options.projections, { fresh: isFull });
    const found = await inSnapshot(first, { projections: projectionsIn("social", run), isAlone: true }, async (tx) => {
      const made = await readProven(tx, options.projections);
      if (!made) throw new Error("Another verification came in between");
      const before = await lastOfAll(tx);
      const whole = { ...run, made, before, everyones: first, oldest: () => oldestKept(first) };
      const shards = await shardsOf(tx);
      const [everyones, ofShards] = await allSettled(
        [
          verifyPlace(tx, "social", whole),
          inTurns(shards, SIDE_BY_SIDE, async (shard) => await verifyShard(await pools.of(shard), shard, whole)),
        ] as const,
      );
      const places = [...ofShards, everyones];
      const all = together(places, await verifyAcross(await pools.of("social"), places, run));
      const isSocialOk = everyones.problems.length === 0;
      await keep(tx, { ...all, isFull, startedAt, finishedAt: run.now(), isSocialOk, proven: everyones.proven });
      return all;
    });
    return {
      ...{ isFull, problems: found.problems, takenOver: found.takenOver },
      events: found.logs.reduce((sum, { after, head }) => sum + head - after, 0),
      unsealed: found.logs.reduce((sum, { log, head }) => sum + head - (found.sealed[log] ?? 0), 0),
      seconds: (run.now() - startedAt) / 1000,
    };
  } finally {
    await pools.end();
  }
}

interface Run extends VerifyOptions {
  readonly isFull: boolean;
  readonly now: () => number;
}

/** What every place needs to prove itself. */
interface PlaceRun extends Run {
  readonly made: MadeProven;
  /** The last verification of everything. */
  readonly before: Last;
  /** On the server that has what belongs to everyone, outside the snapshots. */
  readonly everyones: Sql;
  /** From when rows stay, as of now: what has gone since a snapshot counts in neither table. */
  oldest(): Promise<OldestKept>;
}

interface Found {
  readonly logs: VerifyScope["logs"];
  /** Last sealed position of each log that was proven. */
  readonly sealed: Record<string, number>;
  readonly problems: readonly Problem[];
  readonly takenOver: readonly string[];
  /** By projection: where the next verification may start. */
  readonly proven: ProvenByName;
}

type ProvenByName = Record<string, Proven>;

/** The projections whose rows stand in a place. */
function projectionsIn(place: LogPlace, { projections }: VerifyOptions): readonly Projection[] {
  return projections.filter((projection) => (projection.place === "social") === (place === "social"));
}

function together(places: readonly Found[], across: readonly Problem[]): Found {
  return {
    logs: places.flatMap(({ logs }) => logs),
    sealed: Object.assign({}, ...places.map(({ sealed }) => sealed)),
    problems: distinct([...places.flatMap(({ problems }) => problems), ...across]),
    takenOver: [...new Set(places.flatMap(({ takenOver }) => takenOver))],
    proven: {},
  };
}

async function shardsOf(tx: Tx): Promise<number[]> {
  const rows = await tx<{ log: LogName }[]>`select log from all_logs where log <> 'social'`;
  return [...new Set(rows.map(({ log }) => shardOfLog(log)))].sort((one, other) => one - other);
}

/** A shard's result is final as soon as it is found, whatever becomes of the others. */
async function verifyShard(sql: Sql, shard: number, run: PlaceRun): Promise<Found> {
  const startedAt = run.now();
  return await inSnapshot(sql, { projections: projectionsIn(shard, run) }, async (tx) => {
    const found = await verifyPlace(tx, shard, run);
    await keepShard(tx, shard, { ...found, isFull: run.isFull, startedAt, finishedAt: run.now() });
    return found;
  });
}

async function verifyPlace(tx: Transaction, place: LogPlace, run: PlaceRun): Promise<Found> {
  const before = place === "social" ? run.before : await lastOf(tx, place) ?? run.before;
  const heads = await headsIn(tx, place);
  const logs = [...heads].filter(([log]) => placeOf(log) === place)
    .map(([log, head]) => ({ log, head, after: run.isFull ? 0 : before.positions[log] ?? 0 }));
  const scope = { logs, isFull: run.isFull, everyones: run.everyones };
  const oldest = await run.oldest();
  const problems: Problem[] = [];
  const sealed: Record<string, number> = {};
  const prove = async (what: string, step: (tx: Tx) => Promise<readonly Problem[]>) => {
    run.progress?.(what);
    problems.push(...await attempt(tx, what, step));
  };
  for (const stretch of logs) {
    await prove(`log ${stretch.log}`, async (tx) => {
      const chain = await verifyChain(tx, stretch);
      sealed[stretch.log] = chain.sealed;
      const ids = run.isFull ? await verifyIds(tx, stretch.log) : [];
      return [...chain.problem ? [chain.problem] : [], ...await verifyPositions(tx, stretch), ...ids];
    });
  }
  const kept = run.heads?.filter((kept) => logs.some(({ log }) => log === kept.log)) ?? [];
  if (kept.length > 0) await prove("heads kept outside", (tx) => verifyHeads(tx, kept));
  for (const { name, check, isAcross } of run.checks) if (!isAcross) await prove(name, (tx) => check(tx, scope));
  const takenOver: string[] = [];
  const proven = { ...before.proven };
  for (const projection of projectionsIn(place, run)) {
    const { name } = projection;
    await prove(`projection ${name}`, async (tx) => {
      const known = run.isFull ? undefined : before.proven[name];
      const found = await verifyProjection(tx, projection, { place, heads, made: run.made, oldest, proven: known });
      if (found.takenOver > 0) takenOver.push(name);
      delete proven[name];
      if (found.proven) proven[name] = found.proven;
      return found.problems;
    });
  }
  return { logs, sealed, problems: distinct(problems), takenOver, proven };
}

/**
 * What spans shards: ids in two of them, heads of logs that are no longer there, and the checks that say so. Each statement sees what was committed before it, so a
 * check that reads what follows first misses nothing that it follows from.
 */
async function verifyAcross(
  sql: Sql,
  places: readonly Found[],
  { checks, heads = [], isFull, progress }: Run,
): Promise<Problem[]> {
  const found = new Set<string>(places.flatMap(({ logs }) => logs.map(({ log }) => log)));
  const gone = heads.filter(({ log }) => !found.has(log));
  const steps = [
    ...isFull && places.length > 2 ? [{ name: "ids of all shards", check: verifyShardIds }] : [],
    ...gone.map((head) => ({ name: `log ${head.log}`, check: (tx: Tx) => verifyHeads(tx, [head]) })),
    ...checks.filter(({ isAcross }) => isAcross),
  ];
  const answer = await sql.begin("isolation level read committed", async (tx) => {
    await holdRanges(tx);
    const problems: Problem[] = [];
    for (const { name, check } of steps) {
      progress?.(name);
      problems.push(...await attempt(tx, name, (tx) => check(tx, { logs: [], isFull, everyones: tx })));
    }
    return { problems };
  });
  return answer.problems;
}

/** What belongs to everyone may follow the logs of shards. */
async function headsIn(tx: Tx, place: LogPlace): Promise<Map<LogName, number>> {
  const rows = await tx<{ log: LogName; head: number }[]>`
    select log, last_position as head from ${place === "social" ? tx`all_logs` : keptIn(place, "logs")} order by log`;
  return new Map(rows.map(({ log, head }) => [log, head]));
}

/** Changed data may be so wrong that it is unreadable: that is a finding, too. */
async function attempt(
  tx: Transaction,
  where: string,
  step: (tx: Tx) => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> {
  try {
    return await tx.savepoint(step);
  } catch (error) {
    if (isPassing(error)) throw error;
    if (error instanceof ArchiveUnreadable) {
      // Files that do not answer are no finding.
      if (!error.isDamaged) throw error;
      return [{ where: error.where ?? where, what: error.message }];
    }
    return [{ where, what: error instanceof Error ? error.message : String(error) }];
  }
}

interface Last {
  /** Of the newest good verification: the last sealed position of each log. */
  readonly positions: Record<string, number>;
  /** Of the newest, even if it found problems elsewhere: it describes each copy. */
  readonly proven: ProvenByName;
}

async function lastOfAll(tx: Tx): Promise<Last> {
  const [last] = await tx<Last[]>`
    select coalesce((
      select positions from verifications where coalesce(is_social_ok, is_ok) order by verification_id desc limit 1
    ), '{}') as positions,
    coalesce((select proven from verifications order by verification_id desc limit 1), '{}') as proven`;
  return last ?? { positions: {}, proven: {} };
}

/** Of a shard; undefined for one that was never verified by itself: it goes on from what was verified of everything. */
async function lastOf(tx: Tx, shard: number): Promise<Last | undefined> {
  const [last] = await tx<Last[]>`
    select coalesce((
      select positions from shard_verifications where shard = ${shard} and is_ok order by number desc limit 1
    ), '{}') as positions, proven
    from shard_verifications where shard = ${shard} order by number desc limit 1`;
  return last;
}

/**
 * One snapshot for a place. Before it, locks the tables against replacement (not against reads and writes); with
 * `isAlone`, other verifications wait.
 */
async function inSnapshot<Result>(
  sql: Sql,
  { projections, isAlone = false }: { readonly projections: readonly Projection[]; readonly isAlone?: boolean },
  read: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const tables = await sql<{ table: string }[]>`
    select 'projected.' || unnest(tables) as table from projection_versions
    where name = any(${projections.map((projection) => projection.name)})`;
  const result = await sql.begin("isolation level repeatable read", async (tx) => {
    await holdRanges(tx);
    if (isAlone) await lockProven(tx);
    for (const { table } of tables) await tx`lock table ${tx(table)} in access share mode`;
    return { value: await read(tx) };
  });
  return result.value as Result;
}

type Finding = Found & { readonly isFull: boolean; readonly startedAt: number; readonly finishedAt: number };

async function keep(tx: Tx, finding: Finding & { readonly isSocialOk: boolean }): Promise<void> {
  const { isFull, startedAt, finishedAt, sealed, problems, proven, isSocialOk } = finding;
  await tx`
    insert into verifications (is_full, started_at, finished_at, positions, problems, is_ok, proven, is_social_ok)
    values (${isFull}, ${new Date(startedAt)}, ${new Date(finishedAt)}, ${JSON.stringify(sealed)}::text::json,
      ${JSON.stringify(problems)}::text::json, ${problems.length === 0}, ${JSON.stringify(proven)}::text::json,
      ${isSocialOk})`;
}

async function keepShard(tx: Tx, shard: number, finding: Finding): Promise<void> {
  const { isFull, startedAt, finishedAt, sealed, problems, proven } = finding;
  const [last] = await tx<{ number: number }[]>`
    select coalesce(max(number), 0)::int as number from shard_verifications where shard = ${shard}`;
  await tx`
    insert into shard_verifications
      (shard, number, is_full, started_at, finished_at, positions, problems, is_ok, proven)
    values (${shard}, ${(last?.number ?? 0) + 1}, ${isFull}, ${new Date(startedAt)}, ${new Date(finishedAt)},
      ${JSON.stringify(sealed)}::text::json, ${JSON.stringify(problems)}::text::json, ${problems.length === 0},
      ${JSON.stringify(proven)}::text::json)`;
}

function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.where} ${problem.what}`, problem])).values()];
}
