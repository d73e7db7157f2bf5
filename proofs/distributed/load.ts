import { TEST_KEYS } from "../../backend/testing/store.ts";
import type { ChainHead } from "../../backend/store/chain/chain.ts";
import { migrate } from "../../backend/start/migrate.ts";
import { ensureRanges } from "../../backend/store/log/ranges.ts";
import { onDatabase } from "../parts/database.ts";
import { comesTrue, pause } from "../parts/waiting.ts";
import { audit } from "../faults/audit.ts";
import { fund } from "../faults/run_faults.ts";
import { FAULT_PROJECTIONS } from "../faults/workload.ts";
import { Writers } from "../faults/writers.ts";

export const SHARDS = 3;
/** Small enough that several ranges are left behind while it runs. */
const POSITIONS_PER_RANGE = 2_000;
const RANGES_EVERY_MS = 1_000;

/** Migrates a database for the load, as a start of the service does: where the engine is in it, its tables are spread. */
export async function migrateFaults(ownerUrl: string): Promise<{ serviceUrl: string }> {
  const options = { ownerUrl, projections: FAULT_PROJECTIONS, keys: TEST_KEYS, shards: SHARDS, log: () => {} };
  return await migrate({ ...options, positionsPerRange: POSITIONS_PER_RANGE });
}

/** Writers in two processes that append and transfer in every shard, and what each shard's callers had to wait. */
export class Load implements AsyncDisposable {
  readonly #last: number[] = [];
  #longest: number[] = [];
  #isStopped = false;
  readonly writers: Writers;
  readonly #ranges: Promise<void>;

  private constructor(readonly serviceUrl: string, readonly ownerUrl: string, readonly seed: number) {
    this.writers = new Writers({ url: serviceUrl, seed, shards: SHARDS }, (n) => this.#note(n % SHARDS));
    this.#ranges = this.#makeRangesAhead();
  }

  /** Migrates the database, which spreads its tables, funds the accounts and lets the writers begin. */
  static async start(ownerUrl: string, seed: number): Promise<Load> {
    const { serviceUrl } = await migrateFaults(ownerUrl);
    await fund(serviceUrl, { seed, shards: SHARDS });
    const load = new Load(serviceUrl, ownerUrl, seed);
    await load.writers.progress(300);
    load.forget();
    return load;
  }

  /** Begins to measure anew. */
  forget(): void {
    const now = performance.now();
    for (let shard = 0; shard < SHARDS; shard++) this.#last[shard] = now;
    this.#longest = Array.from({ length: SHARDS }, () => 0);
  }

  /** The longest time, in ms, in which a shard did not answer, by shard, since it was measured anew. */
  pauses(): number[] {
    const now = performance.now();
    return this.#longest.map((longest, shard) => Math.max(longest, now - (this.#last[shard] ?? now)));
  }

  /** Waits until every shard has answered again, at most two minutes. */
  async everyShardAnswers(): Promise<boolean> {
    const from = performance.now();
    return await comesTrue(() => this.#last.every((last) => last > from), { withinMs: 120_000, everyMs: 20 });
  }

  /**
   * Ends the writers; answers what is wrong: each answer is held against what is stored, and everything is verified, with
   * `heads` that were kept elsewhere.
   */
  async check(heads: readonly ChainHead[] = []): Promise<readonly string[]> {
    await this.writers.stop();
    this.#isStopped = true;
    return await audit(this.serviceUrl, this.writers.answers, { seed: this.seed, shards: SHARDS, heads });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isStopped) await this.writers.stop();
    this.#isStopped = true;
    await this.#ranges;
  }

  /** As the service's upkeep does; more often, because these ranges are so much smaller. None is made while a server is away. */
  async #makeRangesAhead(): Promise<void> {
    await onDatabase(this.serviceUrl, async (sql) => {
      for (; !this.#isStopped; await pause(RANGES_EVERY_MS)) await ensureRanges(sql).catch(() => {});
    });
  }

  #note(shard: number): void {
    const now = performance.now();
    this.#longest[shard] = Math.max(this.#longest[shard] ?? 0, now - (this.#last[shard] ?? now));
    this.#last[shard] = now;
  }
}
