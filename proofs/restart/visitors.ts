import { pickWeighted, seededRandom } from "../../backend/testing/random.ts";
import { Requests, type Visited } from "../parts/requests.ts";

const WEIGHTS = [40, 40, 15, 5];

/** People who report plays, read, stream and log in, one request after another. */
export class Visitors {
  /** Requests by what they were, answered as they should be. */
  readonly done = new Map<string, number>();
  readonly failures: string[] = [];
  longestMs = 0;
  readonly #random: () => number;
  readonly #requests: Requests;
  #stopped = false;

  constructor(visited: Visited, seed: number) {
    this.#random = seededRandom(seed);
    this.#requests = new Requests(visited, this.#random);
  }

  get count(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, this.failures.length);
  }

  /** Streams that a restart cut, and that went on by Range. */
  get resumed(): number {
    return this.#requests.resumed;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** How many at the same time, until `stop()`. */
  async run(people: number): Promise<void> {
    await Promise.all(Array.from({ length: people }, async () => {
      while (!this.#stopped) await this.#visit();
    }));
  }

  async #visit(): Promise<void> {
    const kinds = [
      { what: "plays", ask: () => this.#requests.play() },
      { what: "reads", ask: () => this.#requests.read() },
      { what: "streams", ask: () => this.#requests.stream() },
      { what: "log-ins", ask: () => this.#requests.logIn() },
    ];
    const kind = kinds[pickWeighted(this.#random, WEIGHTS)];
    if (!kind) return;
    const begun = performance.now();
    try {
      await kind.ask();
      this.longestMs = Math.max(this.longestMs, performance.now() - begun);
      this.done.set(kind.what, (this.done.get(kind.what) ?? 0) + 1);
    } catch (error) {
      this.failures.push(`${new Date().toISOString()} ${kind.what}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
