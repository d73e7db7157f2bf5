import { type Job, type JobHandler, type JobsOptions, PermanentFailure, type WorkOptions } from "./job.ts";
import {
  countFailed,
  extendLease,
  markDone,
  markFailed,
  markWaiting,
  releaseJob,
  type RunningJob,
} from "./job_rows.ts";
import { noteAway, RelayAway, returnTurn, type Turn } from "./relay.ts";
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

type Ending =
  | { state: "done" }
  | { state: "waiting" | "failed"; reason: string }
  /** Not the job, what it goes through. */
  | { state: "away"; reason: string };

/** The first and the longest wait of jobs with a number of attempts, and of jobs that are tried for a time. */
const BY_NUMBER = { firstMs: 1_000, longestMs: 10 * 60_000 };
const BY_TIME = { firstMs: 60_000, longestMs: 3_600_000 };
/** No job waits for longer after an attempt. */
export const LONGEST_WAIT_MS = Math.max(BY_NUMBER.longestMs, BY_TIME.longestMs);

/** The wait after a job's nth attempt: it doubles, and half of it is random, so that many do not come back together. */
export function backoffMs(attempt: number, random: () => number, { firstMs, longestMs } = BY_NUMBER): number {
  const longest = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random() / 2));
}

/** One attempt at a job. */
export class JobAttempt {
  readonly #context: AttemptContext;
  readonly #row: RunningJob;
  readonly #job: Job;
  readonly #turn: Turn;
  readonly #calledOff = new AbortController();

  constructor(context: AttemptContext, row: RunningJob, turn: Turn) {
    this.#context = context;
    this.#row = row;
    this.#turn = turn;
    const { id, kind, key, payload, attempts: attempt } = row;
    this.#job = { id, kind, key, payload, attempt, createdAt: row.createdAt };
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
    const { handler, work, options } = this.#context;
    const { attempts, lastError, payload, dueAt } = this.#row;
    if (attempts > work.attempts) {
      return { state: "failed", reason: lastError ?? "the process that ran it ended each time" };
    }
    const until = work.worthMs ? dueAt + work.worthMs(payload) : Infinity;
    if (options.now() >= until) {
      return { state: "failed", reason: `it came too late: ${lastError ?? "nothing ran it in time"}` };
    }
    try {
      await this.#inTime((signal) => handler(this.#job, signal));
      return { state: "done" };
    } catch (error) {
      if (isCalledOff(error)) throw error;
      if (error instanceof RelayAway && work.relay !== undefined) return { state: "away", reason: error.message };
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
    const { sql, options, work } = this.#context;
    const { kind, id, attempt } = this.#job;
    const now = options.now();
    if (ending.state === "away") return await this.#putOff(ending.reason, now);
    if (this.#turn === "ask" && work.relay !== undefined) await returnTurn(sql, work.relay, now);
    if (ending.state === "done") return await markDone(sql, this.#row, now);
    const { state, reason } = ending;
    const said = `Job ${kind} ${id}, attempt ${attempt}`;
    if (state === "failed") {
      await markFailed(sql, this.#row, { now, reason });
      const line = `${said}: failed for good: ${reason}. Failed jobs of this kind: ${await countFailed(sql, kind)}`;
      return options.log(line, undefined, { level: "error" });
    }
    options.log(`${said}: waiting: ${reason}`, undefined, { level: "warn" });
    const wait = backoffMs(attempt, options.random, work.worthMs ? BY_TIME : BY_NUMBER);
    await markWaiting(sql, this.#row, { runAt: now + wait, reason });
  }

  /** The job stays due, and waits with all that go through the same relay. */
  async #putOff(reason: string, now: number): Promise<void> {
    const { sql, options, work } = this.#context;
    const { relay = this.#job.kind } = work;
    const isNews = await noteAway(sql, { relay, now, reason });
    await markWaiting(sql, this.#row, { runAt: now, reason });
    if (isNews) options.log(`${relay}: ${reason}. What waits is sent when it is back`, undefined, { level: "warn" });
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
