import { seededRandom } from "../../backend/testing/random.ts";
import { readOptions } from "../parts/options.ts";
import {
  followersAtOnce,
  killsOfTheCoordinator,
  killsOfWorkers,
  killsOfWriters,
  movesOfShards,
  oneMoreWorker,
  oneServerEach,
  rangesAttached,
  rebuilds,
  type Seen,
  type Stage,
} from "./criteria.ts";
import { rangesArchived, rangesByColumn } from "./archived.ts";
import { changedByte } from "./damage.ts";
import { Engine } from "./engine.ts";
import { Load } from "./load.ts";
import { ratios } from "./ratios.ts";
import { suite } from "./suites.ts";
import { wayThere, wayThereWithPlays } from "./way_there.ts";

const ASKED = readOptions({ values: ["moves", "kills", "plays", "seed", "only"], flags: ["no-suites"] });
const DATABASE = "faults";

/** Which tests run on the engine, by area. */
const SUITES = [
  { name: "store", project: "backend", words: ["backend/store/"] },
  { name: "ledger", project: "shards", words: ["backend/ledger/"] },
  { name: "listening", project: "shards", words: ["backend/listening/"] },
  { name: "gifts", project: "shards", words: ["backend/gifts/"] },
  { name: "withdrawals", project: "shards", words: ["backend/wallet/"] },
] as const;

/** In this order: the last ones stop servers. */
const UNDER_LOAD: readonly (readonly [string, (stage: Stage) => Promise<Seen>])[] = [
  ["each group on one server", oneServerEach],
  ["ranges attached", rangesAttached],
  ["ranges kept by column", rangesByColumn],
  ["moves of shards", movesOfShards],
  ["projections rebuilt", rebuilds],
  ["shards followed at once", followersAtOnce],
  ["one more worker", oneMoreWorker],
  ["writers killed with -9", killsOfWriters],
  ["workers killed with -9", killsOfWorkers],
  ["the coordinator killed with -9", killsOfTheCoordinator],
];
/** In this order once the writers have ended. */
const AFTERWARDS: readonly (readonly [string, (stage: Stage) => Promise<Seen>])[] = [
  ["a changed byte on a worker", changedByte],
  ["ranges archived", rangesArchived],
];

/**
 * `deno task proofs distributed [--moves 20] [--kills 50] [--plays 20000] [--seed n] [--only word] [--no-suites]`: what Orin promises where an
 * engine spreads its tables over servers. ORIN_TEST_ENGINE names a tree of Postgres that has the extension `citus`; this
 * starts a coordinator and two workers from it on this machine, and ends them. Without one it says that it was skipped.
 */
if (import.meta.main) {
  const programs = Deno.env.get("ORIN_TEST_ENGINE");
  if (programs) await run(programs);
  else console.log("skipped: ORIN_TEST_ENGINE names no engine");
}

interface Row {
  readonly name: string;
  readonly seen: Seen;
}

async function run(programs: string): Promise<void> {
  const seed = ASKED.seed();
  console.log(`Seed ${seed}`);
  await using engine = await Engine.start(programs, 2);
  const rows: Row[] = [];
  if (!ASKED.has("no-suites")) rows.push(...await runSuites(engine));
  rows.push(...await runUnderLoad(engine, seed));
  if (!isLeftOut("ratios")) rows.push(await criterion("ratios", () => ratios(engine, seed)));
  if (!isLeftOut("way there")) rows.push(await criterion("the way there", () => wayThere(engine, seed)));
  const plays = ASKED.number("plays", 20_000);
  if (!isLeftOut("plays on the way")) {
    rows.push(await criterion("plays on the way", () => wayThereWithPlays(engine, { plays, seed })));
  }
  console.log("");
  for (const { name, seen } of rows) console.log(`${seen.isMet ? "seen  " : "MISSED"}  ${name}: ${seen.figure}`);
  const failed = rows.filter(({ seen }) => !seen.isMet).length;
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  if (failed > 0) Deno.exitCode = 1;
}

async function runSuites(engine: Engine): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, project, words } of SUITES) {
    if (isLeftOut(name)) continue;
    rows.push(await criterion(`tests of ${name}`, () => suite(engine, { project, words, log: (line) => say(line) })));
  }
  return rows;
}

async function runUnderLoad(engine: Engine, seed: number): Promise<Row[]> {
  const steps = UNDER_LOAD.filter(([name]) => !isLeftOut(name));
  const afterwards = AFTERWARDS.filter(([name]) => !isLeftOut(name));
  if (steps.length + afterwards.length === 0) return [];
  const ownerUrl = await engine.createDatabase(DATABASE);
  await using load = await Load.start(ownerUrl, seed);
  const stage: Stage = {
    engine,
    database: DATABASE,
    load,
    moves: ASKED.number("moves", 20),
    kills: ASKED.number("kills", 50),
    random: seededRandom(seed),
  };
  const rows: Row[] = [];
  for (const [name, work] of steps) rows.push(await criterion(name, () => work(stage)));
  rows.push(await criterion("every answer found once, and verified", () => everyAnswer(load)));
  for (const [name, work] of afterwards) rows.push(await criterion(name, () => work(stage)));
  return rows;
}

async function everyAnswer(load: Load): Promise<Seen> {
  const problems = await load.check();
  for (const problem of problems.slice(0, 20)) say(`WRONG: ${problem}`);
  return {
    isMet: problems.length === 0,
    figure: `${load.writers.count} answers to ${load.writers.answers.size} commands, ${problems.length} wrong`,
  };
}

/** What throws is missed, and the others still run. */
async function criterion(name: string, work: () => Promise<Seen>): Promise<Row> {
  say(`${name} …`);
  const seen = await work().catch((error): Seen => ({ isMet: false, figure: `it ended with ${error}` }));
  say(`${name}: ${seen.isMet ? "seen" : "MISSED"}, ${seen.figure}`);
  return { name, seen };
}

function isLeftOut(name: string): boolean {
  const only = ASKED.text("only");
  return only !== undefined && !name.includes(only);
}

function say(line: string): void {
  console.log(`  ${new Date().toISOString().slice(11, 19)} ${line}`);
}
