import { newId } from "../contract/ids.ts";
import { appendHandler, type AppendResult, type ExpectedStreamVersion } from "./log/append_handler.ts";
import type { Json } from "./log/canonical.ts";
import type { CommandHandler, ExecuteOptions } from "./log/command.ts";
import {
  type EventKind,
  type LogName,
  type Metadata,
  type NewEvent,
  type Recorded,
  type RecordedEvent,
  shardOfLog,
} from "./log/event.ts";
import { installReactors } from "./projections/install.ts";
import {
  type Follower,
  followingTogether,
  FollowLoop,
  type Reactor,
  reactorFollower,
  takeAlong,
} from "./projections/follow.ts";
import { followsIn } from "./projections/checkpoints.ts";
import { DatabaseWatch } from "./database_watch.ts";
import { type AnyHandler, earlierOutcome, type Executed, type Positions } from "./log/group.ts";
import { GroupWriter } from "./log/group_writer.ts";
import { IdMint } from "./log/ids.ts";
import { type Moved, movedLogs } from "./log/moved.ts";
import { Metrics } from "./metrics.ts";
import { otherVersions } from "./projections/other_versions.ts";
import { isTakenOver } from "./projections/take_over.ts";
import { Nodes, PoolOfPlace, PoolsOfNodes } from "./nodes.ts";
import { type LogPlace, placeOfGroup, placesOf } from "./place.ts";
import type { Projection } from "./projections/projection.ts";
import { ensureRanges } from "./log/ranges.ts";
import { readLog, readStream, recordedTimes } from "./log/read.ts";
import { readEpochs } from "./log/epochs.ts";
import { type Epoch, ShardMap } from "./log/shard.ts";
import { breakable, connect, type Sql, type SqlOptions } from "./sql.ts";
import { traced, traceparentNow } from "./trace.ts";
import { WakeUps } from "./log/wake_ups.ts";

export interface StoreOptions {
  /** The service role's connection string. */
  readonly url: string;
  readonly projections: readonly Projection[];
  /** Key of the fingerprints that tell the same command from another one with its id. */
  readonly fingerprintKey: Uint8Array;
  readonly now?: () => number;
  readonly log?: (line: string, error?: unknown) => void;
  /**
   * The epochs of the shards when it is opened; it hears of later ones. Left out where shards of people are never asked
   * for.
   */
  readonly epochs?: readonly Epoch[];
  /** Off in processes that only append and read: others follow. */
  readonly follow?: boolean;
  /** Fails all that waits when the database does not answer; off in processes that may wait for it. */
  readonly watch?: boolean;
  /** Hears the statements of the writers' transactions, and of which logs' writer each is; for tests. */
  readonly heard?: ((statement: string, logs: readonly LogName[]) => void) | undefined;
  /** Hears that a page sends a statement; for measuring. */
  readonly asked?: (() => void) | undefined;
  /** How often the heads are looked at, for wake-ups that were lost. */
  readonly pollMs?: number;
  /** Pools that would be larger open so many connections; for tests, whose stores come and go. */
  readonly mostConnections?: number;
  /** Projections follow in as few transactions as can be, and wait for each other; for tests, which have few cores. */
  readonly fewestFollowers?: boolean;
  /** Who waits for what follows is at least so patient; for tests, whose machine may be busy with other things. */
  readonly leastPatienceMs?: number;
}

/** A follower may compute and wait this long between two statements before another process takes over. */
const MOST_IDLE_MS = 15_000;
/**
 * Someone waits for a read: longer than this it is broken off, and the request gets its 503 within two seconds.
 * `snapshot()` is for what takes longer.
 */
const MOST_STATEMENT_MS = 1_800;
/** Questions of one page leave together; more would wait for each other at one of the server's processes. */
const GATHERED = 8;
/** While it is watched, a lost connection is opened again so soon. */
const RECONNECT_AFTER_MS = 250;

/** Who waits for followers looks how far they are when those of this process rest, and so often for those of another. */
const LOOK_ELSEWHERE_MS = 25;

const FOLLOW: SqlOptions = {
  name: "orin follow",
  max: 4,
  idleInTransactionMs: MOST_IDLE_MS,
};

interface AppendOptions {
  readonly expectedStreamVersion?: ExpectedStreamVersion;
  readonly metadata: Metadata;
}

interface Head {
  readonly log: LogName;
  readonly lastPosition: number;
}

