import { closedLoop, type Contender, interleaved } from "../parts/measure.ts";
import { PlaySource } from "../parts/play_source.ts";
import { openFolder } from "../parts/folder.ts";
import { reportDirectly } from "../parts/plays.ts";
import { medianOf } from "../parts/quantiles.ts";
import { openService, type ProofService } from "../parts/service.ts";
import { placementOf, type Seen } from "./criteria.ts";
import { cpuOf } from "./cpu.ts";
import { databaseOf, type Engine } from "./engine.ts";

/** Concurrent callers: so many commands share a group. */
const GROUPS = [{ size: 512, least: 0.65 }, { size: 64, least: 0.5 }] as const;
const PROCESSES = 8;
const LEAST_BESIDE_OTHERS = 0.8;
const MOST_OF_OWNER = 1.4;
const ROUNDS = { rounds: 5, ms: 3_000 };
const LISTENERS = 2_500;
const IDLE = new URL("idle_process.ts", import.meta.url).pathname;

/** A service, and the plays that its listeners report. */
interface Side {
  readonly service: ProofService;
  readonly source: PlaySource;
}

/**
 * Credited plays a second by the command, straight to the server that has the shard ÷ the same on a database of that
 * server without the engine; then with seven more processes of the service beside, whose shard is another's; then what
 * that server's processors do for a play where the coordinator hands it on ÷ the same without the engine.
 */
export async function ratios(engine: Engine, seed: number): Promise<Seen> {
  await using folder = await openFolder("ratios");
  const create = (name: string) => engine.createDatabase(name);
  await using spreadService = await openService(databaseOf(folder.path, create), "spread", LISTENERS);
  const { port } = await engine.on(0, "spread", (sql) => placementOf(sql, 0));
  const owner = engine.at(port);
  // Beside the shard, so that both have the same server.
  const createPlain = async (name: string) => {
    await engine.on(owner, "postgres", (sql) => sql.unsafe(`create database ${name}`));
    return engine.url(owner, name);
  };
  await using plainService = await openService(databaseOf(folder.path, createPlain), "plain", LISTENERS);
  const spread = sideOf(spreadService, seed + 1);
  const plain = sideOf(plainService, seed);
  const shares = await direct({ plain, spread });
  const beside = await besideOthers(spread);
  const owners = await throughRouter(engine, { owner, plain, spread });
  const figures = shares.map(({ size, share, rate }) =>
    `${share.toFixed(2)} at ${size} callers (${rate.toFixed(0)}/s plain)`
  );
  const processors = owners.map(({ of, share, us, plainUs }) =>
    `${share.toFixed(2)} of its ${of} (${us.toFixed(0)} ÷ ${plainUs.toFixed(0)} µs a play)`
  );
  return {
    isMet: shares.every(({ share, least }) => share >= least) && beside >= LEAST_BESIDE_OTHERS &&
      owners.every(({ share }) => share <= MOST_OF_OWNER),
    figure: `direct ÷ plain ${figures.join(", ")}; with ${PROCESSES} processes ÷ with one ${beside.toFixed(2)}; ` +
      `the owner's processors through a router ÷ plain ${processors.join(", ")}`,
  };
}

function sideOf(service: ProofService, seed: number): Side {
  return { service, source: new PlaySource(service.listeners.length, service.tracks, seed) };
}

/** Throughput straight to the shard's server ÷ plain, by the size of groups. */
async function direct({ plain, spread }: { plain: Side; spread: Side }) {
  const contenders = GROUPS.flatMap(({ size }) => [
    contender(`plain ${size}`, plain, size),
    contender(`spread ${size}`, spread, size),
  ]);
  const seen = await interleaved(contenders, ROUNDS);
  const rate = (name: string) => seen.get(name)?.perSecond ?? 0;
  return GROUPS.map(({ size, least }) => {
    return { size, least, share: rate(`spread ${size}`) / rate(`plain ${size}`), rate: rate(`plain ${size}`) };
  });
}

/** The proxy sends a shard's writes to one process: the others serve other shards, and only follow this one. */
async function besideOthers(spread: Side): Promise<number> {
  const [{ size }] = GROUPS;
  const rounds: { alone: number; beside: number }[] = [];
  const one = contender("one", spread, size);
  for (let round = 0; round < 3; round++) {
    const alone = (await one.round(ROUNDS.ms)).perSecond;
    const others = Array.from({ length: PROCESSES - 1 }, () => startIdle(spread.service.serviceUrl));
    await Promise.all(others.map(({ ready }) => ready));
    const beside = (await one.round(ROUNDS.ms)).perSecond;
    for (const { child } of others) child.kill("SIGKILL");
    await Promise.all(others.map(({ child }) => child.status));
    rounds.push({ alone, beside });
  }
  return medianOf(rounds.map(({ alone, beside }) => beside / alone));
}

/**
 * What the owner's processors do for a play at full groups where the coordinator hands it on ÷ the same on the plain
 * database of that server, in rounds by turns: the whole server, followers and upkeep included, and the writer's
 * statements alone. The whole server has less to do than a plain one: what belongs to everyone follows elsewhere.
 */
async function throughRouter(engine: Engine, { owner, plain, spread }: { owner: number; plain: Side; spread: Side }) {
  const [{ size }] = GROUPS;
  const { deps, serviceUrl } = spread.service;
  // As after a move that the service has not heard of: writers and followers take the coordinator for the owner.
  deps.store.nodes.urlOf = () => serviceUrl;
  const sums = { plain: { server: 0, writer: 0, plays: 0 }, spread: { server: 0, writer: 0, plays: 0 } };
  for (let round = 0; round <= ROUNDS.rounds; round++) {
    for (const [database, side] of [["plain", plain], ["spread", spread]] as const) {
      const before = await cpuOf(engine, { owner, database });
      const { calls } = await contender(database, side, size).round(ROUNDS.ms);
      await side.service.deps.store.settle(60_000);
      const after = await cpuOf(engine, { owner, database });
      // The first round opens connections and makes plans.
      if (round === 0) continue;
      const sum = sums[database];
      sum.server += after.server - before.server;
      sum.writer += after.writer - before.writer;
      sum.plays += calls;
    }
  }
  return (["server", "writer"] as const).map((of) => {
    const usOf = (sum: Record<typeof of | "plays", number>) => sum[of] * 1e6 / sum.plays;
    const [us, plainUs] = [usOf(sums.spread), usOf(sums.plain)];
    return { of, us, plainUs, share: us / plainUs };
  });
}

/** A process of the service on the same database that is sent nothing. */
function startIdle(url: string): { child: Deno.ChildProcess; ready: Promise<void> } {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", IDLE, url],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const ready = (async () => {
    for await (const _ of child.stdout) return;
  })();
  return { child, ready };
}

/** So many concurrent callers, each with a play of its own. */
function contender(name: string, { service, source }: Side, size: number): Contender {
  return {
    name,
    round: (ms) =>
      closedLoop(size, ms, async () => {
        const { listener, play } = source.single();
        await reportDirectly(service, listener, [play]);
      }),
  };
}
