import type { EventKind, LogName, Recorded, RecordedEvent } from "../log/event.ts";
import { allSettled } from "../log/all_settled.ts";
import { concerns, type Moved } from "../log/moved.ts";
import { lastOfTypes, readLogBatch } from "../log/read_batch.ts";
import { inPlace, keptIn, type LogPlace, placesOf, tableOf } from "../place.ts";
import { rawSql, type Sql, type Tx } from "../sql.ts";
import { commitLazily } from "../spread.ts";
import { noteSpans, traced } from "../trace.ts";
import { checkpointPlace, followsIn } from "./checkpoints.ts";
import { plainArray } from "./columns.ts";
import { EVERY_TYPE, type Projection } from "./projection.ts";

/** A side effect of events: react(event) must be harmless when it runs twice. A rebuild reacts to nothing. */
export interface Reactor<Event extends EventKind = EventKind> {
  readonly name: string;
  readonly logs: Projection["logs"];
  readonly on: readonly Event["type"][];
  react(event: Recorded<Event>): Promise<void>;
}

/** Follows the logs with a checkpoint: an async projection or a reactor. */
export interface Follower {
  readonly name: string;
  readonly logs: Projection["logs"];
  readonly on: readonly string[];
  /** `shard`: each shard's logs are followed by themselves; `social`: all of them together, by one process. */
  readonly place: Projection["place"];
  /** Of a projection: tables of another version, made by other code, are left alone. */
  readonly version?: number;
  /** Most positions of a log in one transaction. */
  readonly batch: number;
  /** It begins at most this often, ms. */
  readonly paceMs: number;
  apply(tx: Tx, events: readonly RecordedEvent[]): Promise<unknown>;
}

/** Folds large batches: one transaction holds the rows and the checkpoint. */
export function projectionFollower(projection: Projection): Follower {
  const { name, logs, on, place, version, paceMs = PACE_MS } = projection;
  return {
    ...{ name, logs, on, place, version, paceMs, batch: 5_000 },
    async apply(tx, events) {
      const startedAt = Date.now();
      await projection.apply(tx, events);
      noteSpans(`projection ${name}`, { parents: tracesOf(events), startedAt });
    },
  };
}

/**
 * Async projections in parts that follow together: those of plays and those of the ledger, which are the long logs.
 * Others follow alone, unless the fewest transactions matter more: requests wait for their tables, and none waits for
 * another's.
 */
export function followingTogether(projections: readonly Projection[], { fewest = false } = {}): Follower[][] {
  const part = ({ name, logs }: Projection) =>
    (["plays", "ledger"] as const).find((log) => logs.includes(log)) ?? (fewest ? "social" : name);
  const asyncOnes = projections.filter(({ mode }) => mode === "async");
  return [...Map.groupBy(asyncOnes, part).values()].map((together) => together.map(projectionFollower));
}

/** Reacts to one event after another: after a failure the whole batch runs again. */
export function reactorFollower(reactor: Reactor): Follower {
  return {
    name: reactor.name,
    logs: reactor.logs,
    on: reactor.on,
    place: "shard",
    batch: 100,
    paceMs: PACE_MS,
    async apply(_tx, events) {
      for (const event of events) {
        await traced(`reaction ${reactor.name}`, () => reactor.react(event), event.metadata.traceparent);
      }
    },
  };
}

function* tracesOf(events: readonly RecordedEvent[]): Generator<string | undefined> {
  for (const { metadata } of events) yield metadata.traceparent;
}

/** What a turn found: more is waiting, nothing is, or another process does some of the work. */
type Turn = "more" | "at the head" | "held elsewhere";

/** The followers of a loop, and the places whose checkpoints it holds: one, or all that a small installation has. */
interface Following {
  readonly followers: readonly Follower[];
  readonly places: readonly LogPlace[];
}

