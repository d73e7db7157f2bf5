import { TEST_KEYS } from "../../backend/testing/store.ts";
import { type ChainHead, readChainHeads } from "../../backend/store/chain/chain.ts";
import { engineState } from "../../backend/store/spread.ts";
import { ledgerCheck } from "../../backend/ledger/verify.ts";
import { migrate } from "../../backend/start/migrate.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { projections } from "../../projections/mod.ts";
import { onDatabase, seal } from "../parts/database.ts";
import { openFolder } from "../parts/folder.ts";
import { PlaySource } from "../parts/play_source.ts";
import { reportDirectly, tellPlays } from "../parts/plays.ts";
import { openService, type ProofService } from "../parts/service.ts";
import { comesTrue, pause } from "../parts/waiting.ts";
import type { Seen } from "./criteria.ts";
import { databaseOf, type Engine } from "./engine.ts";
import { Load, migrateFaults } from "./load.ts";

const DATABASE = "way";
/** So many answers are in before the extension comes: enough that the tables are copied while appends go on. */
const ANSWERS_BEFORE = 6_000;

/** From one plain Postgres to several servers by the steps of docs/distribute.md, while the load runs all the time. */
export async function wayThere(engine: Engine, seed: number): Promise<Seen> {
  await engine.on(0, "postgres", (sql) => sql.unsafe(`create database ${DATABASE}`));
  const ownerUrl = engine.url(0, DATABASE);
  await using load = await Load.start(ownerUrl, seed);
  await load.writers.progress(ANSWERS_BEFORE);
  const kept = await keepHeads(load.serviceUrl);
  const figures = await walk(engine, { database: DATABASE, load, spread: () => migrateFaults(ownerUrl) });
  const state = await engine.on(0, DATABASE, (sql) => engineState(sql));
  const problems = await load.check(kept);
  const wrong = problems.slice(0, 3).join("; ");
  return {
    isMet: state === "spreads" && problems.length === 0,
    figure: `longest pauses: ${figures.join(", ")}; ${load.writers.count} answers, ${problems.length} wrong ${wrong}`
      .trim(),
  };
}

/** A caller who is answered all the time, or ought to be. */
interface Answered {
  /** Begins to measure anew. */
  forget(): void;
  /** The longest times without an answer, in ms. */
  pauses(): number[];
  everyShardAnswers(): Promise<boolean>;
}

/** The steps, one after another; answers the longest pause of each, in words. */
async function walk(
  engine: Engine,
  { database, load, spread, prove }: {
    database: string;
    load: Answered;
    spread: () => Promise<unknown>;
    prove?: (step: string) => Promise<void>;
  },
): Promise<string[]> {
  const figures: string[] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    load.forget();
    await work();
    const answers = await load.everyShardAnswers();
    figures.push(`${name} ${(Math.max(...load.pauses()) / 1_000).toFixed(2)} s`);
    if (prove) await prove(name);
    if (!answers) throw new Error(`nobody was answered after: ${name}`);
  };
  await step("extension", () => engine.on(0, database, (sql) => sql`create extension citus`));
  await engine.on(0, database, async (sql) => {
    await sql`select citus_set_coordinator_host('127.0.0.1', ${engine.port(0)}::int)`;
    await sql`select citus_set_node_property('127.0.0.1', ${engine.port(0)}::int, 'shouldhaveshards', true)`;
  });
  await step("spread", spread);
  for (let index = 1; index < engine.size; index++) {
    await engine.createOn(index, database);
    await step(
      "server joins",
      () => engine.on(0, database, (sql) => sql`select citus_add_node('127.0.0.1', ${engine.port(index)}::int)`),
    );
  }
  await step("shards move out", () =>
    engine.on(0, database, async (sql) => {
      await sql`select citus_set_node_property('127.0.0.1', ${engine.port(0)}::int, 'shouldhaveshards', false)`;
      await sql`select citus_drain_node('127.0.0.1', ${engine.port(0)}::int, 'force_logical')`;
    }));
  return figures;
}

const FILLED = "filled";
/** Enough for an hour of reports while the database goes its way on a busy machine. */
const WHO_REPORT = 1_000;
const PLAYS_A_LISTENER = 1_200;
const REPORTERS = 16;
/**
 * What a million daily listeners with some 20 plays report to their shard over a day's hours. The engine copies a table
 * and then catches up with what was written since, in one process: as much as this machine can write it never catches.
 */
