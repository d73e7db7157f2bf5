import type { JobHandler, JobsOptions, WorkOptions } from "./job.ts";
import { JobWorker } from "./job_worker.ts";
import type { Sql, Tx } from "../sql.ts";

/**
 * Work for later, outside of the request that asks for it, in the table `jobs`.
 * A job runs at least once, so its handler must be harmless when it runs again.
 */
export interface Jobs {
  /**
   * Asks for a job, as part of the transaction it is given. The same kind and key asked for again does nothing.
   * It begins as soon as the transaction is committed, at the latest one poll later.
   */
  enqueue(tx: Tx, request: JobRequest): Promise<void>;
  /** Runs the jobs of a kind in this process from now on. Call it once for each kind; `Payload` is the kind's own type. */
  work<Payload>(kind: string, handler: JobHandler<Payload>, options?: WorkOptions<Payload>): void;
  /** Looks for jobs now: to be called after the commit of a transaction that asked for some. */
  poke(): void;
  /**
   * Takes no more jobs, waits for those that run, then aborts what is left and hands it back as if it had not begun.
   * `graceMs` is 3 seconds when left out.
   */
  stop(graceMs?: number): Promise<void>;
  /** For tests: waits until no job that is due is left of the kinds that this process works on. */
  drain(): Promise<void>;
  /** How many jobs wait, run or failed for good, without those that are done. */
  counts(): Promise<JobCount[]>;
  /** Since when the oldest job of each kind has been due without being done, epoch ms. */
  oldestDue(): Promise<{ kind: string; dueAt: number }[]>;
}

interface JobRequest {
  readonly kind: string;
  /** Idempotency key: unique among all jobs of the kind. */
  readonly key: string;
  /** The handler's input, as JSON. Erased when the job is done, kept when it failed. */
  readonly payload: unknown;
  /** Epoch ms; at once when left out. */
  readonly runAt?: number;
}

interface JobCount {
  readonly kind: string;
  readonly state: "waiting" | "running" | "failed";
  readonly count: number;
}

const DRAIN_STEP_MS = 5;

/** Opens the queue. Nothing runs before `work()`. */
export function createJobs(sql: Sql, options: JobsOptions): Jobs {
  const workers = new Map<string, JobWorker>();
  const all = () => [...workers.values()];
  const poke = () => all().forEach((worker) => worker.poke());

  return {
    poke,
    async enqueue(tx, { kind, key, payload, runAt }) {
      const now = options.now();
      const text = JSON.stringify(payload ?? null);
      await tx`
        insert into jobs (kind, key, payload, run_at, created_at)
        values (${kind}, ${key}, ${text}::text::json, ${new Date(runAt ?? now)}, ${new Date(now)})
        on conflict (kind, key) do nothing`;
      workers.get(kind)?.poke();
    },
    work<Payload>(kind: string, handler: JobHandler<Payload>, more: WorkOptions<Payload> = {}) {
      if (workers.has(kind)) throw new Error(`Jobs of kind "${kind}" have a handler already`);
      workers.set(kind, new JobWorker(sql, { kind, ...ofAnyKind(handler, more) }, options));
    },
    async stop(graceMs = 3_000) {
      await Promise.all(all().map((worker) => worker.stop(graceMs)));
    },
    async drain() {
      const isBusy = () => all().some((worker) => worker.busy);
      // Mostly nothing is due, which one statement tells for all workers.
      while (isBusy() || await countDue(sql, [...workers.keys()], options.now()) > 0 || isBusy()) {
        poke();
        // All have looked before they are poked again: among many workers there would always be one that looks.
        do await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS)); while (isBusy());
      }
    },
    async counts() {
      return await sql<JobCount[]>`
        select kind, state, count(*)::int as count from jobs where state <> 'done' group by kind, state order by kind, state`;
    },
    async oldestDue() {
      const rows = await sql<{ kind: string; due: Date }[]>`
        select kind, min(run_at) as due from jobs
        where state in ('waiting', 'running') and run_at <= ${new Date(options.now())} group by kind order by kind`;
      return rows.map(({ kind, due }) => ({ kind, dueAt: due.getTime() }));
    },
  };
}

/** The one cast of payloads: the same file asks for a kind and works on it, and stores the payload as JSON. */
function ofAnyKind<Payload>(
  handler: JobHandler<Payload>,
  more: WorkOptions<Payload>,
): { handler: JobHandler } & WorkOptions {
  return { handler, ...more } as { handler: JobHandler } & WorkOptions;
}

async function countDue(sql: Sql, kinds: string[], now: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from jobs
    where kind = any(${kinds}) and state in ('waiting', 'running')
      and coalesce(locked_until, run_at) <= ${new Date(now)}`;
  return row?.count ?? 0;
}
