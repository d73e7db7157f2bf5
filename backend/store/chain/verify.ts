import { ArchiveUnreadable } from "../archive/archive_files.ts";
import type { ChainHead } from "./chain.ts";
import { verifyChain, verifyHeads } from "./chain_verify.ts";
import { type LogName, shardOfLog } from "../log/event.ts";
import { verifyIds, verifyPositions, verifyShardIds } from "./positions_verify.ts";
import type { Problem } from "../log/problem.ts";
import type { Projection } from "../projections/projection.ts";
import { verifyProjection } from "../projections/projection_verify.ts";
import type { Proven } from "../projections/proven_tables.ts";
import { isPassing } from "../log/errors.ts";
import { connect, holdRanges, type Sql, type Transaction, type Tx } from "../sql.ts";

/** The stretch of every log under verification: from the position after `after` up to its head. */
interface VerifyScope {
  readonly logs: readonly { readonly log: LogName; readonly after: number; readonly head: number }[];
  readonly isFull: boolean;
}

/** A proof from outside, such as the ledger's. Answers the problems. */
export interface Check {
  readonly name: string;
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

/**
 * Proves the whole store in one snapshot while the service runs: chain, positions, ids, the added `checks`, and every
 * projection against a replay of the log. Stores the result in `verifications`.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const sql = connect(options.url, { name: "orin verify", max: 1 });
  const now = options.now ?? Date.now;
  const startedAt = now();
  try {
    const found = await inSnapshot(sql, options.projections, async (tx) => {
      const all = await verifyAll(tx, options);
      await keep(tx, { startedAt, finishedAt: now(), ...all });
      return all;
    });
    const { scope, sealed, problems, takenOver } = found;
    return {
      problems,
      takenOver,
      isFull: scope.isFull,
      events: scope.logs.reduce((sum, { after, head }) => sum + head - after, 0),
      unsealed: scope.logs.reduce((sum, { log, head }) => sum + head - (sealed[log] ?? 0), 0),
      seconds: (now() - startedAt) / 1000,
    };
  } finally {
    await sql.end({ timeout: 2 });
  }
}

interface Found {
  readonly scope: VerifyScope;
  /** Last sealed position of each log that was proven. */
  readonly sealed: Record<string, number>;
  readonly problems: readonly Problem[];
  readonly takenOver: readonly string[];
  /** By projection: where the next verification may start. */
  readonly proven: ProvenByName;
}

type ProvenByName = Record<string, Proven>;

async function verifyAll(tx: Transaction, options: VerifyOptions): Promise<Found> {
  const scope = await scopeOf(tx, options.full ?? false);
  const heads = new Map(scope.logs.map(({ log, head }) => [log, head]));
  const problems: Problem[] = [];
  const sealed: Record<string, number> = {};
  const prove = async (what: string, step: (tx: Tx) => Promise<readonly Problem[]>) => {
    options.progress?.(what);
    problems.push(...await attempt(tx, what, step));
  };
  for (const stretch of scope.logs) {
    await prove(`log ${stretch.log}`, async (tx) => {
      const chain = await verifyChain(tx, stretch);
      sealed[stretch.log] = chain.sealed;
      const ids = scope.isFull ? await verifyIds(tx, stretch.log) : [];
      return [...chain.problem ? [chain.problem] : [], ...await verifyPositions(tx, stretch), ...ids];
    });
  }
  const isSpread = scope.logs.some(({ log }) => log !== "social" && shardOfLog(log) > 0);
  if (scope.isFull && isSpread) await prove("ids of all shards", verifyShardIds);
  if (options.heads) await prove("heads kept outside", (tx) => verifyHeads(tx, options.heads ?? []));
  for (const { name, check } of options.checks) await prove(name, (tx) => check(tx, scope));
  const proven = await provenBefore(tx);
  const takenOver: string[] = [];
  for (const projection of options.projections) {
    const { name } = projection;
    await prove(`projection ${name}`, async (tx) => {
      const before = scope.isFull ? undefined : proven[name];
      const found = await verifyProjection(tx, projection, { heads, proven: before });
      if (found.takenOver > 0) takenOver.push(name);
      delete proven[name];
      if (found.proven) proven[name] = found.proven;
      return found.problems;
    });
  }
  return { scope, sealed, problems: distinct(problems), takenOver, proven };
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

/** The newest one describes each copy, even if it found problems elsewhere. */
async function provenBefore(tx: Tx): Promise<ProvenByName> {
  const [last] = await tx<{ proven: ProvenByName }[]>`
    select proven from verifications order by verification_id desc limit 1`;
  return { ...last?.proven };
}

async function scopeOf(tx: Tx, isFull: boolean): Promise<VerifyScope> {
  const logs = await tx<{ log: LogName; head: number }[]>`select log, last_position as head from all_logs order by log`;
  const [last] = isFull ? [] : await tx<{ positions: Record<string, number> }[]>`
    select positions from verifications where is_ok order by verification_id desc limit 1`;
  return { isFull, logs: logs.map(({ log, head }) => ({ log, head, after: last?.positions[log] ?? 0 })) };
}

/**
 * One snapshot for everything. Before it, locks the tables against replacement (not against reads and writes) and makes
 * other verifications wait.
 */
async function inSnapshot<Result>(
  sql: Sql,
  projections: readonly Projection[],
  read: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const tables = await sql<{ table: string }[]>`
    select 'projected.' || unnest(tables) as table from projection_versions
    where name = any(${projections.map((projection) => projection.name)})`;
  const result = await sql.begin("isolation level repeatable read", async (tx) => {
    await holdRanges(tx);
    await tx`lock table proven_projections in share row exclusive mode`;
    for (const { table } of tables) await tx`lock table ${tx(table)} in access share mode`;
    return { value: await read(tx) };
  });
  return result.value as Result;
}

type Finding = Found & { readonly startedAt: number; readonly finishedAt: number };

async function keep(tx: Tx, { startedAt, finishedAt, scope, sealed, problems, proven }: Finding): Promise<void> {
  await tx`
    insert into verifications (is_full, started_at, finished_at, positions, problems, is_ok, proven)
    values (${scope.isFull}, ${new Date(startedAt)}, ${new Date(finishedAt)}, ${JSON.stringify(sealed)}::text::json,
      ${JSON.stringify(problems)}::text::json, ${problems.length === 0},
      ${JSON.stringify(proven)}::text::json)`;
}

function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.where} ${problem.what}`, problem])).values()];
}
