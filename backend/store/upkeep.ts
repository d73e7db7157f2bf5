import { ADVISORY_LOCKS } from "./advisory_locks.ts";
import { type MeasureTransfers, readChainHeads, sealBlocks } from "./chain/chain.ts";
import type { Metrics } from "./metrics.ts";
import type { Projection } from "./projections/projection.ts";
import { forgetOldRows } from "./projections/retention.ts";
import { ensureRanges } from "./log/ranges.ts";
import type { Sql } from "./sql.ts";
import { type Check, verify } from "./chain/verify.ts";
import { ageOf, lastVerification } from "./chain/last_verification.ts";
import { CLOCKS_DIFFER_MS } from "./clocks.ts";
import type { LogName } from "./log/event.ts";

const TICK_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
const HALF_A_DAY_MS = DAY_MS / 2;
/** 03:30 in Lagos (UTC+1), in ms after midnight UTC. */
const NIGHTLY_AT_MS = 2.5 * 3_600_000;

export interface UpkeepOptions {
  /** The service's connection string and its pool. */
  readonly url: string;
  readonly sql: Sql;
  readonly projections: readonly Projection[];
  readonly measure: MeasureTransfers;
  readonly checks: readonly Check[];
  /** Other work of each night, which one of the processes does; doing it again is harmless. */
  readonly chores?: readonly (() => Promise<void>)[];
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly log: (line: string, error?: unknown) => void;
}

/**
 * Runs in every process, and one of them at a time does the work: it makes ranges of positions ahead, adds blocks to
 * the hash chain, and each night deletes old rows of projections, does the chores and a verification (a full one on
 * Sundays), whose result is a metric. There are no payouts while the last verification is older than a day, so it also
 * verifies at the start, and at noon.
 */
export class Upkeep implements AsyncDisposable {
  #verifyAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  #last: { isOk: boolean; at: number } | undefined;
  #unsealed = 0;
  #keepsVerified = false;
  #verifying: Promise<void> | undefined;

  constructor(readonly options: UpkeepOptions) {
    const { metrics, now } = options;
    this.#verifyAt = nextNightly(now());
    const gauge = (name: string, help: string, read: () => number) => {
      metrics.gauge(name, { help, read: () => [{ value: read() }] });
    };
    gauge("verify_ok", "Whether the last verification found nothing wrong", () => Number(this.#last?.isOk));
    gauge("verify_age_seconds", "Time since the last verification", () => {
      return this.#last ? ageOf(this.#last, now()) / 1000 : Number.NaN;
    });
    gauge("chain_unsealed_events", "Events that no block of the chain holds yet", () => this.#unsealed);
    this.#running = this.#run();
  }

  /** This night's verification, while it runs. */
  night: Promise<void> = Promise.resolve();

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.tick();
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#running = this.#run(), TICK_MS);
  }

  /** From now on the store is never longer unverified than half a day. The first verification begins immediately. */
  keepVerified(): void {
    this.#keepsVerified = true;
    this.#running = this.#running.then(() => this.#verifyIfOld());
  }

  /** Verifies from the last good verification on, and waits for it; joins one that this process has begun. */
  verify(): Promise<void> {
    this.#verifying ??= this.#verifyNow({ full: false }).finally(() => this.#verifying = undefined);
    return this.#verifying;
  }

  /** Does the due work once. */
  async tick(): Promise<void> {
    const { sql, measure } = this.options;
    try {
      await ensureRanges(sql);
      while (!this.#isStopped && await sealBlocks(sql, { measure }) > 0);
      await this.#readState();
      if (this.#keepsVerified) this.#verifyIfOld();
      // Where the clock was set back, the night that it had come to has not been.
      this.#verifyAt = Math.min(this.#verifyAt, nextNightly(this.options.now()));
      if (this.options.now() >= this.#verifyAt) this.#startNightly();
    } catch (error) {
      if (!this.#isStopped) this.options.log("upkeep of the log will be tried again", error);
    }
  }

  async #readState(): Promise<void> {
    const { sql } = this.options;
    const [logs, sealed, last] = await Promise.all([
      sql<{ log: LogName; lastPosition: number }[]>`select log, last_position from all_logs`,
      readChainHeads(sql),
      lastVerification(sql),
    ]);
    const sealedIn = new Map(sealed.map(({ log, position }) => [log, position]));
    this.#unsealed = logs.reduce((sum, { log, lastPosition }) => sum + lastPosition - (sealedIn.get(log) ?? 0), 0);
    if (last) this.#last = last;
  }

  /** The ticks do not wait for it. */
  #verifyIfOld(): void {
    const age = this.#last ? ageOf(this.#last, this.options.now()) : Infinity;
    if (age < HALF_A_DAY_MS || this.#isStopped) return;
    this.verify().catch((error) => {
      if (!this.#isStopped) this.options.log("the books could not be verified", error);
    });
  }

  /** The ticks do not wait for it: it may take long. */
  #startNightly(): void {
    const since = this.#verifyAt;
    this.#verifyAt = nextNightly(this.options.now());
    this.night = this.#verifyOnce(since).catch((error) => {
      if (!this.#isStopped) this.options.log("the nightly verification could not be made", error);
    });
  }

  /** Of several processes the first one does it; the others find it begun or done. */
  async #verifyOnce(since: number): Promise<void> {
    const held = await this.options.sql.reserve();
    try {
      const [lock] = await held<{ taken: boolean }[]>`
        select pg_try_advisory_lock(${ADVISORY_LOCKS.verifyNightly}) as taken`;
      if (!lock?.taken) return;
      try {
        const done = await held`
          select from verifications
          where started_at between ${new Date(since)} and ${new Date(this.options.now() + CLOCKS_DIFFER_MS)} limit 1`;
        if (done.length === 0) await this.#doNightly(since);
      } finally {
        // The connection goes back to its pool and would take the lock with it.
        await held`select pg_advisory_unlock(${ADVISORY_LOCKS.verifyNightly})`;
      }
    } finally {
      held.release();
    }
  }

  async #doNightly(since: number): Promise<void> {
    const { log, sql, projections, chores = [] } = this.options;
    for (const chore of [() => forgetOldRows(sql, projections), ...chores]) {
      await chore().catch((error) => log("a chore of the night will be tried again tomorrow", error));
    }
    await this.#verifyNow({ full: new Date(since).getUTCDay() === 0 });
  }

  async #verifyNow({ full }: { full: boolean }): Promise<void> {
    const { log } = this.options;
    const { problems, events, seconds } = await verify({ ...this.options, full });
    this.#last = { isOk: problems.length === 0, at: this.options.now() };
    log(`Verified ${events} events in ${seconds.toFixed(1)} s: ${problems.length === 0 ? "all good" : "NOT GOOD"}`);
    for (const { where, what } of problems) log(`Verification: ${where}: ${what}`);
  }
}

/** The next 03:30 in Lagos after a moment, both in epoch ms. */
export function nextNightly(after: number): number {
  const today = Math.floor(after / DAY_MS) * DAY_MS + NIGHTLY_AT_MS;
  return today > after ? today : today + DAY_MS;
}