/**
 * One batch for followers of a place: their checkpoint rows locked, events read once for those at the same position,
 * folded, checkpoints moved, all in one transaction of the place, so each event takes effect once. Another process that
 * holds rows does their work instead.
 */
export async function followOnce(sql: Sql, { followers, places }: Following): Promise<Turn> {
  return await sql.begin(async (tx) => {
    const [, { held, isComplete }] = await allSettled([commitLazily(tx), hold(tx, { followers, places })]);
    if (held.length === 0) return isComplete ? "at the head" : "held elsewhere";
    const heads = await headsOf(tx, held.map(({ log }) => log));
    let more = false;
    for (const [log, ofLog] of Map.groupBy(held, (checkpoint) => checkpoint.log)) {
      const head = heads.get(log) ?? 0;
      for (const [after, there] of Map.groupBy(ofLog, ({ position }) => position)) {
        const upTo = Math.min(head, after + Math.min(...there.map(({ follower }) => follower.batch)));
        if (upTo > after) await foldStretch(tx, { log, after, upTo, followers: there.map(({ follower }) => follower) });
        more ||= upTo < head;
      }
    }
    return more ? "more" : isComplete ? "at the head" : "held elsewhere";
  });
}

/** More than so many events are left to those that follow. */
const MOST_PASSED = 5_000;

/**
 * Moves the checkpoints of followers over events that concern none of them: one transaction, where each of them would
 * need one of its own to find nothing. Answers those that are not known to be at the head now: they have to look.
 */
export async function passOver(sql: Sql, { followers, places }: Following): Promise<ReadonlySet<Follower>> {
  return await sql.begin(async (tx) => {
    const [, { held, isComplete }] = await allSettled([commitLazily(tx), hold(tx, { followers, places })]);
    const heads = await headsOf(tx, held.map(({ log }) => log));
    const behind = held.filter(({ log, position }) => position < (heads.get(log) ?? 0));
    const left = new Set<Follower>();
    for (const [log, ofLog] of Map.groupBy(behind, (checkpoint) => checkpoint.log)) {
      const upTo = heads.get(log) ?? 0;
      const after = Math.max(upTo - MOST_PASSED, Math.min(...ofLog.map(({ position }) => position)));
      const last = await lastOfTypes(tx, log, { after, upTo });
      const isPassed = ({ follower: { on }, position }: Held) =>
        last && position >= after && !on.includes(EVERY_TYPE) && on.every((type) => (last.get(type) ?? 0) <= position);
      for (const checkpoint of ofLog) if (!isPassed(checkpoint)) left.add(checkpoint.follower);
      await moveTo(tx, log, { upTo, followers: ofLog.filter(isPassed).map(({ follower }) => follower) });
    }
    // What others hold cannot be told apart here.
    return isComplete ? left : new Set(followers);
  });
}

interface Held {
  readonly follower: Follower;
  readonly log: LogName;
  readonly position: number;
}

/** What a transaction has locked. `isComplete` if that is all. */
interface Holding {
  readonly held: readonly Held[];
  readonly isComplete: boolean;
}

const NOTHING: Promise<Holding> = Promise.resolve({ held: [], isComplete: true });

interface Checkpoint {
  readonly name: string;
  readonly log: LogName;
  readonly position: number;
}

/** Locks what no other process holds in these places. */
async function hold(tx: Tx, { followers, places }: Following): Promise<Holding> {
  const turns = await allSettled(
    places.map((place) => {
      const own = followers.filter((follower) => followsIn(follower, place));
      return own.length === 0 ? NOTHING : place === "social" ? holdSocial(tx, own) : holdShard(tx, place, own);
    }),
  );
  return { held: turns.flatMap(({ held }) => held), isComplete: turns.every(({ isComplete }) => isComplete) };
}

