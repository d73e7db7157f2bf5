import { DatabaseAway, sqlState } from "./log/errors.ts";
import { breakable, connect, type Sql } from "./sql.ts";

const BEAT_MS = 250;
/** A process that stops itself counts one tick, however long: it says nothing about the database. */
const TICK_MS = 100;
const PATIENT_TICKS = 10;
/** What waits for longer is looked for on the server. */
const LONG_MS = 1_000;

interface WatchOptions {
  readonly url: string;
  /** What its lines begin with. */
  readonly name: string;
  log(line: string, error?: unknown, fields?: { readonly level: "warn" }): void;
  /** After the database was away. */
  returned(): void;
}

/**
 * Asks the database on a connection of its own whether it answers. While it does not (gone, hung, or too slow), every
 * query of the pools fails immediately with DatabaseAway, also those that wait. A single connection whose server does
 * not work for it is broken off, so that its pool opens another.
 */
export class DatabaseWatch {
  readonly #sql: Sql;
  #pools: readonly { readonly sql: Sql; readonly stuck: () => void }[] = [];
  /** Queries that waited at the last look, although the server did nothing for them. */
  #idle = new Set<object>();
  /** Queries that the server let wait for a lock or the disk at the last look. */
  #stuck = new Set<object>();
  #awaySince: number | undefined;
  #isClosed = false;
  readonly #done: Promise<void>;

  constructor(readonly options: WatchOptions) {
    this.#sql = connect(options.url, { name: "orin watch", max: 1, reconnectAfterMs: 0 });
    this.#done = this.#run();
  }

  get isAway(): boolean {
    return this.#awaySince !== undefined;
  }

  /** For `connect()`: what a query is refused with now. */
  readonly refuse = (): Error | undefined => this.isAway ? new DatabaseAway() : undefined;

  /** Watches over a pool, too. `stuck` is called while a statement of it waits long for a lock or the disk. */
  add(sql: Sql, stuck: () => void = () => {}): Sql {
    this.#pools = [...this.#pools, { sql, stuck }];
    return sql;
  }

  /** Watches over a pool no longer. */
  leave(sql: Sql): void {
    this.#pools = this.#pools.filter((pool) => pool.sql !== sql);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    breakable(this.#sql).breakOff(new DatabaseAway());
    await this.#done;
    await this.#sql.end({ timeout: 0 });
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#look().catch((error) => this.#lose(error));
      if (!this.#isClosed) await pause(BEAT_MS);
    }
  }

  async #look(): Promise<void> {
    const late = performance.now() - LONG_MS;
    const waiting = this.#pools.flatMap(({ sql, stuck }) =>
      breakable(sql).waiting().filter(({ since }) => since < late).map(({ pid, query, breakOff }) => (
        { pid, query, breakOff, stuck }
      ))
    );
    const served = await this.#ask(waiting.map(({ pid }) => pid));
    this.#find();
    const idle = waiting.filter(({ pid }) => !served.has(pid));
    for (const { query, breakOff } of idle) if (this.#idle.has(query)) breakOff(new DatabaseAway());
    this.#idle = new Set(idle.map(({ query }) => query));
    const inTheWay = waiting.filter(({ pid }) => served.get(pid) === true);
    for (const { query, stuck } of inTheWay) if (this.#stuck.has(query)) stuck();
    this.#stuck = new Set(inTheWay.map(({ query }) => query));
  }

  /**
   * Which of these processes of the server work, and whether they wait for a lock or the disk. A connection may have been
   * lost without the database: asks twice.
   */
  async #ask(pids: readonly number[]): Promise<Map<number, boolean>> {
    try {
      return await this.#askOnce(pids);
    } catch (error) {
      if (error instanceof DatabaseAway) throw error;
      return await this.#askOnce(pids);
    }
  }

  async #askOnce(pids: readonly number[]): Promise<Map<number, boolean>> {
    const asked = pids.length === 0
      ? this.#sql<{ pid: number; waits: boolean }[]>`select where false`.execute()
      : this.#sql<{ pid: number; waits: boolean }[]>`
        select pid, coalesce(wait_event_type in ('Lock', 'IO'), false) as waits from pg_stat_activity
        where pid = any(${[...pids]}) and state = 'active'`.execute();
    const answered = asked.then((rows) => new Map(rows.map(({ pid, waits }) => [pid, waits])));
    answered.catch(() => {});
    for (let tick = 0; tick < PATIENT_TICKS; tick++) {
      const first = await Promise.race([answered, pause(TICK_MS)]);
      if (first) return first;
    }
    throw new DatabaseAway();
  }

  #find(): void {
    if (this.#awaySince === undefined) return;
    const seconds = (performance.now() - this.#awaySince) / 1_000;
    this.#awaySince = undefined;
    this.options.log(`${this.options.name} answers again after ${seconds.toFixed(1)} s`);
    this.options.returned();
  }

  #lose(error: unknown): void {
    if (this.#isClosed) return;
    breakable(this.#sql).breakOff(new DatabaseAway());
    // A server without room for one more connection answers the others.
    if (this.isAway || sqlState(error).startsWith("53")) return;
    this.#awaySince = performance.now();
    this.options.log(`${this.options.name} does not answer: requests get 503 until it does`, undefined, {
      level: "warn",
    });
    for (const { sql } of this.#pools) breakable(sql).breakOff(new DatabaseAway());
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
