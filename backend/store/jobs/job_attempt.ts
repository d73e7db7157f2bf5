import { type Job, type JobHandler, type JobsOptions, PermanentFailure, type WorkOptions } from "./job.ts";
import { extendLease, markDone, markFailed, markWaiting, releaseJob, type RunningJob } from "./job_rows.ts";
import type { Sql } from "../sql.ts";

/** Common to all attempts of one kind. */
export interface AttemptContext {
  readonly sql: Sql;
  readonly handler: JobHandler;
  readonly work: WorkOptions & { readonly attempts: number; readonly timeoutMs: number };
  readonly options: JobsOptions & { readonly leaseMs: number };
}

/** The job went to another process: this one writes no more about it. */
class LeaseLost extends Error {}

/** This process ends and hands the job back. */
class Stopping extends Error {}

type Ending = { state: "done" } | { state: "waiting" | "failed"; reason: string };

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * 60_000;

/** The wait after a job's nth attempt: it doubles, and half of it is random, so that many do not come back at once. */
export function backoffMs(attempt: number, random: () => number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random() / 2));
}

/** One attempt at a job. */
export class JobAttempt {
  readonly #context: AttemptContext;
  readonly #row: RunningJob;
  readonly #job: Job;
  readonly #calledOff = new AbortController();

  constructor(context: AttemptContext, row: RunningJob) {
    this.#context = context;
    this.#row = row;
    this.#job = { id: row.id, kind: row.kind, key: row.key, payload: row.payload, attempt: row.attempts };
  }

  /** Runs the handler while keeping the lease, and stores the result. */
  async run(): Promise<void> {
    const { sql, options } = this.#context;
    const letGo = this.#keepLease();
    try {
      await this.#write(await this.#announce(await this.#try()));
    } catch (error) {
      if (error instanceof LeaseLost) options.log(`Job ${this.#job.kind} ${this.#job.id} went to another process`);
      else if (error instanceof Stopping) await releaseJob(sql, this.#row);
      else throw error;
    } finally {
      letGo();
    }
  }

  /** Calls the attempt off and hands the job back. */
  stop(): void {
    this.#calledOff.abort(new Stopping());
  }

  async #try(): Promise<Ending> {
    const { handler, work } = this.#context;
    const { attempts, last_error } = this.#row;
    if (attempts > work.attempts) {
      return { state: "failed", reason: last_error ?? "the process that ran it ended each time" };
    }
    try {
      await this.#inTime((signal) => handler(this.#job, signal));
      return { state: "done" };
    } catch (error) {
      if (isCalledOff(error)) throw error;
      const final = error instanceof PermanentFailure || attempts === work.attempts;
      return { state: final ? "failed" : "waiting", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Announces the failure before it is stored: if the process dies in between, the next attempt announces it again. */
  async #announce(ending: Ending): Promise<Ending> {
    const { work, options } = this.#context;
    if (ending.state !== "failed") return ending;
    try {
      await this.#inTime(() => work.onFailed?.(this.#job, ending.reason));
      return ending;
    } catch (error) {
      if (isCalledOff(error)) throw error;
      options.log(`Cannot tell that job ${this.#job.kind} ${this.#job.id} failed`, error);
      return { ...ending, state: "waiting" };
    }
  }

  async #write(ending: Ending): Promise<void> {
    const { sql, options } = this.#context;
    const { kind, id, attempt } = this.#job;
    const now = options.now();
    if (ending.state === "done") return await markDone(sql, this.#row, now);
    const { state, reason } = ending;
    options.log(`Job ${kind} ${id}, attempt ${attempt}: ${state}: ${reason}`);
    if (state === "failed") return await markFailed(sql, this.#row, { now, reason });
    await markWaiting(sql, this.#row, { runAt: now + backoffMs(attempt, options.random), reason });
  }

  /** The result, or an error as soon as the time is up or the attempt is called off, even if the handler still works. */
  async #inTime(run: (signal: AbortSignal) => Promise<void> | void): Promise<void> {
    const { timeoutMs } = this.#context.work;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`not done within ${timeoutMs} ms`)), timeoutMs);
    const over = AbortSignal.any([late.signal, this.#calledOff.signal]);
    try {
      over.throwIfAborted();
      const end = new Promise<never>((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
      await Promise.race([Promise.try(run, over), end]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The handler keeps working while the database is away. If another process takes the job, this one writes no more. */
  #keepLease(): () => void {
    const { sql, options: { now, leaseMs } } = this.#context;
    const extend = async () => {
      const ours = await extendLease(sql, this.#row, now() + leaseMs).catch(() => true);
      if (!ours) this.#calledOff.abort(new LeaseLost());
    };
    const timer = setInterval(extend, leaseMs / 3);
    return () => clearInterval(timer);
  }
}

function isCalledOff(error: unknown): boolean {
  return error instanceof LeaseLost || error instanceof Stopping;
}