/** Locks what no other process holds of a shard: this statement is what leases a shard to a process. */
async function holdShard(tx: Tx, place: LogPlace, followers: readonly Follower[]): Promise<Holding> {
  const { names, isOwn } = named(tx, followers);
  const table = rawSql(tableOf(place, "checkpoints"));
  const rows = await tx<(Checkpoint & { all: number })[]>`
    select name, log, position,
      (select count(*)::int from ${table} where ${inPlace(place)} and name = any(${names}::text[])) as all
    from ${table} as checkpoints
    where ${inPlace(place)} and name = any(${names}::text[]) and ${isOwn}
    order by name, log for update of checkpoints skip locked`;
  return { held: heldBy(followers, rows), isComplete: rows[0]?.all === rows.length };
}

/**
 * The same of what belongs to everyone. Of those that follow all logs together, locking the first row locks them all:
 * other processes wait for its holder.
 */
async function holdSocial(tx: Tx, followers: readonly Follower[]): Promise<Holding> {
  const { names, isOwn } = named(tx, followers);
  const together = followers.filter(({ place }) => place === "social").map(({ name }) => name);
  const rows = await tx<(Checkpoint & { all: number; logs: number })[]>`
    with own as (
      select name, log, count(*) over (partition by name)::int as logs,
        row_number() over (partition by name order by log) as nth, name = any(${together}) as is_together
      from checkpoints where name = any(${names}::text[])
    ), wanted as (
      select name, log, logs from own where case when is_together then nth = 1 else log = 'social' end
    )
    select checkpoints.name, checkpoints.log, position, logs, (select count(*)::int from wanted) as all
    from checkpoints join wanted on wanted.name = checkpoints.name and wanted.log = checkpoints.log
    where ${isOwn}
    order by checkpoints.name, checkpoints.log for update of checkpoints skip locked`;
  const more = rows.filter(({ name, logs }) => logs > 1 && together.includes(name)).map(({ name }) => name);
  const others = more.length === 0 ? [] : await tx<Checkpoint[]>`
    select name, log, position from checkpoints where name = any(${more}) order by name, log for update`;
  const all = [...rows.filter(({ name }) => !more.includes(name)), ...others];
  return { held: heldBy(followers, all), isComplete: rows[0]?.all === rows.length };
}

/** Reactors have no tables. */
const ANY_VERSION = -1;

/** The followers' names, and the condition that their tables in `projected` are of their version. */
function named(tx: Tx, followers: readonly Follower[]) {
  const names = plainArray(followers.map(({ name }) => name));
  const versions = plainArray(followers.map(({ version }) => version ?? ANY_VERSION));
  const isOwn = tx`exists (
      select from unnest(${names}::text[], ${versions}::text::int[]) as follower(name, version)
      where follower.name = checkpoints.name and (follower.version = ${ANY_VERSION} or exists (
        select from projection_versions as known where known.name = follower.name and known.version = follower.version))
    )`;
  return { names, isOwn };
}

function heldBy(followers: readonly Follower[], rows: readonly Checkpoint[]): Held[] {
  return rows.flatMap(({ name, log, position }) =>
    followers.filter((follower) => follower.name === name).map((follower) => ({ follower, log, position }))
  );
}

/** Each place is asked for its own: no shard waits for another. */
async function headsOf(tx: Tx, logs: readonly LogName[]): Promise<Map<LogName, number>> {
  const found = await allSettled(
    placesOf(logs).map((place) =>
      tx<{ log: LogName; lastPosition: number }[]>`select log, last_position from ${keptIn(place, "logs")}`
    ),
  );
  return new Map(found.flatMap((rows) => rows.map((row) => [row.log, row.lastPosition] as const)));
}

async function foldStretch(
  tx: Tx,
  { log, after, upTo, followers }: {
    readonly log: LogName;
    readonly after: number;
    readonly upTo: number;
    readonly followers: readonly Follower[];
  },
): Promise<void> {
  const events = await readLogBatch(tx, log, { after, upTo, types: [...new Set(followers.flatMap(({ on }) => on))] });
  await allSettled(followers.map(async (follower) => {
    const { on } = follower;
    const own = on.includes(EVERY_TYPE) ? events : events.filter(({ type }) => on.includes(type));
    if (own.length > 0) await follower.apply(tx, own);
  }));
  await moveTo(tx, log, { upTo, followers });
}

