import type { EventKind, LogName, Recorded, RecordedEvent } from "../log/event.ts";
import type { Projection } from "./projection.ts";
import { readLogBatch } from "../log/read_batch.ts";
import type { Sql, Tx } from "../sql.ts";

/** A side effect of events: react(event) must be harmless when it runs twice. A rebuild reacts to nothing. */
export interface Reactor<Event extends EventKind = EventKind> {
  readonly name: string;
  readonly logs: Projection["logs"];
  readonly on: readonly Event["type"][];
  react(event: Recorded<Event>): Promise<void>;
}

/** Follows the logs with a checkpoint: an async projection or a reactor. */
interface Follower {
  readonly name: string;
  readonly on: readonly string[];
  /** Of a projection: tables of another version, made by other code, are left alone. */
  readonly version?: number;
  /** Most positions of a log in one transaction. */
  readonly batch: number;
  apply(tx: Tx, events: readonly RecordedEvent[]): Promise<unknown>;
}

/** Folds large batches: one transaction holds the rows and the checkpoint. */
export function projectionFollower(projection: Projection): Follower {
  const { name, on, version } = projection;
  return { name, on, version, batch: 5_000, apply: projection.apply.bind(projection) };
}

/** Reacts to one event after another: after a failure the whole batch runs again. */
export function reactorFollower(reactor: Reactor): Follower {
  return {
    name: reactor.name,
    on: reactor.on,
    batch: 100,
    async apply(_tx, events) {
      for (const event of events) await reactor.react(event);
    },
  };
}

/**
 * One batch: own checkpoint rows locked, events read, folded, checkpoint moved, all in one transaction, so each event
 * takes effect once. Another process that holds rows does their work instead. Answers whether more is waiting.
 */
export async function followOnce(sql: Sql, follower: Follower): Promise<"more" | "at the head" | "held elsewhere"> {
  return await sql.begin(async (tx) => {
    const checkpoints = await tx<{ log: LogName; position: number; rows: number }[]>`
      select log, position, (select count(*)::int from checkpoints where name = ${follower.name}) as rows
      from checkpoints where name = ${follower.name}
        ${follower.version === undefined ? sql`` : isInstalled(sql, follower.name, follower.version)}
      order by log for update skip locked`;
    if (checkpoints.length === 0) return "held elsewhere";
    const heads = await tx<{ log: LogName; last_position: number }[]>`select log, last_position from logs`;
    let more = false;
    for (const { log, position } of checkpoints) {
      const head = heads.find((row) => row.log === log)?.last_position ?? 0;
      const upTo = Math.min(head, position + follower.batch);
      if (upTo <= position) continue;
      const events = await readLogBatch(tx, log, { after: position, upTo, types: follower.on });
      if (events.length > 0) await follower.apply(tx, events);
      await tx`update checkpoints set position = ${upTo} where name = ${follower.name} and log = ${log}`;
      more ||= upTo < head;
    }
    if (more) return "more";
    return checkpoints[0]?.rows === checkpoints.length ? "at the head" : "held elsewhere";
  });
}

function isInstalled(sql: Sql, name: string, version: number) {
  return sql`and exists (select from projection_versions where name = ${name} and version = ${version})`;
}

/** While much is appended a follower begins at most this often: fewer, larger batches leave more to the writers. */
const PACE_MS = 25;
/** It works at most one part in so many of its time, unless it is more than a batch behind. */
const PARTS = 2;
/** The process that holds the checkpoint may die: after this long another one tries to take over. */
const TAKE_OVER_MS = 500;

/**
 * Runs a follower until it is stopped: after each poke it works until it is at the head. It logs an error and tries
 * again: a projection that cannot fold an event waits and shows it by its lag, it never skips.
 */
export class FollowLoop {
  #poked = false;
  #stopped = false;
  #wake: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  readonly #done: Promise<void>;

  constructor(readonly sql: Sql, readonly follower: Follower, readonly log: (line: string, error: unknown) => void) {
    this.#done = this.#run();
  }

  poke(): void {
    this.#poked = true;
    this.#wake?.();
  }

  /** Someone waits for its tables: it does not rest first. */
  hurry(): void {
    this.poke();
    this.#endRest?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.hurry();
    await this.#done;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      this.#poked = false;
      const began = performance.now();
      let state: Awaited<ReturnType<typeof followOnce>> | undefined;
      try {
        do state = await followOnce(this.sql, this.follower); while (state === "more" && !this.#stopped);
        failures = 0;
      } catch (error) {
        if (this.#stopped) return;
        failures++;
        this.log(`${this.follower.name} stands still`, error);
      }
      const turnMs = Math.max(PACE_MS, PARTS * (performance.now() - began));
      if (failures > 0) await this.#sleep(200 * 2 ** Math.min(failures, 6));
      else if (state === "held elsewhere") await this.#sleep(TAKE_OVER_MS);
      else if (!this.#poked) await this.#sleep(undefined);
      const rest = began + turnMs - performance.now();
      if (rest > 0 && !this.#stopped) await this.#rest(rest);
    }
  }

  async #rest(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#endRest = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#endRest = undefined;
  }

  async #sleep(ms: number | undefined): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
      if (this.#stopped || (this.#poked && ms === undefined)) resolve();
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
