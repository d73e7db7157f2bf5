import { type ChainHead, readChainHeads, sealBlocks } from "../../store/chain/chain.ts";
import { measureTransfers } from "../../ledger/verify.ts";
import { connect } from "../../store/sql.ts";
import { engineState } from "../../store/spread.ts";
import type { Seen } from "./criteria.ts";
import type { Engine } from "./engine.ts";
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
  const figures: string[] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    load.forget();
    await work();
    const answers = await load.everyShardAnswers();
    figures.push(`${name} ${(Math.max(...load.pauses()) / 1_000).toFixed(2)} s`);
    if (!answers) throw new Error(`nobody was answered after: ${name}`);
  };
  await step("extension", () => engine.on(0, DATABASE, (sql) => sql`create extension citus`));
  await engine.on(0, DATABASE, async (sql) => {
    await sql`select citus_set_coordinator_host('127.0.0.1', ${engine.port(0)}::int)`;
    await sql`select citus_set_node_property('127.0.0.1', ${engine.port(0)}::int, 'shouldhaveshards', true)`;
  });
  await step("spread", () => migrateFaults(ownerUrl));
  for (let index = 1; index < engine.size; index++) {
    await engine.createOn(index, DATABASE);
    await step(
      "server joins",
      () => engine.on(0, DATABASE, (sql) => sql`select citus_add_node('127.0.0.1', ${engine.port(index)}::int)`),
    );
  }
  await step("shards move out", () =>
    engine.on(0, DATABASE, async (sql) => {
      await sql`select citus_set_node_property('127.0.0.1', ${engine.port(0)}::int, 'shouldhaveshards', false)`;
      await sql`select citus_drain_node('127.0.0.1', ${engine.port(0)}::int, 'force_logical')`;
    }));
  const state = await engine.on(0, DATABASE, (sql) => engineState(sql));
  const problems = await load.check(kept);
  const wrong = problems.slice(0, 3).join("; ");
  return {
    isMet: state === "spreads" && problems.length === 0,
    figure: `longest pauses: ${figures.join(", ")}; ${load.writers.count} answers, ${problems.length} wrong ${wrong}`
      .trim(),
  };
}

async function keepHeads(url: string): Promise<readonly ChainHead[]> {
  const sql = connect(url, { max: 1 });
  try {
    while (await sealBlocks(sql, { measure: measureTransfers, all: true }) > 0);
    return await readChainHeads(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