async function moveTo(
  tx: Tx,
  log: LogName,
  { upTo, followers }: { readonly upTo: number; readonly followers: readonly Follower[] },
): Promise<void> {
  for (const [place, own] of Map.groupBy(followers, (follower) => checkpointPlace(follower, log))) {
    const names = plainArray(own.map(({ name }) => name));
    await tx`
      update ${rawSql(tableOf(place, "checkpoints"))} set position = ${upTo}
      where ${inPlace(place)} and log = ${log} and name = any(${names}::text[])`;
  }
}

/** While much is appended a follower begins at most this often: fewer, larger batches leave more to the writers. */
const PACE_MS = 25;
/** It works at most one part in so many of its time, unless it is more than a batch behind. */
const PARTS = 2;
/** The process that holds the checkpoint may die: after this long another one tries to take over. */
const TAKE_OVER_MS = 500;

/** Which of these places are followed in one transaction, and where. */
type ServersOf = (places: readonly LogPlace[]) => Promise<{ sql: Sql; places: readonly LogPlace[] }[]>;

/**
 * Takes loops along that wait and that nothing of late concerns, those of the same places together; pokes the others. It
 * does not throw: who is poked says what is wrong.
 */
export async function takeAlong(loops: readonly FollowLoop[]): Promise<void> {
  const waiting = loops.filter((loop) => loop.waits);
  const groups = Map.groupBy(waiting, ({ places }) => places.join(" "));
  await Promise.all([...groups.values()].map((together) => FollowLoop.takeAlong(together)));
}

/**
 * Runs followers of a place until it is stopped: it begins asleep, and after each poke it works until they are at the head. It logs an
 * error and tries again: a projection that cannot fold an event waits and shows it by its lag, it never skips. The
 * others leave it behind in a loop of its own.
 */
export class FollowLoop {
  readonly places: readonly LogPlace[];
  #followers: readonly Follower[];
  readonly #leftBehind: FollowLoop[] = [];
  #poked = false;
  #stopped = false;
  #wake: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #atHead = false;
  readonly #resting: (() => void)[] = [];
  /** Others work on its checkpoints. */
  #passing: Promise<unknown> | undefined;
  readonly #done: Promise<void>;

  constructor(
    readonly serversOf: ServersOf,
    { followers, places }: Following,
    readonly log: (line: string, error: unknown) => void,
  ) {
    this.#followers = followers;
    this.places = places;
    this.#done = this.#run();
  }

  /** Whether one of these names is a follower of its own. */
  follows(names: ReadonlySet<string>): boolean {
    return this.#followers.some(({ name }) => names.has(name)) || this.#leftBehind.some((loop) => loop.follows(names));
  }

  /** Whether one of its followers has something to do where this moved. */
  isConcernedBy(moved: Moved): boolean {
    return this.#followers.some((follower) => this.#concerns(moved, follower));
  }

