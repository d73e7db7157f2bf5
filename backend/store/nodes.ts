import type { LogPlace } from "./place.ts";
import { sqlState } from "./log/errors.ts";
import type { Sql } from "./sql.ts";

/** What was read of the catalogue is asked again after so long. */
const READ_AGAIN_MS = 60_000;

/** Who has failed waits so long for the catalogue, whose server may be away, too. */
const MOST_WAITING_MS = 1_000;

/** An engine refuses a statement that it cannot spread, or a plan that was made before tables were spread. */
const REFUSED_BY_ENGINE = /^(0A|XX)/;

/**
 * On which server the rows of a shard are, where an engine spreads tables over several (`citus`): its own catalogue says
 * so. Elsewhere everything is on the one server, and nothing more is asked. An old answer is still right, only slower,
 * because every server runs every statement.
 */
export class Nodes {
  readonly #sql: Sql;
  readonly #url: string;
  readonly #now: () => number;
  #urls: ReadonlyMap<number, string> = new Map();
  #areSpread = false;
  #readAt: number | undefined;
  #reading: Promise<void> | undefined;

  /** `sql`: the server that `url` names. */
  constructor({ sql, url, now = () => performance.now() }: { sql: Sql; url: string; now?: () => number }) {
    this.#sql = sql;
    this.#url = url;
    this.#now = now;
  }

  /** Whether an engine spreads the tables of shards over servers. */
  get areSpread(): boolean {
    return this.#areSpread;
  }

  /** Connection string of the server that has a place now, as far as it is known. */
  urlOf(place: LogPlace): string {
    return place === "social" ? this.#url : this.#urls.get(place) ?? this.#url;
  }

  /** Every server that has a shard or what belongs to everyone, each once. */
  get urls(): string[] {
    return [...new Set([this.#url, ...this.#urls.values()])];
  }

  /**
   * Resolves when the catalogue was read once. Where tables are spread it is read again each minute, without any caller
   * waiting. Throws while the first server does not answer and nothing is known.
   */
  async known(): Promise<void> {
    if (this.#readAt === undefined) return await this.read();
    if (this.#areSpread && this.#now() - this.#readAt > READ_AGAIN_MS) this.read().catch(() => {});
  }

  /** Reads the catalogue now. */
  read(): Promise<void> {
    return this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      // While it does not answer, it is not asked again for each group.
      if (this.#readAt !== undefined) this.#readAt = this.#now();
    });
  }

  /** After a failure on the server of a place: reads again where it may have moved. Answers whether it has. */
  async haveMoved(place: LogPlace, error: unknown): Promise<boolean> {
    if (!this.#areSpread && !REFUSED_BY_ENGINE.test(sqlState(error))) return false;
    const before = [this.#areSpread, this.urlOf(place)].join(" ");
    await Promise.race([this.read().catch(() => {}), pause(MOST_WAITING_MS)]);
    return before !== [this.#areSpread, this.urlOf(place)].join(" ");
  }

  async #read(): Promise<void> {
    const [engine] = await this.#sql<{ spreads: boolean }[]>`
      select exists (select from pg_extension where extname = 'citus') as spreads`;
    const urls = engine?.spreads ? await this.#placements() : new Map<number, string>();
    this.#areSpread = urls.size > 0;
    this.#urls = urls;
    this.#readAt = this.#now();
  }

  /** Empty while the tables of shards are still on the one server. */
  async #placements(): Promise<Map<number, string>> {
    const [spread] = await this.#sql`
      select from pg_dist_partition where logicalrelid = 'public.shard_logs'::regclass`;
    if (!spread) return new Map();
    const shards = await this.#sql<{ shard: number }[]>`select distinct shard from shard_logs`;
    const rows = await this.#sql<{ shard: number; host: string; port: number; isFirst: boolean }[]>`
      select shard, nodename as host, nodeport as port, groupid = 0 as is_first
      from unnest(${shards.map(({ shard }) => shard)}::int[]) as known(shard)
      join pg_dist_placement as placed
        on placed.shardid = get_shard_id_for_distribution_column('public.shard_logs', known.shard::smallint)
      join pg_dist_node using (groupid) where noderole = 'primary'`;
    return new Map(rows.map(({ shard, host, port, isFirst }) => [shard, isFirst ? this.#url : this.#at(host, port)]));
  }

  #at(host: string, port: number): string {
    const url = new URL(this.#url);
    // An address of version 6 is in brackets.
    url.hostname = host.includes(":") ? `[${host}]` : host;
    url.port = String(port);
    return url.href;
  }
}

/** Pools for work on any shard, one a server. */
export class PoolsOfNodes {
  readonly #pools = new Map<string, Sql>();

  constructor(readonly nodes: Nodes, readonly open: (url: string) => Sql) {}

  /** For a task of its own, which begins on the server that `url` names; `end()` ends that pool with the others. */
  static from(url: string, open: (url: string) => Sql): { first: Sql; pools: PoolsOfNodes } {
    const first = open(url);
    const pools = new PoolsOfNodes(new Nodes({ sql: first, url }), open);
    pools.#pools.set(url, first);
    return { first, pools };
  }

  /** The pool on the server that has a place now: ask for each transaction, because places move. */
  async of(place: LogPlace): Promise<Sql> {
    await this.nodes.known();
    const url = this.nodes.urlOf(place);
    const known = this.#pools.get(url) ?? this.open(url);
    this.#pools.set(url, known);
    return known;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((sql) => sql.end({ timeout: 2 })));
  }
}

/** How a writer's pool is opened and left. */
interface PoolDoors {
  /** `areSpread`: an engine spreads tables. */
  open(url: string, options: { areSpread: boolean }): Sql;
  leave(sql: Sql): void;
}

/** The one pool of a writer, on the server that has its place: another one after the place has moved. */
export class PoolOfPlace {
  #pool: { readonly url: string; readonly areSpread: boolean; readonly sql: Sql } | undefined;

  constructor(readonly nodes: Nodes, readonly place: LogPlace, readonly doors: PoolDoors) {}

  /** The pool to work with now: ask for each transaction. */
  async sql(): Promise<Sql> {
    await this.nodes.known();
    const { areSpread } = this.nodes;
    const url = this.nodes.urlOf(this.place);
    if (this.#pool && (this.#pool.url !== url || this.#pool.areSpread !== areSpread)) {
      this.doors.leave(this.#pool.sql);
      this.#pool = undefined;
    }
    this.#pool ??= { url, areSpread, sql: this.doors.open(url, { areSpread }) };
    return this.#pool.sql;
  }

  /** Connection string of the server that it works with. */
  get url(): string {
    return this.#pool?.url ?? this.nodes.urlOf(this.place);
  }

  async end(): Promise<void> {
    await this.#pool?.sql.end({ timeout: 2 });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
