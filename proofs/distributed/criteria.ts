import { ledgerAccounts } from "../../backend/ledger/accounts.ts";
import { sqlState } from "../../backend/store/log/errors.ts";
import { ensureRanges } from "../../backend/store/log/ranges.ts";
import { rebuild } from "../../backend/store/projections/rebuild.ts";
import type { Sql } from "../../backend/store/sql.ts";
import { FAULT_PROJECTIONS, shardWords } from "../faults/workload.ts";
import { onDatabase, openStore } from "../parts/database.ts";
import { pause } from "../parts/waiting.ts";
import type { Engine } from "./engine.ts";
import { type Load, SHARDS } from "./load.ts";

/** What a criterion has shown, with its figure. */
export interface Seen {
  readonly isMet: boolean;
  readonly figure: string;
}

/** What is ready for a criterion. */
export interface Stage {
  readonly engine: Engine;
  readonly database: string;
  readonly load: Load;
  readonly moves: number;
  readonly kills: number;
  random(): number;
}

/** For a range to be filled: so often for 3,000 answers. */
const MOST_WAITS = 10;
const MOST_TRIES = 20;
/** With the state of any fault, a move says that another one of its tables is being made: it would be asked again. */
const ASK_AGAIN = /could not acquire the lock required to move/;
const LOCK_NOT_AVAILABLE = "55P03";
const MOST_PAUSE_OF_A_MOVE_MS = 2_000;
const MOST_PAUSE_OF_OTHERS_MS = 1_000;

/** Shards move between the workers, one after another, while the load runs. */
export async function movesOfShards({ engine, database, load, moves, random }: Stage): Promise<Seen> {
  let longest = 0;
  for (let move = 0; move < moves; move++) {
    const shard = Math.floor(random() * SHARDS);
    const from = await engine.on(0, database, (sql) => placementOf(sql, shard));
    const others = workersOf(engine).map((index) => engine.port(index)).filter((port) => port !== from.port);
    const to = others[Math.floor(random() * others.length)] ?? 0;
    load.forget();
    const order = { shardid: from.shardid, from: from.port, to };
    for (let tries = 1; !await engine.on(0, database, (sql) => moveShard(sql, order)); tries++) {
      if (tries === MOST_TRIES) return { isMet: false, figure: `move ${move + 1} was refused ${tries} times` };
      await pause(200);
    }
    if (!await load.everyShardAnswers()) return { isMet: false, figure: `no answers after move ${move + 1}` };
    longest = Math.max(longest, ...load.pauses());
  }
  return { isMet: longest <= MOST_PAUSE_OF_A_MOVE_MS, figure: `${moves} moves, longest pause ${seconds(longest)}` };
}

/** Answers whether it has moved: the engine refuses while a range is being made, and is asked again. */
async function moveShard(sql: Sql, { shardid, from, to }: { shardid: number; from: number; to: number }) {
  try {
    await sql`
      select citus_move_shard_placement(
        ${shardid}::bigint, '127.0.0.1', ${from}::int, '127.0.0.1', ${to}::int, 'force_logical')`;
    return true;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE || ASK_AGAIN.test(String(error))) return false;
    throw error;
  }
}

/** One more worker takes its part while the load runs. */
export async function oneMoreWorker({ engine, database, load }: Stage): Promise<Seen> {
  load.forget();
  const index = await engine.add();
  await engine.createOn(index, database);
  const parts = await engine.on(0, database, async (sql) => {
    await sql`select citus_add_node('127.0.0.1', ${engine.port(index)}::int)`;
    await sql`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`;
    await sql`select citus_rebalance_wait()`;
    const rows = await sql`
      select from pg_dist_placement join pg_dist_node using (groupid) where nodeport = ${engine.port(index)}`;
    return rows.length;
  });
  const answers = await load.everyShardAnswers();
  return {
    isMet: answers && parts > 0,
    figure: `${parts} parts moved to it, longest pause ${seconds(...load.pauses())}`,
  };
}