  /** Wakes it where what moved concerns one of its followers; left out, in any case. */
  poke(moved?: Moved): void {
    for (const loop of this.#leftBehind) loop.poke(moved);
    if (moved && !this.isConcernedBy(moved)) return;
    this.#poked = true;
    this.#wake?.();
  }

  /** Whether it waits for a poke, with no follower left behind. */
  get waits(): boolean {
    return this.#wake !== undefined && !this.#poked && !this.#passing && this.#leftBehind.length === 0;
  }

  /** Resolves once others have ended their work on its checkpoints. */
  async passed(): Promise<void> {
    await this.#passing?.catch(() => {});
  }

  /** Resolves once it waits for a poke, and so do those left behind: a loop that fails, or that another process holds, works on. */
  async rests(): Promise<void> {
    if (!this.#atHead || this.#poked) await new Promise<void>((resolve) => this.#resting.push(resolve));
    await Promise.all(this.#leftBehind.map((loop) => loop.rests()));
  }

  /** Of loops of the same places that all wait. */
  static async takeAlong(loops: readonly FollowLoop[]): Promise<void> {
    const [first] = loops;
    if (!first) return;
    const passing = first.#passOver(loops.flatMap((loop) => loop.#followers));
    for (const loop of loops) loop.#passing = passing;
    const left = await passing.catch(() => undefined);
    for (const loop of loops) {
      loop.#passing = undefined;
      if (!left || loop.#followers.some((follower) => left.has(follower))) loop.poke();
    }
  }

  /** Someone waits for its tables: it does not rest first. */
  hurry(): void {
    this.#endRest?.();
    for (const loop of this.#leftBehind) {
      loop.poke();
      loop.hurry();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    this.hurry();
    await Promise.all([this.#done, this.passed(), ...this.#leftBehind.map((loop) => loop.stop())]);
  }

  async #run(): Promise<void> {
    let failures = 0;
    await this.#sleep(undefined);
    while (!this.#stopped && this.#followers.length > 0) {
      await this.passed();
      this.#poked = false;
      const began = performance.now();
      let state: Turn | undefined;
      try {
        do state = await this.#follow(this.#followers); while (state === "more" && !this.#stopped);
        failures = 0;
      } catch (error) {
        if (this.#stopped) return;
        failures = await this.#leaveBehind() ? 0 : failures + 1;
        if (failures > 0) this.log(`${this.#followers.map(({ name }) => name).join(", ")}: no progress`, error);
      }
      const turnMs = Math.max(PACE_MS, PARTS * (performance.now() - began));
      if (failures > 0) await this.#sleep(200 * 2 ** Math.min(failures, 4));
      else if (state === "held elsewhere") await this.#sleep(TAKE_OVER_MS);
      else if (!this.#poked) await this.#restAtHead();
      const rest = began + turnMs - performance.now();
      if (rest > 0 && !this.#stopped) await this.#rest(rest);
    }
  }

  async #follow(followers: readonly Follower[]): Promise<Turn> {
    const turns = new Set<Turn>();
    for (const { sql, places } of await this.serversOf(this.places)) {
      turns.add(await followOnce(sql, { followers, places }));
    }
    return turns.has("more") ? "more" : turns.has("held elsewhere") ? "held elsewhere" : "at the head";
  }

  async #passOver(followers: readonly Follower[]): Promise<ReadonlySet<Follower>> {
    const left = new Set<Follower>();
    for (const { sql, places } of await this.serversOf(this.places)) {
      for (const follower of await passOver(sql, { followers, places })) left.add(follower);
    }
    return left;
  }

  #concerns(moved: Moved, follower: Follower): boolean {
    const here = [...moved].filter(([log]) => this.places.includes(checkpointPlace(follower, log)));
    return concerns(new Map(here), follower);
  }

  /** Lets those continue that can. If none can, as without a database, they stay together, and it answers false. */
  async #leaveBehind(): Promise<boolean> {
    if (this.#followers.length === 1) return false;
    const failed: Follower[] = [];
    for (const follower of this.#followers) {
      await this.#follow([follower]).catch(() => failed.push(follower));
    }
    if (failed.length === this.#followers.length) return false;
    this.#followers = this.#followers.filter((follower) => !failed.includes(follower));
    const alone = (one: Follower) =>
      new FollowLoop(this.serversOf, { followers: [one], places: this.places }, this.log);
    if (!this.#stopped) this.#leftBehind.push(...failed.map(alone));
    for (const loop of this.#leftBehind) loop.poke();
    return true;
  }

  async #restAtHead(): Promise<void> {
    this.#atHead = true;
    for (const resolve of this.#resting.splice(0)) resolve();
    await this.#sleep(undefined);
    this.#atHead = false;
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
