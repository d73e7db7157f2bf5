import { linesOf } from "../../backend/testing/lines.ts";
import { comesTrue } from "../parts/waiting.ts";
import type { WorkloadOrder } from "./workload.ts";

const SCRIPT = new URL("workload.ts", import.meta.url).pathname;
const PROCESSES = 2;
const PRODUCERS = 24;

/** Processes of writers that are started again when they are killed, and all that they were answered. */
export class Writers implements AsyncDisposable {
  /** By command: the different outcomes it had. */
  readonly answers = new Map<number, Set<string>>();
  count = 0;
  #furthest = 0;
  #stopping = false;
  readonly #children: Deno.ChildProcess[] = [];
  readonly #read: Promise<void>[] = [];

  /** `answered` hears of each answer, by its command's number. */
  constructor(
    readonly order: Pick<WorkloadOrder, "url" | "seed" | "shards">,
    readonly answered: (n: number) => void = () => {},
  ) {
    for (let slot = 0; slot < PROCESSES; slot++) this.#start(slot);
  }

  async kill(slot: number): Promise<void> {
    const child = this.#children[slot];
    child?.kill("SIGKILL");
    await child?.status;
    this.#start(slot);
  }

  /** Waits until so many more answers have come, at most two minutes; answers whether they have. */
  async progress(answers: number): Promise<boolean> {
    const wanted = this.count + answers;
    return await comesTrue(() => this.count >= wanted, { withinMs: 120_000 });
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const child of this.#children) child.kill("SIGKILL");
    await Promise.all(this.#children.map((child) => child.status));
    await Promise.all(this.#read);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** A new process begins with what the others have just sent: most commands are sent by several. */
  #start(slot: number): void {
    const { url, seed, shards } = this.order;
    const order: WorkloadOrder = { url, seed, shards, from: Math.max(0, this.#furthest - 200), producers: PRODUCERS };
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", SCRIPT, JSON.stringify(order)],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#children[slot] = child;
    this.#read.push(this.#collect(child.stdout));
  }

  async #collect(output: ReadableStream<Uint8Array>): Promise<void> {
    for await (const line of linesOf(output)) {
      // A number and a word of the list.
      const [, number, outcome] = /^(\d+) (ok|refused|mismatch|[a-z_]+)$/.exec(line) ?? [];
      if (number === undefined || outcome === undefined) continue;
      const n = Number(number);
      const known = this.answers.get(n);
      if (known) known.add(outcome);
      else this.answers.set(n, new Set([outcome]));
      this.count++;
      this.answered(n);
      this.#furthest = Math.max(this.#furthest, n);
    }
  }
}