/** Workers are killed with -9; shards on others are answered meanwhile. */
export async function killsOfWorkers(stage: Stage): Promise<Seen> {
  const { engine, database, load, kills, random } = stage;
  let longest = 0;
  for (let kill = 0; kill < kills; kill++) {
    const workers = workersOf(engine);
    const index = workers[kill % workers.length] ?? 1;
    const hit = await shardsAt(stage, index);
    load.forget();
    await engine.kill(index);
    await pause(1_000 + random() * 2_000);
    longest = Math.max(longest, ...load.pauses().filter((_, shard) => !hit.includes(shard)));
    await engine.startAgain(index);
    if (!await load.everyShardAnswers()) return { isMet: false, figure: `no answers after kill ${kill + 1}` };
  }
  const left = await engine.on(0, database, (sql) => sql`select from pg_prepared_xacts`);
  return {
    isMet: longest <= MOST_PAUSE_OF_OTHERS_MS && left.length === 0,
    figure: `${kills} kills, other shards paused ${seconds(longest)} at most, ${left.length} transactions in doubt`,
  };
}

/** The coordinator is killed with -9; appends go on at the workers. */
export async function killsOfTheCoordinator({ engine, load, kills }: Stage): Promise<Seen> {
  let longest = 0;
  for (let kill = 0; kill < kills; kill++) {
    load.forget();
    await engine.kill(0);
    const answers = await load.everyShardAnswers();
    longest = Math.max(longest, ...load.pauses());
    await engine.startAgain(0);
    if (!answers) return { isMet: false, figure: `no appends without the coordinator at kill ${kill + 1}` };
  }
  return { isMet: true, figure: `${kills} kills, appends went on in every shard, longest pause ${seconds(longest)}` };
}

export async function killsOfWriters({ load, kills, random }: Stage): Promise<Seen> {
  for (let kill = 0; kill < kills; kill++) {
    await load.writers.kill(Math.floor(random() * 2));
    if (!await load.everyShardAnswers()) return { isMet: false, figure: `no answers after kill ${kill + 1}` };
  }
  return { isMet: true, figure: `${kills} kills` };
}

/** The next ranges of positions are made and attached. */
export async function rangesAttached({ load }: Stage): Promise<Seen> {
  return await onDatabase(load.serviceUrl, async (sql) => {
    const before = await ranges(sql);
    load.forget();
    let made = 0;
    for (let waits = 0; made === 0 && waits < MOST_WAITS; waits++) {
      await load.writers.progress(3_000);
      await ensureRanges(sql);
      made = await ranges(sql) - before;
    }
    const answers = await load.everyShardAnswers();
    return { isMet: answers && made > 0, figure: `${made} ranges, longest pause ${seconds(...load.pauses())}` };
  });
}

/** An inline projection and an async one are built beside the live ones, and take their place. */
export async function rebuilds({ load }: Stage): Promise<Seen> {
  const figures: string[] = [];
  let isMet = true;
  for (const projection of [ledgerAccounts, ...FAULT_PROJECTIONS.filter(({ mode }) => mode === "async")]) {
    load.forget();
    const { positions, differences } = await rebuild({ ownerUrl: load.ownerUrl, projection });
    isMet &&= await load.everyShardAnswers() && (differences ?? []).length === 0;
    const differ = (differences ?? []).map(({ what }) => what).join(", ");
    figures.push(
      `${projection.name} from ${positions} positions, longest pause ${seconds(...load.pauses())} ${differ}`.trim(),
    );
  }
  return { isMet, figure: figures.join("; ") };
}

