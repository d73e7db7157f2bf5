// @ts-types="postgres"
import postgres from "../vendor/postgres/index.js";

/** The client with its repairs; `connect()` opens it as the service needs it. */
export { postgres };

type Types = { bigint: number };
/**
 * A pool of connections. A row's names are camelCase, a moment (timestamptz) is epoch ms, a day its text, null
 * `undefined`: the type of a query is what the code passes on, and no reader maps rows. int8 is a number, or throws past
 * the safe range.
 */
export type Sql = postgres.Sql<Types>;
/** A transaction's handle, or a connection that holds one. */
export type Tx = postgres.TransactionSql<Types> | postgres.ReservedSql<Types> | Sql;
export type Transaction = postgres.TransactionSql<Types>;
export type ReservedSql = postgres.ReservedSql<Types>;

/** What a pool is for. */
export interface SqlOptions {
  /** Most connections of the pool. */
  max?: number;
  name?: string;
  /**
   * Set for the writers. A transaction that waits or idles too long is ended by the server. Every statement of theirs
   * finds its rows by a key, so plans are made once and may only follow keys: one made while a table was still small
   * would stay slow until the next analyze.
   */
  writer?: boolean;
  /** An engine spreads tables over servers: it refuses plans that were made before the values are known. */
  isSpread?: boolean;
  /** The server ends a transaction that idles longer: its process hangs, or its machine is gone. */
  idleInTransactionMs?: number;
  /**
   * How long a lost connection stays closed. Without it the pool pauses only after failures of the network: it would ask
   * a server that answers and refuses, because the database is gone, again without a pause.
   */
  reconnectAfterMs?: number;
  /** The server ends a statement that takes longer. */
  statementMs?: number;
  /** So many statements of one turn of the event loop leave together; where left out, each takes an idle connection. */
  gather?: number;
  /** Asked before each query: what it fails with instead. */
  refuse?: () => Error | undefined;
  /** Hears each statement as it is sent; for tests. */
  heard?: ((statement: string) => void) | undefined;
  /** The schemas of plain table names; a rebuild puts its own first. */
  searchPath?: string;
}

/** Opens a pool. Nothing is sent before the first query. */
export function connect(url: string, options: SqlOptions = {}): Sql {
  return postgres(url, {
    max: options.max ?? 10,
    idle_timeout: 0,
    connect_timeout: 10,
    max_lifetime: null,
    ...(options.reconnectAfterMs === undefined ? {} : { backoff: pauseOf(options.reconnectAfterMs) }),
    onnotice: () => {},
    ...(options.refuse && { refuse: options.refuse }),
    ...(options.gather && { gather: options.gather }),
    ...(options.heard && { debug: (_: number, statement: string) => options.heard?.(statement) }),
    connection: {
      application_name: options.name ?? "orin",
      search_path: options.searchPath ?? "projected, public",
      TimeZone: "UTC",
      ...ENGINE_SETTINGS,
      ...(options.writer ? WRITER_SETTINGS : {}),
      ...(options.writer && options.isSpread ? { plan_cache_mode: "auto" } : {}),
      ...(options.statementMs ? { statement_timeout: options.statementMs } : {}),
      ...(options.idleInTransactionMs ? { idle_in_transaction_session_timeout: options.idleInTransactionMs } : {}),
    },
    // The library's types do not know this one: a null of SQL is undefined.
    ...{ noNulls: true },
    transform: { column: { from: camelCase } },
    types: {
      day: { to: 1082, from: [1082], parse: String, serialize: String },
      bigint: { to: 20, from: [20], parse: safeInteger, serialize: String },
      moment: {
        to: 1184,
        from: [1184],
        parse: Date.parse,
        serialize: (at: Date | number) => new Date(at).toISOString(),
      },
    },
  });
}

/** A column's name as a row has it: "user_id" is `userId`. What JSON holds stays as it is. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Makes parts of statements; never connected. */
export const sqlPart = postgres("postgres://nowhere", { max: 1 });

/** A part of a statement as it is, such as a table's name: never what came from outside. */
export function rawSql(text: string) {
  return sqlPart.unsafe(text);
}

/** The books, a bundle or a dispute may read through all that a log holds. */
const LONG_READ = "15s";

/**
 * Keeps every range of plays and money in its table until the transaction ends. The first statement of one that sees a
 * single moment: a range that leaves behind it would be in neither place.
 */
export async function holdRanges(tx: Tx): Promise<void> {
  await tx`lock table ledger_events, plays_events in access share mode`;
}

/** Reads of one moment, together. Each statement may take longer than one that a page waits for. */
export async function snapshot<Answer>(sql: Sql, read: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
  const { answer } = await sql.begin("isolation level repeatable read read only", async (tx) => {
    await holdRanges(tx);
    await tx`select set_config('statement_timeout', ${LONG_READ}, true)`;
    return { answer: await read(tx) };
  });
  return answer;
}

/** A query that waits for the server's answer. */
interface Waiting {
  /** The server's process. */
  readonly pid: number;
  readonly query: object;
  /** By `performance.now()`. */
  readonly since: number;
  /** Fails it, and drops its connection. */
  breakOff(error: Error): void;
}

/** What this client can do with a pool besides the library's own. */
interface Breakable {
  waiting(): Waiting[];
  /** Fails all that waits, and drops the connections that are not idle. */
  breakOff(error: Error): void;
  /** Its connections now, the queries that wait for one, and how long the oldest of them has waited. */
  load(): { used: number; idle: number; waiting: number; longestMs: number };
}

/** The one cast: the library's types do not know what `backend/vendor/postgres/` adds. */
export function breakable(sql: Sql): Breakable {
  return sql as unknown as Breakable;
}

/**
 * An engine that spreads tables copies what one statement inserts in parts of 512 KB, and a trigger meets each part as a
 * statement of its own: the check that a transfer's entries sum to zero would see one without the other. So a part is
 * as large as it may be. Without the engine it means nothing.
 */
const ENGINE_SETTINGS = { "citus.local_copy_flush_threshold": "1GB" };

/** Seconds, as the library asks for them. */
function pauseOf(ms: number): () => number {
  return () => ms / 1_000;
}

const WRITER_SETTINGS = {
  idle_in_transaction_session_timeout: 2_000,
  lock_timeout: 5_000,
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Cannot read int8 ${text}: past the safe range`);
  return value;
}
