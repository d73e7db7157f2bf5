import type { JobHandler, JobsOptions, WorkOptions } from "./job.ts";
import { type AttemptContext, JobAttempt } from "./job_attempt.ts";
import { claimJobs } from "./job_rows.ts";
import { returnTurn, takeTurn } from "./relay.ts";
import type { Sql } from "../sql.ts";

const ATTEMPTS = 8;
/** Of jobs that are tried for a time: one that ends its process each time must end some day. */
const MOST_ATTEMPTS = 1_000;
const TIMEOUT_MS = 60_000;
const LEASE_MS = 30_000;
const RETRY_MS = 500;

/** Runs the jobs of one kind in this process, `concurrency` at a time, until `stop()`: it looks for some when poked. */
export class JobWorker {
  readonly #kind: string;
  readonly #context: AttemptContext;
  readonly #concurrency: number;
  readonly #idle: (() => void)[] = [];
  readonly #running = new Map<JobAttempt, Promise<void>>();
  readonly #loop: Promise<void>;
  #claiming = false;
  #taken = 0;
  #poked = false;
  #stopped = false;
  #wake: (() => void) | undefined;

  constructor(sql: Sql, work: { kind: string; handler: JobHandler } & WorkOptions, options: JobsOptions) {
    this.#kind = work.kind;
    this.#concurrency = work.concurrency ?? 1;
    this.#context = {
      sql,
      handler: work.handler,
      work: { attempts: work.worthMs ? MOST_ATTEMPTS : ATTEMPTS, timeoutMs: TIMEOUT_MS, ...work },
      options: { leaseMs: LEASE_MS, ...options },
    };
    this.#loop = this.#run();
  }

  get kind(): string {
    return this.#kind;
  }

  /** What its jobs go through. */
  get relay(): string | undefined {
    return this.#context.work.relay;
  }

  /** How many of its jobs have begun in this process. */
  get taken(): number {
    return this.#taken;
  }

  /** True while a job of this process runs or may just be taken. */
  get busy(): boolean {
    return this.#poked || this.#claiming || this.#running.size > 0;
  }

  /** Resolves once it is not busy. */
  async idle(): Promise<void> {
    while (this.busy) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  poke(): void {
    if (this.#stopped) return;
    this.#poked = true;
    this.#wake?.();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#poked = false;
    this.#wake?.();
    await this.#loop;
    const grace = setTimeout(() => this.#handBack(), graceMs);
    await Promise.all(this.#running.values());
    clearTimeout(grace);
  }

  #handBack(): void {
    if (this.#running.size === 0) return;
    this.#context.options.log(`${this.#running.size} job(s) of kind "${this.#kind}" are broken off and handed back`);
    for (const attempt of this.#running.keys()) attempt.stop();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      if (!this.#poked || failures > 0) {
        await this.#sleep(failures === 0 ? undefined : RETRY_MS * 2 ** Math.min(failures, 3));
      }
      if (this.#stopped) return;
      this.#poked = false;
      try {
        await this.#take();
        failures = 0;
      } catch (error) {
        failures++;
        this.#context.options.log(`Cannot take jobs of kind "${this.#kind}"`, error);
      }
      this.#tellIdle();
    }
  }

  async #take(): Promise<void> {
    const { sql, options } = this.#context;
    const limit = this.#concurrency - this.#running.size;
    if (limit <= 0) return;
    this.#claiming = true;
    try {
      const now = options.now();
      const turn = this.relay === undefined ? "free" : await takeTurn(sql, this.relay, now);
      if (turn === "away") return;
      const most = turn === "ask" ? 1 : limit;
      const rows = await claimJobs(sql, { kind: this.#kind, limit: most, now, until: now + options.leaseMs });
      for (const row of rows) this.#start(new JobAttempt(this.#context, row, turn), row.id);
      if (rows.length === 0 && turn === "ask" && this.relay !== undefined) await returnTurn(sql, this.relay, now);
    } finally {
      this.#claiming = false;
    }
  }

  #start(attempt: JobAttempt, id: string): void {
    this.#taken++;
    const ended = attempt.run()
      .catch((error) => this.#context.options.log(`Cannot write down how job ${this.#kind} ${id} ended`, error))
      .finally(() => {
        this.#running.delete(attempt);
        this.poke();
        this.#tellIdle();
      });
    this.#running.set(attempt, ended);
  }

  #tellIdle(): void {
    if (!this.busy) { for (const resolve of this.#idle.splice(0)) resolve(); }
  }

  /** Until it is poked, or for so long. */
  async #sleep(ms: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
