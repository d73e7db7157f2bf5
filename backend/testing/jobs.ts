import { openTestStore } from "./store.ts";
import { eventually } from "./wait.ts";
import { createJobs, type Jobs } from "../store/jobs/jobs.ts";
import { connect, type Sql } from "../store/sql.ts";

export const MINUTE = 60_000;

export interface TestJobs extends AsyncDisposable {
  readonly sql: Sql;
  readonly serviceUrl: string;
  /** The time for every queue, epoch ms. */
  clock: number;
  /** What the queues logged. */
  readonly lines: string[];
  /** A process's queue; `ahead` is how much its clock is ahead of the test's. */
  open(options?: { ahead?: number; leaseMs?: number; pollMs?: number }): Jobs;
  rows(): Promise<JobRow[]>;
  /** Waits until the one job is in a state. */
  reach(state: string): Promise<void>;
  /** Opens all connections of the pool, so that the first query of none is met by what follows. */
  openConnections(): Promise<void>;
  /** Ends every connection of the service, as a restart of the database does. */
  dropConnections(): Promise<void>;
}

interface JobRow {
  kind: string;
  key: string;
  payload: unknown;
  state: string;
  attempts: number;
  lastError: string | undefined;
  runAt: number;
  lockedUntil: number | undefined;
}

/** A database with the table of jobs, queues on it and a clock that only tests move. */
export async function openTestJobs(): Promise<TestJobs> {
  const store = await openTestStore();
  const sql = connect(store.serviceUrl);
  const owner = connect(store.ownerUrl, { max: 1 });
  const opened: Jobs[] = [];
  const rows = () =>
    sql<JobRow[]>`
    select kind, key, payload, state, attempts, last_error, run_at, locked_until from jobs order by kind, key`;
  const test: TestJobs = {
    sql,
    serviceUrl: store.serviceUrl,
    clock: Date.UTC(2026, 10, 20),
    lines: [],
    rows,
    open({ ahead = 0, leaseMs = 30_000, pollMs = 20 } = {}) {
      const log = (line: string, error?: unknown) => void test.lines.push(error ? `${line}: ${error}` : line);
      const jobs = createJobs(sql, { now: () => test.clock + ahead, random: () => 0.5, log, leaseMs, pollMs });
      opened.push(jobs);
      return jobs;
    },
    async reach(state) {
      await eventually(`the job to be ${state}`, async () => (await rows()).map((row) => row.state)).toEqual([state]);
    },
    async openConnections() {
      await Promise.all(Array.from({ length: sql.options.max }, () => sql`select pg_sleep(0.05)`));
    },
    async dropConnections() {
      await owner`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((jobs) => jobs.stop(0)));
      // Without a bound the library waits for ever for connections that were dropped.
      await Promise.all([sql.end({ timeout: 1 }), owner.end({ timeout: 1 })]);
      await store[Symbol.asyncDispose]();
    },
  };
  return test;
}

/** A process of its own that takes jobs of a kind and never ends them, until it is killed. */
export function startDoomedWorker(serviceUrl: string, kind: string): AsyncDisposable & { kill(): Promise<void> } {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    const { connect } = await import(${at("../store/sql.ts")});
    const { createJobs } = await import(${at("../store/jobs/jobs.ts")});
    const jobs = createJobs(connect(${JSON.stringify(serviceUrl)}), {
      now: Date.now, random: Math.random, log: console.error, pollMs: 20,
    });
    jobs.work(${JSON.stringify(kind)}, () => new Promise(() => {}), { timeoutMs: 600_000 });`;
  const process = new Deno.Command(Deno.execPath(), { args: ["eval", script], stdin: "null" }).spawn();
  let ended: Promise<unknown> | undefined;
  const kill = async () => {
    if (!ended) process.kill("SIGKILL");
    await (ended ??= process.status);
  };
  return { kill, [Symbol.asyncDispose]: kill };
}