const REPORTS_A_SECOND = 200;

/**
 * The same way with the whole product and so many credited plays, while reports come in: verified before, after each
 * step and at the end, with the heads that were kept before.
 */
export async function wayThereWithPlays(
  engine: Engine,
  { plays, seed }: { plays: number; seed: number },
): Promise<Seen> {
  await using folder = await openFolder("way");
  const database = databaseOf(folder.path, async (name) => {
    await engine.on(0, "postgres", (sql) => sql.unsafe(`create database ${name}`));
    return engine.url(0, name);
  });
  await using service = await openService(database, FILLED, Math.ceil(plays / PLAYS_A_LISTENER) + WHO_REPORT);
  const source = new PlaySource(service.listeners.length, service.tracks, seed);
  await tellPlays(service, source, plays);
  const proof = { url: service.ownerUrl, projections, checks: [ledgerCheck], full: true };
  const before = await verify(proof);
  const kept = await keepHeads(service.serviceUrl);
  await using reports = new Reports(service, source);
  const spread = () => migrate({ ownerUrl: service.ownerUrl, projections, keys: TEST_KEYS, log: () => {} });
  const problems = before.problems.map(({ where, what }) => `before, ${where}: ${what}`);
  const prove = async (step: string) => {
    const found = await verify({ ...proof, full: false });
    problems.push(...found.problems.map(({ where, what }) => `${step}, ${where}: ${what}`));
  };
  const figures = await walk(engine, { database: FILLED, load: reports, spread, prove });
  const lost = await reports.stop();
  await service.deps.store.settle(600_000);
  const state = await engine.on(0, FILLED, (sql) => engineState(sql));
  const after = await verify({ ...proof, heads: kept });
  problems.push(...after.problems.map(({ where, what }) => `after, ${where}: ${what}`));
  return {
    isMet: state === "spreads" && problems.length === 0 && lost.length === 0,
    figure: `${plays} plays, ${reports.answered} more reports meanwhile (${REPORTS_A_SECOND} a second), ` +
      `${lost.length} of them not found; ` +
      `longest pauses: ${figures.join(", ")}; ${problems.length} problems ${problems.slice(0, 3).join("; ")}`.trim(),
  };
}

/** Listeners who report plays at a steady pace until they are stopped; what was late is made up for. */
class Reports implements Answered, AsyncDisposable {
  answered = 0;
  readonly #accepted: string[] = [];
  readonly #running: Promise<unknown>;
  #isStopped = false;
  #last = performance.now();
  #longest = 0;

  constructor(readonly service: ProofService, source: PlaySource) {
    this.#running = Promise.all(Array.from({ length: REPORTERS }, async () => {
      for (let next = performance.now(); !this.#isStopped; next += (REPORTERS * 1_000) / REPORTS_A_SECOND) {
        await this.#report(source.single());
        await pause(Math.max(0, next - performance.now()));
      }
    }));
  }

  forget(): void {
    this.#last = performance.now();
    this.#longest = 0;
  }

  pauses(): number[] {
    return [Math.max(this.#longest, performance.now() - this.#last)];
  }

  async everyShardAnswers(): Promise<boolean> {
    const before = this.answered;
    return await comesTrue(() => this.answered > before + REPORTERS, { withinMs: 120_000, everyMs: 20 });
  }

  /** Answers the plays that were acknowledged and are not in the log. */
  async stop(): Promise<string[]> {
    this.#isStopped = true;
    await this.#running;
    const rows = await this.service.deps.store.sql<{ id: string }[]>`
      select id from unnest(${this.#accepted}::text[]) as said(id)
      where not exists (select from plays_events where shard = 0 and stream = 'play/' || id)`;
    return rows.map(({ id }) => id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Again with the same id until it is answered, as a phone does. */
  async #report({ listener, play }: ReturnType<PlaySource["single"]>): Promise<void> {
    while (!this.#isStopped) {
      try {
        await reportDirectly(this.service, listener, [play]);
        break;
      } catch {
        await pause(20);
      }
    }
    if (this.#isStopped) return;
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
    this.answered++;
    this.#accepted.push(play.playId);
  }
}

async function keepHeads(url: string): Promise<readonly ChainHead[]> {
  return await onDatabase(url, async (sql) => {
    await seal(sql);
    return await readChainHeads(sql);
  });
}
