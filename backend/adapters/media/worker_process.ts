import { Libraries } from "./libraries.ts";
import { type Job, Reply } from "./protocol.ts";
import { sandboxedWorker } from "./sandbox.ts";

const MAX_REPLY_CHARS = 1_000_000;
const MAX_RESIDENT_BYTES = 1_500_000_000;
const MEMORY_CHECK_MS = 500;

/** The decoding process ended while a job was under way: it crashed, ate too much memory or ran out of time. */
export class WorkerDied extends Error {
  override readonly name = "WorkerDied";
}

/** One decoding process, one job at a time, lines of JSON both ways. */
export class WorkerProcess {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #replies: AsyncGenerator<string>;
  jobsDone = 0;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#replies = lines(child.stdout);
  }

  /** Rejects with a plain error when the process cannot run at all: our fault, not a file's. */
  static async start(workDir: string, libraries = new Libraries()): Promise<WorkerProcess> {
    const worker = new WorkerProcess((await sandboxedWorker(workDir, libraries.folders())).spawn());
    try {
      await worker.#read();
      return worker;
    } catch (error) {
      await worker.kill();
      throw new Error("Could not start the decoding process: is everything installed?", { cause: error });
    }
  }

  async ask(job: Job, timeoutMs: number): Promise<Reply> {
    const timeout = setTimeout(() => this.#signal(), timeoutMs);
    const memory = setInterval(() => {
      if (residentBytes(this.#child.pid) > MAX_RESIDENT_BYTES) this.#signal();
    }, MEMORY_CHECK_MS);
    try {
      await this.#writer.write(new TextEncoder().encode(JSON.stringify(job) + "\n"));
      return await this.#read();
    } catch (error) {
      throw new WorkerDied("The decoding process ended during a job", { cause: error });
    } finally {
      clearTimeout(timeout);
      clearInterval(memory);
      this.jobsDone++;
    }
  }

  async kill(): Promise<void> {
    this.#signal();
    await this.#child.status;
    await Promise.allSettled([this.#replies.return(undefined), this.#writer.abort()]);
  }

  async #read(): Promise<Reply> {
    const { done, value } = await this.#replies.next();
    if (done) throw new Error("it closed its output");
    return Reply.parse(JSON.parse(value));
  }

  #signal(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
    if (rest.length > MAX_REPLY_CHARS) throw new Error("its answer has no end");
  }
}

/** Only Linux tells; elsewhere the timeout alone stops a greedy job. */
function residentBytes(pid: number): number {
  try {
    const [, pages] = Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ");
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}
