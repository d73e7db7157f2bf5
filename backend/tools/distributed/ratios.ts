import { closedLoop, type Contender, interleaved } from "../bench/measure.ts";
import { PlaySource } from "../bench/play_source.ts";
import { reportDirectly } from "../bench/plays.ts";
import { type BenchService, openService } from "../bench/service.ts";
import type { Seen } from "./criteria.ts";
import { databaseOf, type Engine } from "./engine.ts";

/** Callers at once: so many commands share a group. */
const GROUPS = [{ size: 512, least: 0.65 }, { size: 64, least: 0.5 }] as const;
const PROCESSES = 8;
const LEAST_BESIDE_OTHERS = 0.8;
const ROUNDS = { rounds: 5, ms: 3_000 };
const LISTENERS = 2_500;
const IDLE = new URL("idle_process.ts", import.meta.url).pathname;

/**
 * Credited plays a second by the command, straight to the server that has the shard ÷ the same on a database of that
 * server without the engine; then with seven more processes of the service beside, whose shard is another's.
 */
export async function ratios(engine: Engine, seed: number): Promise<Seen> {
  const directory = await Deno.makeTempDir({ prefix: "orin_ratios_" });
  try {
    await using plain = await openService(
      databaseOf(directory, (name) => createPlain(engine, name)),
      "plain",
      LISTENERS,
    );
    await using spread = await openService(
      databaseOf(directory, (name) => engine.createDatabase(name)),
      "spread",
      LISTENERS,
    );
    const contenders = GROUPS.flatMap(({ size }) => [
      contender(`plain ${size}`, { service: plain, size, seed }),
      contender(`spread ${size}`, { service: spread, size, seed: seed + 1 }),
    ]);
    const seen = await interleaved(contenders, ROUNDS);
    const rate = (name: string) => seen.get(name)?.perSecond ?? 0;
    const shares = GROUPS.map(({ size, least }) => ({
      size,
      least,
      share: rate(`spread ${size}`) / rate(`plain ${size}`),
    }));
    const beside = await besideOthers(spread, seed + 2);
    const figures = shares.map(({ size, share }) =>
      `${share.toFixed(2)} at ${size} callers (${rate(`plain ${size}`).toFixed(0)}/s plain)`
    );
    return {
      isMet: shares.every(({ share, least }) => share >= least) && beside >= LEAST_BESIDE_OTHERS,
      figure: `direct ÷ plain ${figures.join(", ")}; with ${PROCESSES} processes ÷ with one ${beside.toFixed(2)}`,
    };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** The proxy sends a shard's writes to one process: the others serve other shards, and only follow this one. */
async function besideOthers(service: BenchService, seed: number): Promise<number> {
  const [{ size }] = GROUPS;
  const rounds: { alone: number; beside: number }[] = [];
  const one = contender("one", { service, size, seed });
  for (let round = 0; round < 3; round++) {
    const alone = (await one.round(ROUNDS.ms)).perSecond;
    const others = Array.from({ length: PROCESSES - 1 }, () => startIdle(service.serviceUrl));
    await Promise.all(others.map(({ ready }) => ready));
    const beside = (await one.round(ROUNDS.ms)).perSecond;
    for (const { child } of others) child.kill("SIGKILL");
    await Promise.all(others.map(({ child }) => child.status));
    rounds.push({ alone, beside });
  }
  const shares = rounds.map(({ alone, beside }) => beside / alone).toSorted((a, b) => a - b);
  return shares[1] ?? 0;
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

function contender(
  name: string,
  { service, size, seed }: { service: BenchService; size: number; seed: number },
): Contender {
  const source = new PlaySource(service.listeners.length, service.tracks, seed);
  return {
    name,
    round: (ms) =>
      closedLoop(size, ms, async () => {
        const { listener, play } = source.single();
        await reportDirectly(service, listener, [play]);
      }),
  };
}

/** On a worker, beside the shard, so that both have the same server. */
async function createPlain(engine: Engine, name: string): Promise<string> {
  await engine.on(1, "postgres", (sql) => sql.unsafe(`create database ${name}`));
  return engine.url(1, name);
}