interface Lag {
  readonly name: string;
  readonly log: LogName;
  readonly position: number;
  readonly head: number;
}

/** The event store: appends in groups, reads, and keeps projections and reactors following. Knows no area. */
export class Store {
  /** For reads outside commands. Where the database is watched, a statement takes a few seconds at most. */
  readonly sql: Sql;
  /** For work that may take long: upkeep, chores of the night. */
  readonly workSql: Sql;
  /** For `oneAtATime()`: who has a turn or waits for one keeps a connection of these, and works with others. */
  readonly turnsSql: Sql;
  readonly metrics = new Metrics();
  readonly #options: Required<Omit<StoreOptions, "heard" | "asked" | "epochs">> & Pick<StoreOptions, "heard">;
  readonly #watch: DatabaseWatch | undefined;
  readonly #hearReturn: (() => void)[] = [];
  readonly #inline: readonly Projection[];
  readonly #shards: ShardMap | undefined;
  readonly #writers = new Map<string, GroupWriter>();
  readonly #writerPools: PoolOfPlace[] = [];
  readonly #pools = new Map<Sql, string>();
  /** For the facts of groups, apart from the reads of pages: however many of these wait, no writer waits behind them. */
  readonly #factsPool: PoolOfPlace;
  readonly #followSql: Sql;
  /** Where shards are. */
  readonly #nodes: Nodes;
  readonly #placePools: PoolsOfNodes;
  readonly #watches = new Map<string, DatabaseWatch>();
  /** Followers that follow together: each part has a loop for every place. */
  readonly #parts: Follower[][] = [];
  readonly #loops: FollowLoop[] = [];
  #shardsFollowed: readonly number[];
  readonly #wakeUps: WakeUps;
  #seenHeads: ReadonlyMap<LogName, number> = new Map();
  #poll: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: StoreOptions) {
    this.#options = {
      now: Date.now,
      log: () => {},
      follow: true,
      watch: false,
      pollMs: 250,
      mostConnections: Infinity,
      fewestFollowers: false,
      leastPatienceMs: 0,
      ...options,
    };
    this.#shards = options.epochs && new ShardMap(options.epochs);
    this.#shardsFollowed = this.#shards?.all ?? [0];
    this.#inline = options.projections.filter((projection) => projection.mode === "inline");
    this.#watch = this.#watchOf(options.url);
    this.sql = this.#connect({
      name: "orin reads",
      max: 8,
      gather: GATHERED,
      idleInTransactionMs: MOST_IDLE_MS,
      ...(options.asked && { refuse: () => void options.asked?.() }),
      ...(this.#watch && { statementMs: MOST_STATEMENT_MS }),
    });
    this.workSql = this.#connect({ name: "orin work", max: 3 });
    this.turnsSql = this.#connect({ name: "orin turns", max: 4 });
    this.#followSql = this.#connect(FOLLOW);
    this.#nodes = new Nodes({ sql: this.#followSql, url: options.url });
    // The first group does not wait for it; what fails is asked again then.
    this.#nodes.known().catch(() => {});
    this.#factsPool = this.#factsPoolOf(this.#nodes);
    this.#placePools = new PoolsOfNodes(this.#nodes, (url) => this.#followSqlAt(url));
    const parts = followingTogether(options.projections, { fewest: this.#options.fewestFollowers });
    if (this.#options.follow) this.#follow(parts);
    this.#wakeUps = new WakeUps(this.#followSql, { url: options.url, heard: (moved) => this.#wake(moved) });
    this.#watchHeads();
    this.#measure();
  }

  /** Who is in which shard; it grows while the process runs. Throws where the store was opened without epochs. */
  get shards(): ShardMap {
    if (!this.#shards) throw new Error("This store was opened without epochs: it does not know who is in which shard");
    return this.#shards;
  }

  /** Where shards are. */
  get nodes(): Nodes {
    return this.#nodes;
  }

  /** For work that follows, on the server that has a place now: ask for each transaction, because places move. */
  sqlOf(place: LogPlace): Promise<Sql> {
    return this.#placePools.of(place);
  }

  /** Whether the database does not answer. */
  get isAway(): boolean {
    return this.#watch?.isAway ?? false;
  }

  /** Called when the database answers again, for those who wait between two tries. */
  onReturn(hear: () => void): void {
    this.#hearReturn.push(hear);
  }

  /** Lets reactors follow from their checkpoints on; a new one starts at the heads of now. */
  async react(reactors: readonly Reactor[]): Promise<void> {
    if (reactors.length === 0) return;
    await installReactors(this.sql, reactors);
    if (this.#options.follow) this.#follow(reactors.map((reactor) => [reactorFollower(reactor)]));
  }

  /**
   * Queues a command for the writer of its logs and resolves once it is durable. Rejects with the decision's Refusal,
   * ExpectedVersionConflict, CommandMismatch (same id, other content), Overloaded (queue full: try later) or, without an
   * id, OutcomeUnknown.
   */
  async execute<Command, State, Result extends Json | void>(
    handler: CommandHandler<Command, State, Result>,
    command: Command,
    options: ExecuteOptions,
  ): Promise<Executed<Result>> {
    const started = performance.now();
    try {
      return await traced(`command ${handler.name}`, () => this.#queue(handler, command, options));
    } finally {
      this.metrics.observe("command_seconds", { name: handler.name }, (performance.now() - started) / 1000);
    }
  }

  #queue<Command, State, Result extends Json | void>(
    handler: CommandHandler<Command, State, Result>,
    command: Command,
    options: ExecuteOptions,
  ): Promise<Executed<Result>> {
    const traceparent = traceparentNow();
    return new Promise((resolve, reject) => {
      this.#writer(options.logs).enqueue({
        handler: erased(handler),
        command,
        options: traceparent ? { ...options, metadata: { ...options.metadata, traceparent } } : options,
        mint: new IdMint(),
        queuedAt: performance.now(),
        resolve: (executed) => resolve(executed as Executed<Result>),
        reject,
      });
    });
  }

  /**
   * The earlier answer to a command id, for commands that need facts from outside: these may be gone when a client that
   * lost the answer asks again. Undefined for a new id; throws like a repeated command.
   */
  async earlier<Command, State, Result extends Json | void>(
    { name }: CommandHandler<Command, State, Result>,
    options: ExecuteOptions,
  ): Promise<Result | undefined> {
    const { fingerprintKey, now } = this.#options;
    return (await earlierOutcome({ sql: this.sql, fingerprintKey, now: now() }, { name, options }))?.result as
      | Result
      | undefined;
  }

  /** Appends events to one stream. The first event's id makes it idempotent; it is minted when left out. */
  async appendToStream(
    log: LogName,
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    const named = events.map((event) => ({ ...event, eventId: event.eventId ?? newId() }));
    const command = { log, stream, events: named, expectedStreamVersion: options.expectedStreamVersion ?? "any" };
    return (await this.execute(appendHandler, command, { logs: [log], metadata: options.metadata })).result;
  }

  readStream<Event extends EventKind = EventKind>(
    log: LogName,
    stream: string,
    fromVersion = 1,
  ): Promise<Recorded<Event>[]> {
    return readStream<Event>(this.sql, log, stream, { fromVersion });
  }

  readLog(log: LogName, range: { after: number; upTo: number; types?: readonly string[] }): Promise<RecordedEvent[]> {
    return readLog(this.sql, log, range);
  }

  /** Projections that decisions read and code of another version has made: this process cannot append any more. */
  async otherVersions(): Promise<string[]> {
    return await otherVersions(this.sql, this.#inline);
  }

  /** Whether a process of a newer version is about to put its tables in place: requests should go there. */
  async isTakenOver(): Promise<boolean> {
    return await isTakenOver(this.sql);
  }

  /** How far everything that follows has come. */
  async lag(): Promise<Lag[]> {
    return await this.sql<Lag[]>`
      select name, log, position, last_position as head from all_checkpoints join all_logs using (log)
      order by name, log`;
  }

  /** How old the oldest event is that each follower has not handled, in seconds; 0 for one that has come to the head. */
  async lagSeconds(): Promise<{ name: string; log: LogName; seconds: number }[]> {
    const rows = await this.lag();
    const behind = Map.groupBy(rows.filter(({ position, head }) => position < head), ({ log }) => log);
    const found = await Promise.all([...behind].map(async ([log, own]) => {
      const next = [...new Set(own.map(({ position }) => position + 1))];
      return [log, await recordedTimes(this.sql, log, next)] as const;
    }));
    const times = new Map(found);
    return rows.map(({ name, log, position }) => {
      const since = times.get(log)?.get(position + 1);
      const ms = since === undefined ? 0 : this.#options.now() - since;
      return { name, log, seconds: Math.max(0, ms / 1000) };
    });
  }

  /** Waits until all that follows has reached the heads of now, at most `timeoutMs`; answers whether it has. */
  async settle(timeoutMs = 60_000): Promise<boolean> {
    const rows = await this.lag();
    const heads = new Map(rows.map((row) => [row.log, row.head]));
    return await this.#caughtUp(rows, { timeoutMs, isBehind: (row) => row.position < (heads.get(row.log) ?? 0) });
  }

  /**
   * For a read right after a command: waits, at most `timeoutMs`, until these async projections and reactors have reached
   * the positions that `execute` returned; without positions, the present heads. Answers whether they have.
   */
  async catchUp(
    names: readonly string[],
    { positions, timeoutMs = 1_000 }: { positions?: Positions; timeoutMs?: number } = {},
  ): Promise<boolean> {
    const rows = await this.lag();
    const unknown = names.find((name) => !rows.some((row) => row.name === name));
    if (unknown !== undefined) throw new Error(`Nothing follows a log as ${unknown}`);
    const targets = positions?.size ? positions : new Map(rows.map((row) => [row.log, row.head]));
    return await this.#caughtUp(rows, {
      timeoutMs: Math.max(timeoutMs, this.#options.leastPatienceMs),
      isBehind: (row) => names.includes(row.name) && row.position < (targets.get(row.log) ?? 0),
    });
  }

  /** `rows` are those of now. */
  async #caughtUp(
    rows: readonly Lag[],
    { timeoutMs, isBehind }: { readonly timeoutMs: number; isBehind(row: Lag): boolean },
  ): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    for (;; rows = await this.lag()) {
      const behind = rows.filter(isBehind);
      if (behind.length === 0) return true;
      if (performance.now() > until) return false;
      const names = new Set(behind.map((row) => row.name));
      const waitedFor = this.#loops.filter((loop) => loop.follows(names));
      for (const loop of waitedFor) loop.hurry();
      const working = [takeAlong(waitedFor), ...waitedFor.map((loop) => loop.rests())];
      // Its connections may all be folding: the caller waits no longer than asked.
      await within(LOOK_ELSEWHERE_MS, waitedFor.length > 0 ? Promise.all(working) : undefined);
    }
  }

  /** Writes the waiting commands, stops the followers and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#watches.values()].map((watch) => watch.close()));
    clearTimeout(this.#poll);
    await Promise.all([...this.#writers.values()].map((writer) => writer.close()));
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#wakeUps.close();
    await Promise.all([
      ...[this.sql, this.workSql, this.turnsSql, this.#followSql].map((sql) => sql.end({ timeout: 2 })),
      this.#factsPool.end(),
      this.#placePools.end(),
      ...this.#writerPools.map((pool) => pool.end()),
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #connect(options: SqlOptions, { url = this.#options.url, stuck }: { url?: string; stuck?: () => void } = {}): Sql {
    const watch = this.#watchOf(url);
    const watched = watch ? { refuse: watch.refuse, reconnectAfterMs: RECONNECT_AFTER_MS } : {};
    const max = Math.min(options.max ?? Infinity, this.#options.mostConnections);
    const sql = connect(url, { ...options, ...watched, max });
    this.#pools.set(sql, (options.name ?? "orin").replace(/^orin /, ""));
    return watch?.add(sql, stuck) ?? sql;
  }

  #followSqlAt(url: string): Sql {
    return url === this.#options.url ? this.#followSql : this.#connect(FOLLOW, { url });
  }

  /** Each server is watched by itself: where one is away, the others work on. */
  #watchOf(url: string): DatabaseWatch | undefined {
    if (!this.#options.watch) return undefined;
    const isFirst = url === this.#options.url;
    const found = this.#watches.get(url);
    if (found) return found;
    const watch = new DatabaseWatch({
      url,
      name: isFirst ? "The database" : `The database at ${new URL(url).host}`,
      log: this.#options.log,
      returned: () => isFirst ? this.#returned() : this.#wake(),
    });
    this.#watches.set(url, watch);
    return watch;
  }

  #measure(): void {
    this.metrics.gauge("waiting", {
      help: "Commands in the queue of a writer",
      labels: ["logs", "lane"],
      read: () =>
        [...this.#writers].flatMap(([logs, { waiting }]) => [
          { labels: { logs, lane: "interactive" }, value: waiting.interactive },
          { labels: { logs, lane: "bulk" }, value: waiting.bulk },
        ]),
    });
    const loads = () => [...this.#pools].map(([sql, pool]) => ({ pool, ...breakable(sql).load() }));
    this.metrics.gauge("database_connections", {
      help: "Connections of a pool: used or idle",
      labels: ["pool", "state"],
      read: () =>
        loads().flatMap(({ pool, used, idle }) => [
          { labels: { pool, state: "used" }, value: used },
          { labels: { pool, state: "idle" }, value: idle },
        ]),
    });
    this.metrics.gauge("database_waiting", {
      help: "Queries that wait for a connection of a pool",
      labels: ["pool"],
      read: () => loads().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    });
    this.metrics.gauge("database_wait_seconds", {
      help: "How long the oldest query has waited for a connection of a pool",
      labels: ["pool"],
      read: () => loads().map(({ pool, longestMs }) => ({ labels: { pool }, value: longestMs / 1000 })),
    });
  }

  #returned(): void {
    this.#wake();
    for (const hear of this.#hearReturn) hear();
  }

  #writer(logs: readonly LogName[]): GroupWriter {
    const key = logs.join(" ");
    const found = this.#writers.get(key);
    if (found) return found;
    if (placesOf(logs).length > 1) {
      throw new RangeError(`A command belongs to one shard, or to none: not to ${logs.join(" and ")} at once`);
    }
    const place = placeOfGroup(logs);
    const pool = this.#writerPool(logs, { place, stuck: () => writer.giveBack() });
    const writer: GroupWriter = new GroupWriter({
      connection: () => this.#connectionFor(logs, pool),
      factsSql: () => this.#factsPool.sql(),
      logs,
      inline: this.#inline,
      fingerprintKey: this.#options.fingerprintKey,
      shards: this.#shards,
      now: this.#options.now,
      log: this.#options.log,
      isAway: () => this.#watches.get(pool.url)?.isAway ?? false,
      haveMoved: (error) => this.#nodes.haveMoved(place, error),
      makeRanges: () => ensureRanges(this.workSql),
      outdated: () => void this.#learnEpochs().catch((error) => this.#options.log("shards cannot be read", error)),
      committed: ({ size, ms, moved }) => {
        this.metrics.observe("group_size", { logs: key }, size);
        this.metrics.observe("commit_seconds", { logs: key }, ms / 1000);
        this.#wake(moved);
        this.#wakeUps.tell(moved);
      },
    });
    this.#writers.set(key, writer);
    return writer;
  }

  #factsPoolOf(nodes: Nodes): PoolOfPlace {
    const settings = {
      ...{ name: "orin facts", max: 2, gather: GATHERED, writer: true },
      ...(this.#watch && { statementMs: MOST_STATEMENT_MS }),
    };
    return new PoolOfPlace(nodes, "social", {
      open: (url, { areSpread }) => this.#connect({ ...settings, isSpread: areSpread }, { url }),
      leave: (sql) => this.#leave(sql),
    });
  }

  #writerPool(logs: readonly LogName[], { place, stuck }: { place: LogPlace; stuck: () => void }): PoolOfPlace {
    const { heard } = this.#options;
    const settings = {
      ...{ name: `orin writer ${logs.join(" ")}`, max: 1, writer: true },
      heard: heard && ((statement: string) => heard(statement, logs)),
    };
    const pool = new PoolOfPlace(this.#nodes, place, {
      open: (url, { areSpread }) => this.#connect({ ...settings, isSpread: areSpread }, { url, stuck }),
      leave: (sql) => this.#leave(sql),
    });
    this.#writerPools.push(pool);
    return pool;
  }

  /** Rows on two servers are not written together: nothing would keep them both or neither. */
  async #connectionFor(logs: readonly LogName[], pool: PoolOfPlace) {
    const sql = await pool.sql();
    const isSpread = this.#nodes.areSpread;
    if (isSpread && placesOf(logs).length > 1) {
      throw new Error(`A command belongs to one place where tables are spread, not to those of ${logs.join(" and ")}`);
    }
    return { sql, isSpread };
  }

  /** What a pool still does ends by itself. */
  #leave(sql: Sql): void {
    this.#pools.delete(sql);
    for (const watch of this.#watches.values()) watch.leave(sql);
    sql.end({ timeout: 5 }).catch(() => {});
  }

  #wake(moved?: Moved): void {
    for (const loop of this.#loops) loop.poke(moved);
  }

  /** Who may be concerned by what moved looks; the others are taken along, all together. */
  async #wakeOrTake(moved: Moved): Promise<void> {
    const concerned = this.#loops.filter((loop) => loop.isConcernedBy(moved));
    await Promise.all(concerned.map((loop) => loop.passed()));
    for (const loop of concerned) if (!loop.waits) loop.poke();
    await takeAlong(concerned);
  }

  /**
   * The safety net: another process may have appended without this one being told. It also takes those along that were
   * not woken, because nothing concerned them.
   */
  #watchHeads(): void {
    this.#poll = setTimeout(async () => {
      try {
        const heads = await this.#followSql<(Head & { epochs: number })[]>`
          select log, last_position, (select count(*)::int from shard_epochs) as epochs from all_logs`;
        if (this.#shards && (heads[0]?.epochs ?? 0) > this.#shards.size) await this.#learnEpochs();
        this.#followShards(heads);
        const moved = heads.filter(({ log, lastPosition }) => this.#seenHeads.get(log) !== lastPosition);
        if (moved.length > 0) await this.#wakeOrTake(movedLogs(moved.map(({ log }) => log)));
        this.#seenHeads = new Map(heads.map(({ log, lastPosition }) => [log, lastPosition]));
      } catch (error) {
        if (!this.#closed) this.#options.log("heads cannot be read", error);
      }
      if (!this.#closed) this.#watchHeads();
    }, this.#options.pollMs);
  }

  #follow(parts: readonly Follower[][]): void {
    this.#parts.push(...parts);
    // One shard is followed together with what belongs to everyone: its events are read once.
    const [only, ...others] = this.#shardsFollowed;
    const isAlone = only !== undefined && others.length === 0;
    const places = isAlone
      ? [[only, "social" as const]]
      : [...this.#shardsFollowed, "social" as const].map((one) => [one]);
    this.#begin(parts.flatMap((part) => places.flatMap((together) => this.#loopsIn(together, part))));
  }

  /** Most have nothing to do when they begin. */
  #begin(loops: readonly FollowLoop[]): void {
    this.#loops.push(...loops);
    void takeAlong(loops);
  }

  /** A shard that was added while this process runs gets loops, too. */
  #followShards(heads: readonly Head[]): void {
    const shards = heads.flatMap(({ log }) => log === "social" ? [] : [shardOfLog(log)]);
    const added = [...new Set(shards)].filter((shard) => !this.#shardsFollowed.includes(shard));
    this.#shardsFollowed = [...this.#shardsFollowed, ...added];
    this.#begin(added.flatMap((shard) => this.#parts.flatMap((part) => this.#loopsIn([shard], part))));
  }

  /** One, or none where nothing of the part follows in these places. */
  #loopsIn(places: readonly LogPlace[], part: readonly Follower[]): FollowLoop[] {
    const followers = part.filter((follower) => places.some((place) => followsIn(follower, place)));
    if (followers.length === 0) return [];
    const serversOf = (places: readonly LogPlace[]) => this.#serversOf(places);
    return [new FollowLoop(serversOf, { followers, places }, this.#options.log)];
  }

  /** The places that are followed in one transaction, each with the connections to their server: ask for each turn. */
  async #serversOf(places: readonly LogPlace[]): Promise<{ sql: Sql; places: readonly LogPlace[] }[]> {
    const pools = await Promise.all(places.map(async (place) => ({ sql: await this.sqlOf(place), places: [place] })));
    const [first] = pools;
    return first && !this.#nodes.areSpread ? [{ sql: first.sql, places }] : pools;
  }

  async #learnEpochs(): Promise<void> {
    this.#shards?.update(await readEpochs(this.#followSql));
  }
}

/** Waits so long at most; without work, so long. */
async function within(ms: number, work?: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await (work ? Promise.race([work, promise]) : promise);
  clearTimeout(timer);
}

/** Handlers of all kinds stand in one queue; each meets only its own commands and states again. */
function erased<Command, State, Result extends Json | void>(
  handler: CommandHandler<Command, State, Result>,
): AnyHandler {
  return handler as unknown as AnyHandler;
}
