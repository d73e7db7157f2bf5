import { setImmediate } from "node:timers";
import { Refusal } from "../../contract/refusal.ts";
import {
  DatabaseAway,
  isMissingRange,
  isPassing,
  isPoison,
  isRolledBack,
  OtherVersion,
  OutcomeUnknown,
  Overloaded,
  UnknownEpoch,
} from "./errors.ts";
import { type GroupDeps, type Item, runGroup } from "./group.ts";
import type { Moved } from "./moved.ts";
import { noteSpans } from "../trace.ts";

/** Bounds of one group: everything interactive that waits, and bulk; little of it while single commands come, too. */
const MAX_INTERACTIVE = 512;
export const MAX_BULK_WEIGHT = 128;
export const MAX_BULK_WEIGHT_BESIDE = 32;
/** After a single command within this time the next one is probably near. */
const BESIDE_MS = 100;
const MAX_WAITING_INTERACTIVE = 10_000;
const MAX_WAITING_BULK_WEIGHT = 60_000;
const MAX_ATTEMPTS = 40;
/** Callers wait for an answer: longer than this a group is not tried again. */
const MOST_TRYING_MS = 1_500;
/** So long callers wait for one try. Where the database is watched, a lock or a disk that hangs is noticed before. */
const MOST_WAITING_MS = 5_000;

interface WriterDeps extends GroupDeps {
  /** Called after each commit, to wake the followers; `ms` is what the transaction took. */
  committed(done: { readonly size: number; readonly ms: number; readonly moved: Moved }): void;
  log(line: string, error?: unknown): void;
  /** Whether the database does not answer: it is of no use to try again. */
  isAway(): boolean;
  /** Shards were added that this process does not know. */
  outdated(): void;
  /** After a failure: whether the logs are on another server than was thought. */
  haveMoved(error: unknown): Promise<boolean>;
  /** Makes the next ranges of positions, where they are missing. */
  makeRanges(): Promise<unknown>;
}

/**
 * One writer of a set of logs in this process. Whenever it is idle it takes everything that waits, bounded, and
 * appends it in one transaction: the group is 1 when idle and hundreds under load, without a timer. The head rows'
 * lock keeps several processes correct.
 */
export class GroupWriter {
  readonly #interactive: Item[] = [];
  /** Bulk work by listener, so that each gets a turn. */
  readonly #bulk = new Map<string, Item[]>();
  #bulkWeight = 0;
  #lastInteractive = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  /** The group that a transaction is under way for. */
  #under: readonly Item[] = [];
  #closed = false;

  constructor(readonly deps: WriterDeps) {}