/** Shards on two servers are followed at the same time, and none falls behind, with writers that never wait. */
export async function followersAtOnce(stage: Stage): Promise<Seen> {
  const { engine, database, load } = stage;
  await using store = openStore(load.serviceUrl, FAULT_PROJECTIONS, { follow: false });
  const heads = new Map<string, { head: number; at: number }[]>();
  let [longest, together, looks] = [0, 0, 0];
  const answers = load.writers.count;
  const begun = performance.now();
  for (; performance.now() < begun + FOLLOWED_MS; looks++) {
    const servers = await Promise.all(workersOf(engine).map((index) => engine.on(index, database, following)));
    // Each of the two had begun before the other was seen to be at work.
    const open = servers.flatMap((seen) => seen.slice(0, 1)).map(({ begun, seen }) => ({ begun: +begun, seen: +seen }));
    if (open.some((one) => open.some((other) => one !== other && one.begun <= other.seen && other.begun <= one.seen))) {
      together++;
    }
    for (const { name, log, head, position } of await store.lag()) {
      if (name !== shardWords.name) continue;
      const now = performance.now();
      // What was reached since the last look is taken to have been reached now.
      const behind = heads.get(log) ?? [];
      longest = Math.max(longest, ...behind.map(({ at }) => now - at));
      heads.set(log, [...behind.filter((sample) => sample.head > position), { head, at: now }]);
    }
  }
  const perSecond = Math.round((load.writers.count - answers) / (performance.now() - begun) * 1_000);
  return {
    isMet: together > 0 && longest <= MOST_BEHIND_MS && heads.size === SHARDS,
    figure: `two servers at work in ${together} of ${looks} looks, at most ${
      seconds(longest)
    } behind at ${perSecond}/s`,
  };
}

const FOLLOWED_MS = 20_000;
const MOST_BEHIND_MS = 2_000;

/** The transactions of followers that are open on a server. */
async function following(sql: Sql): Promise<{ begun: Date; seen: Date }[]> {
  return await sql`
    select xact_start as begun, clock_timestamp() as seen from pg_stat_activity
    where application_name = 'orin follow' and xact_start is not null and datname = current_database()`;
}

/**
 * No group was prepared on a second server: every server counts what it prepares on others. A transaction of two shards,
 * made on purpose, shows that the count moves.
 */
export async function oneServerEach(stage: Stage): Promise<Seen> {
  const { engine, database, load } = stage;
  await pause(STATISTICS_MS);
  const before = await preparedElsewhere(stage);
  const answers = load.writers.count;
  await load.writers.progress(3_000);
  await pause(STATISTICS_MS);
  const prepared = await preparedElsewhere(stage) - before;
  const figure = `${prepared} prepared in ${load.writers.count - answers} answers`;
  await engine.on(0, database, (sql) =>
    sql.begin(async (tx) => {
      for (let shard = 0; shard < SHARDS; shard++) {
        await tx`update shard_logs set last_position = last_position where shard = ${shard}`;
      }
    }));
  await pause(STATISTICS_MS);
  const control = await preparedElsewhere(stage) - before - prepared;
  return { isMet: prepared === 0 && control > 0, figure: `${figure}; a transaction of all shards: ${control}` };
}

/** A server's statistics are behind by so much. */
const STATISTICS_MS = 2_000;

async function preparedElsewhere({ engine, database }: Stage): Promise<number> {
  let sum = 0;
  for (let index = 0; index < engine.size; index++) {
    const [row] = await engine.on(index, database, (sql) =>
      sql<{ prepared: number }[]>`
        select n_tup_ins as prepared from pg_stat_all_tables where relid = 'pg_catalog.pg_dist_transaction'::regclass`);
    sum += row?.prepared ?? 0;
  }
  return sum;
}

/** On which server a shard is, and the number of its part of `shard_logs`. */
export async function placementOf(sql: Sql, shard: number): Promise<{ shardid: number; port: number }> {
  const [row] = await sql<{ shardid: number; port: number }[]>`
    select shardid, nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column('public.shard_logs', ${shard}::smallint)`;
  if (!row) throw new Error(`Shard ${shard} is on no server`);
  return row;
}

async function shardsAt({ engine, database }: Stage, index: number): Promise<number[]> {
  return await engine.on(0, database, async (sql) => {
    const found: number[] = [];
    for (let shard = 0; shard < SHARDS; shard++) {
      if ((await placementOf(sql, shard)).port === engine.port(index)) found.push(shard);
    }
    return found;
  });
}

async function ranges(sql: Sql): Promise<number> {
  const rows = await sql`
    select from pg_inherits where inhparent in ('plays_events'::regclass, 'ledger_events'::regclass)`;
  return rows.length;
}

function workersOf(engine: Engine): number[] {
  return Array.from({ length: engine.size - 1 }, (_, index) => index + 1);
}

/** The most of them, in words. */
export function seconds(...ms: number[]): string {
  return `${(Math.max(...ms) / 1_000).toFixed(2)} s`;
}
