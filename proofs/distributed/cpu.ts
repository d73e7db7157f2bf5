import { factsOf } from "../parts/processes.ts";
import type { Engine } from "./engine.ts";

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
  const processes = [...Deno.readDirSync("/proc")].flatMap(({ name }) =>
    /^\d+$/.test(name) ? processOf(Number(name)) : []
  );
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

/** With its children that have ended; nothing where the process is gone. */
function processOf(pid: number): { pid: number; parent: number; seconds: number }[] {
  const facts = factsOf(pid);
  return facts ? [{ pid, parent: facts.parent, seconds: facts.seconds + facts.childrensSeconds }] : [];
}
