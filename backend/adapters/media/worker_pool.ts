import { basename, dirname, join, relative } from "node:path";
import { FOREIGN } from "../../contract/foreign_formats.ts";
import { Libraries } from "./libraries.ts";
import { MediaMissing, type MediaOptions, MediaRefusal } from "./types.ts";
import { FACTS, type Job, type JobFacts, type Reply } from "./protocol.ts";
import { WorkerDied, WorkerProcess } from "./worker_process.ts";

const DEFAULT_JOB_TIMEOUT_MS = 5 * 60_000;
const IDLE_MS = 60_000;
const MOST_LINE = 700;
/** Native code leaks a little; a fresh process costs a fifth of a second. */
const JOBS_PER_PROCESS = 100;

/** Runs media jobs in at most `workers` decoding processes, started when needed and ended when idle. */
export class WorkerPool {
  readonly workDir: string;
  readonly libraries: Libraries;
  readonly #timeoutMs: number;
  readonly #log: (line: string) => void;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: WorkerProcess[] = [];
  readonly #busy = new Set<WorkerProcess>();
  readonly #running = new Set<Promise<unknown>>();
  #freePlaces: number;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({ workDir, workers = 1, jobTimeoutMs = DEFAULT_JOB_TIMEOUT_MS, librariesFrom, log }: MediaOptions) {
    Deno.mkdirSync(workDir, { recursive: true });
    this.workDir = Deno.realPathSync(workDir);
    this.#freePlaces = workers;
    this.#timeoutMs = jobTimeoutMs;
    this.#log = log ?? (() => {});
    this.libraries = new Libraries(librariesFrom);
  }

  run<K extends Job["kind"]>(job: Extract<Job, { kind: K }>): Promise<JobFacts[K]> {
    const run = this.#run<K>(job).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Kills the running jobs, refuses the waiting ones, and returns when no process is left. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.kill()));
    await Promise.allSettled(this.#running);
  }

  /** A file that kills two processes one after the other is refused, so it cannot be tried for ever. */
  async #run<K extends Job["kind"]>(job: Job): Promise<JobFacts[K]> {
    const missing = this.libraries.missingFor(job.kind);
    if (missing) throw new MediaMissing(missing);
    const safe = await this.#confined(job);
    await this.#takePlace();
    try {
      const reply = await this.#ask(safe).catch((error) => {
        if (error instanceof WorkerDied && !this.#closed) return this.#ask(safe);
        throw error;
      });
      if (reply.status === "refused") this.#log(refusedLine(job, reply));
      return factsOf<K>(safe, reply);
    } catch (error) {
      if (error instanceof WorkerDied && !this.#closed) {
        this.#log(`media: a file for "${job.kind}" ended two decoding processes`);
        throw new MediaRefusal(job.kind === "cover" ? "image_damaged" : "unreadable");
      }
      throw error;
    } finally {
      this.#leavePlace();
    }
  }

  async #ask(job: Job): Promise<Reply> {
    const worker = this.#idle.pop() ?? await WorkerProcess.start(this.workDir, this.libraries);
    this.#busy.add(worker);
    try {
      this.#refuseWhenClosed();
      const reply = await worker.ask(job, this.#timeoutMs);
      if (worker.jobsDone < JOBS_PER_PROCESS && !this.#closed) this.#idle.push(worker);
      return reply;
    } finally {
      this.#busy.delete(worker);
      if (!this.#idle.includes(worker)) await worker.kill();
    }
  }

  async #takePlace(): Promise<void> {
    this.#refuseWhenClosed();
    if (this.#freePlaces > 0) this.#freePlaces--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#refuseWhenClosed();
    clearTimeout(this.#idleTimer);
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Error("Media is closed");
  }

  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next) return next();
    this.#freePlaces++;
    if (this.#closed) return;
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS);
    Deno.unrefTimer(Number(this.#idleTimer));
  }

  #endIdle(): void {
    for (const worker of this.#idle.splice(0)) worker.kill();
  }

  /** Symbolic links in the directory's own path are followed, so the process's permissions name the same place. */
  async #confined(job: Job): Promise<Job> {
    const confine = async (path: string) => {
      const real = join(await Deno.realPath(dirname(path)), basename(path));
      if (relative(this.workDir, real).startsWith("..")) throw new Error(`Not in the work directory: "${path}"`);
      return real;
    };
    const input = await confine(job.input);
    if (job.kind === "rendition" || job.kind === "card") return { ...job, input, output: await confine(job.output) };
    return { ...job, input };
  }
}

/** A line for who runs Orin: what the file is, and what the libraries said of it. */
function refusedLine(job: Job, { code, found, detail }: Extract<Reply, { status: "refused" }>): string {
  const what = found === undefined ? "" : `, it is ${FOREIGN[found]}`;
  // deno-lint-ignore no-control-regex -- a file's own words may not move the log's lines
  const said = detail === undefined ? "" : `: ${detail.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, " ")}`;
  return `media: refused a file for "${job.kind}" as ${code}${what}${said}`.slice(0, MOST_LINE);
}

function factsOf<K extends Job["kind"]>(job: Job, reply: Reply): JobFacts[K] {
  if (reply.status === "refused") throw new MediaRefusal(reply.code, { found: reply.found, detail: reply.detail });
  if (reply.status === "failed") throw new Error(`Media job "${job.kind}" failed: ${reply.message}`);
  if (reply.status === "ready") throw new Error(`Media job "${job.kind}" got an answer out of turn`);
  return parsedFacts(job.kind as K, reply.facts);
}

/** The table of schemas is keyed by the kind of job; TypeScript cannot follow that through the lookup. */
function parsedFacts<K extends Job["kind"]>(kind: K, facts: unknown): JobFacts[K] {
  return FACTS[kind].parse(facts) as JobFacts[K];
}
