import { Session } from "node:inspector/promises";
import process from "node:process";
import { connect, type Sql } from "../../backend/store/sql.ts";
import type { ProofDatabase } from "../parts/database.ts";
import { closedLoop } from "../parts/measure.ts";
import { PlaySource } from "../parts/play_source.ts";
import { reportDirectly } from "../parts/plays.ts";
import { openService, type ProofService } from "../parts/service.ts";
import type { BenchOptions } from "./options.ts";
import { cpuTimes } from "./play_costs.ts";
import { startPhones } from "./plays.ts";

/** Where the time of a credited play goes, by a kind of load. All times in µs a play. */
interface Profile {
  readonly load: string;
  readonly playsPerSecond: number;
  /** CPU of this process and of Postgres' processes, by the name of what they do. */
  readonly cpu: Readonly<Record<string, number>>;
  /** Time of this process by file: a sample counts for the innermost file of its stack. */
  readonly files: Readonly<Record<string, number>>;
  /** Statements by the time that Postgres took for them, planning included, and how often one ran a group or request. */
  readonly statements: readonly { readonly us: number; readonly calls: number; readonly text: string }[];
}

const CONNECTIONS = 64;
const BATCH = 500;

/** Runs each kind of load for a while and reads who used the processor meanwhile. */
export async function profilePlays(database: ProofDatabase, options: BenchOptions): Promise<Profile[]> {
  const size = 600;
  await using service = await openService(database, "profile", 2 * size);
  await using phones = await startPhones(service, { from: size, to: 2 * size, seed: options.seed });
  const owner = connect(service.ownerUrl, { max: 1 });
  await owner`create extension if not exists pg_stat_statements`;
  const source = new PlaySource(size, service.tracks, options.seed);
  let plays = 0;
  const direct = async () => {
    const { listener, play } = source.single();
    await reportDirectly(service, listener, [play]);
    plays++;
  };
  const batches = async () => {
    const { listener, plays: some } = source.batch(BATCH);
    await reportDirectly(service, listener, some);
    plays += some.length;
  };
  const loads: [string, () => Promise<unknown>][] = [
    ["single reports over HTTP", async () => {
      const order = { kind: "singles", connections: CONNECTIONS, ms: options.ms };
      plays = (await phones.ask<{ calls: number }>(order)).calls;
    }],
    ["the command with 64 producers", () => closedLoop(CONNECTIONS, options.ms, direct)],
    ["the command with batches of 500", () => closedLoop(8, options.ms, batches)],
  ];
  const profiles: Profile[] = [];
  for (const [load, run] of loads) {
    await service.deps.store.settle(60_000);
    plays = 0;
    profiles.push(await profiled({ load, run: async () => (await run(), plays), owner, service }));
  }
  await owner.end();
  return profiles;
}

async function profiled({ load, run, owner, service }: {
  load: string;
  run: () => Promise<number>;
  owner: Sql;
  service: ProofService;
}): Promise<Profile> {
  using session = openSession();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await owner`select pg_stat_statements_reset()`;
  const before = await cpuTimes(owner);
  const own = process.cpuUsage();
  await session.post("Profiler.start");
  const began = performance.now();
  const plays = await run();
  const ms = performance.now() - began;
  await service.deps.store.settle(60_000);
  const { profile } = await session.post("Profiler.stop");
  const { user, system } = process.cpuUsage(own);
  const after = await cpuTimes(owner);
  const cpu: Record<string, number> = { "this process": (user + system) / plays };
  for (const [name, seconds] of after) {
    const used = (seconds - (before.get(name) ?? 0)) * 1e6 / plays;
    if (used >= 1) cpu[name] = used;
  }
  const statements = await owner<{ us: number; calls: number; text: string }[]>`
    select (total_exec_time + total_plan_time) * 1000 / ${plays}::float8 as us, calls::int,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 30`;
  return { load, playsPerSecond: plays * 1_000 / ms, cpu, files: filesOf(profile, plays), statements };
}

function openSession(): Session & Disposable {
  const session = new Session();
  session.connect();
  return Object.assign(session, { [Symbol.dispose]: () => session.disconnect() });
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[] | undefined;
  }[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

/** µs a play by file. What has none (the collector, the engine itself) goes by its name. */
function filesOf({ nodes, samples = [], timeDeltas = [] }: CpuProfile, plays: number): Record<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const fileOf = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { url = "", functionName = "" } = byId.get(at)?.callFrame ?? {};
      if (url) return url.replace(/^.*\/node_modules\/(\.deno\/)?/, "").replace(/^.*\/(backend|projections)\//, "$1/");
      if (functionName.startsWith("(") && functionName !== "(root)") return functionName;
    }
    return "(engine)";
  };
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const file = fileOf(id);
    times.set(file, (times.get(file) ?? 0) + (timeDeltas[index] ?? 0));
  });
  times.delete("(idle)");
  const sorted = [...times].toSorted(([, one], [, two]) => two - one).slice(0, 30);
  return Object.fromEntries(sorted.map(([file, us]) => [file, us / plays]));
}

/** The profiles as text. */
export function profileText(profiles: readonly Profile[]): string {
  const line = (us: number, name: string) => `  ${us.toFixed(1).padStart(7)}  ${name}`;
  return profiles.map(({ load, playsPerSecond, cpu, files, statements }) =>
    [
      `${load}: ${Math.round(playsPerSecond).toLocaleString("en")} plays a second; µs a play`,
      "processor",
      ...Object.entries(cpu).toSorted(([, one], [, two]) => two - one).map(([name, us]) => line(us, name)),
      "this process, by file",
      ...Object.entries(files).map(([file, us]) => line(us, file)),
      "statements, by Postgres' time",
      ...statements.map(({ us, calls, text }) => line(us, `${calls} × ${text}`)),
    ].join("\n")
  ).join("\n\n");
}