  get waiting(): { interactive: number; bulk: number } {
    return { interactive: this.#interactive.length, bulk: this.#bulkWeight };
  }

  enqueue(item: Item): void {
    if (this.#closed) return item.reject(new Overloaded(1_000));
    if (item.options.lane === "bulk") {
      const weight = weightOf(item);
      if (this.#bulkWeight + weight > MAX_WAITING_BULK_WEIGHT) return item.reject(new Overloaded(5_000));
      this.#bulkWeight += weight;
      const key = item.options.metadata.actor;
      const same = this.#bulk.get(key);
      if (same) same.push(item);
      else this.#bulk.set(key, [item]);
    } else {
      if (this.#interactive.length >= MAX_WAITING_INTERACTIVE) return item.reject(new Overloaded(1_000));
      this.#interactive.push(item);
      this.#lastInteractive = item.queuedAt;
    }
    this.#running ??= this.#run();
  }

  /** Takes nothing new, writes the waiting commands, then resolves. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // One turn of the event loop: requests that arrived together share a group. A timer would take a whole millisecond.
    await new Promise((resolve) => setImmediate(resolve));
    for (let group = this.#take(); group.length > 0; group = this.#take()) await this.#write(group);
    this.#running = undefined;
  }

  #take(): Item[] {
    const group = this.#interactive.splice(0, MAX_INTERACTIVE);
    const isBeside = group.length > 0 || performance.now() - this.#lastInteractive < BESIDE_MS;
    const limit = isBeside ? MAX_BULK_WEIGHT_BESIDE : MAX_BULK_WEIGHT;
    let weight = 0;
    // A listener who has had a turn moves behind all others, where this loop meets them again.
    for (const [key, items] of this.#bulk) {
      const next = items[0];
      if (next === undefined) continue;
      if (weight > 0 && weight + weightOf(next) > limit) break;
      items.shift();
      weight += weightOf(next);
      group.push(next);
      this.#bulk.delete(key);
      if (items.length > 0) this.#bulk.set(key, items);
    }
    this.#bulkWeight -= weight;
    return group;
  }

  async #write(group: readonly Item[]): Promise<void> {
    const until = performance.now() + MOST_TRYING_MS;
    let mayBeStored = false;
    for (let attempt = 1;; attempt++) {
      try {
        const begun = performance.now();
        const { settle, moved } = await this.#runInTime(group);
        const ms = performance.now() - begun;
        noteSpans("append", {
          parents: group.map(({ options }) => options.metadata.traceparent),
          startedAt: Date.now() - ms,
        });
        this.deps.committed({ size: group.length, ms, moved });
        for (const done of settle) done();
        return;
      } catch (error) {
        const hasMade = isMissingRange(error) && await this.#makeRanges();
        if (hasMade && attempt < MAX_ATTEMPTS) continue;
        if (!isPoison(error) && attempt < MAX_ATTEMPTS && await this.deps.haveMoved(error)) continue;
        if (isPassing(error) || isMissingRange(error) && !hasMade) {
          mayBeStored ||= !isMissingRange(error) && !isRolledBack(error);
          if (this.deps.isAway() || performance.now() > until) return this.#giveUp({ group, error, mayBeStored });
          this.deps.log(`group of ${group.length} runs again`, error);
          await pause(Math.min(1_000, 10 * 2 ** attempt) * Math.random());
          continue;
        }
        if (error instanceof OtherVersion) {
          this.deps.log(`group of ${group.length} is refused (${error.message})`);
          return rejectAll(group, new Overloaded(1_000, "Orin is being updated: please try again soon"));
        }
        if (error instanceof UnknownEpoch) {
          this.deps.outdated();
          // What waits behind it was sent to its shard by the same old map.
          this.giveBack(error);
          return this.#giveUp({ group, error, mayBeStored });
        }
        return await this.#isolate(group, error);
      }
    }
  }

  /** A group that takes too long continues, but no caller waits for it any longer, or behind it. */
  async #runInTime(group: readonly Item[]) {
    this.#under = group;
    const timer = setTimeout(() => this.giveBack(), MOST_WAITING_MS);
    try {
      return await runGroup(this.deps, group);
    } finally {
      clearTimeout(timer);
      this.#under = [];
    }
  }

  /** No caller waits any longer for the group that is in progress, or behind it. */
  giveBack(error: Error = new DatabaseAway()): void {
    const under = this.#under;
    const waiting = [...this.#interactive.splice(0), ...[...this.#bulk.values()].flat()];
    this.#under = [];
    this.#bulk.clear();
    this.#bulkWeight = 0;
    if (under.length > 0) this.#giveUp({ group: under, error, mayBeStored: true });
    if (waiting.length > 0) this.#giveUp({ group: waiting, error, mayBeStored: false });
  }

  /**
   * Stored or not, the same commands with the same ids come right. One that takes effect once and has no id is told apart:
   * its caller must not take it for one that was not stored.
   */
  #giveUp({ group, error, mayBeStored }: { group: readonly Item[]; error: unknown; mayBeStored: boolean }): void {
    this.deps.log(`group of ${group.length} is given back`, error);
    const [unknown, busy] = [new OutcomeUnknown(), new Overloaded(2_000, "Orin is busy: please try again soon")];
    for (const item of group) {
      item.reject(mayBeStored && item.options.onceWithinMs !== undefined ? unknown : busy);
    }
  }

  /**
   * The service makes ranges ahead of the head; a burst that outran it makes its own, if no other process just has. None
   * can be made while a server of the database is away.
   */
  async #makeRanges(): Promise<boolean> {
    try {
      await this.deps.makeRanges();
      return true;
    } catch (error) {
      this.deps.log("the next range of positions cannot be made", error);
      return false;
    }
  }

  /** A group failed for good: halves it until the culprit is alone, so that its neighbours succeed. */
  async #isolate(group: readonly Item[], error: unknown): Promise<void> {
    const [only] = group;
    if (group.length > 1) {
      const half = Math.ceil(group.length / 2);
      await this.#write(group.slice(0, half));
      return await this.#write(group.slice(half));
    }
    if (only === undefined) return;
    this.deps.log(`command ${only.handler.name} failed`, error);
    only.reject(isPoison(error) ? new Refusal("refused", "The request could not be stored") : error);
  }
}

function rejectAll(group: readonly Item[], error: Error): void {
  for (const item of group) item.reject(error);
}

function weightOf(item: Item): number {
  return item.options.weight ?? 1;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
