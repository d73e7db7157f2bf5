import type { Engine } from "./engine.ts";

const TICKS_PER_SECOND = 100;

/** Processor seconds, since they began. */
interface Cpu {
  /** All processes of the server: of those that have ended, too. */
  readonly server: number;
  /** Those that run what the writer of the shard sends to a database, itself or over the coordinator. */
  readonly writer: number;
}

/** What a server's processors have done, in all and for the writer on one of its databases. */
export async function cpuOf(engine: Engine, { owner, database }: { owner: number; database: string }): Promise<Cpu> {
  const writers = await writersOn(engine, { owner, database });
  const pid = engine.pid(owner);
  const processes = [...Deno.readDirSync("/proc")].flatMap(({ name }) => /^\d+$/.test(name) ? processOf(name) : []);
  const secondsOf = (own: typeof processes) => own.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    server: secondsOf(processes.filter((process) => process.pid === pid || process.parent === pid)),
    writer: secondsOf(processes.filter((process) => writers.includes(process.pid))),
  };
}

/** The coordinator's connections say for which of its processes they are, in the last ten digits of their name. */
async function writersOn(engine: Engine, { owner, database }: { owner: number; database: string }): Promise<number[]> {
  const routed = await engine.on(0, "postgres", (sql) =>
    sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = ${database} and application_name like 'orin writer ledger%'`);
  const rows = await engine.on(owner, "postgres", (sql) =>
    sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = ${database} and (
        application_name like 'orin writer ledger%'
        or substring(application_name from 'gpid=\\d+(\\d{10})$')::bigint = any(${
      routed.map(({ pid }) => pid)
    }::int[]))`);
  return rows.map(({ pid }) => pid);
}

/** As the kernel counts it, with the children that have ended; nothing where the process is gone. */
function processOf(name: string): { pid: number; parent: number; seconds: number }[] {
  try {
    const stat = Deno.readTextFileSync(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    return [{ pid: Number(name), parent: fields[1] ?? 0, seconds: ticks / TICKS_PER_SECOND }];
  } catch {
    return [];
  }
}
