import type { JobHandler, JobsOptions, WorkOptions } from "./job.ts";
import { LONGEST_WAIT_MS } from "./job_attempt.ts";
import { bringBack, runAgain } from "./job_rows.ts";
import { JobWorker } from "./job_worker.ts";
import { askRelaysNow, bringRelaysBack } from "./relay.ts";
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
  /** Looks for due jobs now: to be called after the commit of a transaction that asked for some. */
  poke(): void;
  /**
   * Takes no more jobs, waits for those that run, then aborts what is left and hands it back as if it had not begun.
   * `graceMs` is 3 seconds when left out.
   */
  stop(graceMs?: number): Promise<void>;
  /**
   * For tests: waits until no job that is due is left of the kinds that this process works on; answers whether it has
   * run one since it was asked last.
   */
  drain(): Promise<boolean>;
  /** How many jobs wait, run or failed for good, without those that are done. */
  counts(): Promise<JobCount[]>;
  /** Of each kind with failed jobs how many there are, and when the oldest of them was asked for; epoch ms. */
  failures(): Promise<{ kind: string; count: number; since: number }[]>;
  /** Since when the oldest job of each kind has been due without being done, however often it was put off; epoch ms. */
  oldestDue(): Promise<{ kind: string; dueAt: number }[]>;
  /** Jobs of these kinds that were asked for since a moment (epoch ms) and failed wait again; answers how many. */
  again(kinds: readonly string[], since: number): Promise<number>;
  /** After the clock was set back: what it has put off while it was ahead is due now; answers how many jobs. */
  clockWasAhead(): Promise<number>;
}

interface JobRequest {
  readonly kind: string;
  /** Idempotency key: unique among all jobs of the kind. */
  readonly key: string;
  /** The handler's input, as JSON. Erased when the job is done, kept when it failed. */
  readonly payload: unknown;
  /** Epoch ms; immediately when left out. */
  readonly runAt?: number;
}

interface JobCount {
  readonly kind: string;
  readonly state: "waiting" | "running" | "failed";
  readonly count: number;
}

const POLL_MS = 500;

/** Opens the queue. Nothing runs before `work()`. */
export function createJobs(sql: Sql, options: JobsOptions): Jobs {
  const workers = new Map<string, JobWorker>();
  const all = () => [...workers.values()];
  /** Wakes the workers that have something to do, which one statement tells for all of them; answers how many. */
  const wakeDue = async () => {
    const kinds = await findDueKinds(sql, all(), options.now());
    for (const kind of kinds) workers.get(kind)?.poke();
    return kinds.length;
  };
  let drained = 0;
  const polling = pollEvery(options.pollMs ?? POLL_MS, wakeDue, (error) => options.log("Cannot look for jobs", error));

  return {
    poke() {
      if (workers.size > 0) polling.now();
    },
    async enqueue(tx, { kind, key, payload, runAt }) {
      const now = options.now();
      const text = JSON.stringify(payload ?? null);
      await tx`
        insert into jobs (kind, key, payload, run_at, due_at, created_at)
        values (${kind}, ${key}, ${text}::text::json, ${new Date(runAt ?? now)}, ${new Date(runAt ?? now)},
          ${new Date(now)})
        on conflict (kind, key) do nothing`;
      workers.get(kind)?.poke();
    },
    work<Payload>(kind: string, handler: JobHandler<Payload>, more: WorkOptions<Payload> = {}) {
      if (workers.has(kind)) throw new Error(`Jobs of kind "${kind}" have a handler already`);
      workers.set(kind, new JobWorker(sql, { kind, ...ofAnyKind(handler, more) }, options));
      polling.now();
    },
    async stop(graceMs = 3_000) {
      await polling.stop();
      await Promise.all(all().map((worker) => worker.stop(graceMs)));
    },
    async drain() {
      const isBusy = () => all().some((worker) => worker.busy);
      do await Promise.all(all().map((worker) => worker.idle())); while (await wakeDue() > 0 || isBusy());
      const before = drained;
      drained = all().reduce((sum, { taken }) => sum + taken, 0);
      return drained > before;
    },
    async again(kinds, since) {
      const now = options.now();
      const count = await runAgain(sql, { kinds, since, now });
      await askRelaysNow(sql, now);
      polling.now();
      return count;
    },
    async clockWasAhead() {
      const now = options.now();
      const count = await bringBack(sql, { now, longestMs: LONGEST_WAIT_MS });
      await bringRelaysBack(sql, now);
      polling.now();
      return count;
    },
    ...figuresOf(sql, options.now),
  };
}

/** How many jobs wait, have failed, or are late. */
function figuresOf(sql: Sql, now: () => number): Pick<Jobs, "counts" | "failures" | "oldestDue"> {
  return {
    async counts() {
      return await sql<JobCount[]>`
        select kind, state, count(*)::int as count from jobs where state <> 'done' group by kind, state order by kind, state`;
    },
    async failures() {
      const rows = await sql<{ kind: string; count: number; since: number }[]>`
        select kind, count(*)::int as count, min(created_at) as since
        from jobs where state = 'failed' group by kind order by kind`;
      return [...rows];
    },
    async oldestDue() {
      const rows = await sql<{ kind: string; due: number }[]>`
        select kind, min(coalesce(due_at, run_at)) as due from jobs
        where state in ('waiting', 'running') and run_at <= ${new Date(now())} group by kind order by kind`;
      return rows.map(({ kind, due }) => ({ kind, dueAt: due }));
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

async function findDueKinds(sql: Sql, workers: readonly JobWorker[], now: number): Promise<string[]> {
  const [kinds, relays] = [workers.map(({ kind }) => kind), workers.map(({ relay = "" }) => relay)];
  const rows = await sql<{ kind: string }[]>`
    select kind from unnest(${kinds}::text[], ${relays}::text[]) as known(kind, relay) where exists (
      select from jobs
      where jobs.kind = known.kind and state in ('waiting', 'running')
        and coalesce(locked_until, run_at) <= ${new Date(now)})
      and not exists (select from job_relays where name = known.relay and next_try > ${new Date(now)})`;
  return rows.map(({ kind }) => kind);
}

/** Works from the first `now()` to `stop()`: when it is asked to, and after pauses, which are longer after failures. */
function pollEvery(
  pauseMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { now(): void; stop(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<void> | undefined;
  let isAsked = false;
  let isStopped = false;
  let failures = 0;
  const take = async () => {
    isAsked = false;
    try {
      await work();
      failures = 0;
    } catch (error) {
      failures++;
      failed(error);
    }
    turn = undefined;
    plan(isAsked && failures === 0 ? 0 : pauseMs * 2 ** Math.min(failures, 3));
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void (turn = take()), ms);
  };
  return {
    /** Those who ask in the same moment are served together. */
    now() {
      if (!turn && !isAsked) plan(0);
      isAsked = true;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
