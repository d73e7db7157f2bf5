import { ADVISORY_LOCKS } from "../advisory_locks.ts";
import { engineState } from "../spread.ts";
import { connect, rawSql, type Sql, type Transaction } from "../sql.ts";
import { type Range, type RangeNow, rangesNow } from "./ranges_due.ts";
import { inShortTries } from "./short_tries.ts";

/** A range is kept by column when its newest event is so old. */
const COLUMNAR_AFTER_DAYS = 7;

interface ColumnarOptions {
  /** The owner's connection string. */
  readonly ownerUrl: string;
  readonly afterDays?: number;
  readonly now?: () => number;
  readonly log?: (line: string) => void;
}

/**
 * Keeps old ranges by column, where an engine spreads tables and can do so (`citus`), the oldest first; answers those
 * that it has changed. Every shard has filled them and the chain holds them, so they are never written again. Each
 * changes in one transaction, after its copy was found to have the same bytes. Of several processes one works.
 */
export async function keepByColumn(options: ColumnarOptions): Promise<Range[]> {
  const { ownerUrl, afterDays = COLUMNAR_AFTER_DAYS, now = Date.now, log } = options;
  const sql = connect(ownerUrl, { name: "orin archive", max: 1 });
  try {
    const changed: Range[] = [];
    if (await engineState(sql) !== "spreads" || !await canKeep(sql)) return changed;
    for (const range of await rangesNow(sql, { afterDays, now: now() })) {
      if (!isCold(range) || !await change(sql, range)) continue;
      changed.push(range);
      log?.(`Kept ${range.kind} from ${range.first} to ${range.last} by column`);
    }
    return changed;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

async function canKeep(sql: Sql): Promise<boolean> {
  const [row] = await sql`select from pg_am where amname = 'columnar'`;
  return row !== undefined;
}

/** Every shard has filled it, and its newest event is old enough. */
function isCold({ logs }: RangeNow): boolean {
  return logs.every(({ state }) => state === "due" || state === "waiting" || state === "archived");
}

/** Answers whether it was kept by rows until now, and no other process is changing it. */
async function change(sql: Sql, range: Range): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [lock] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.archive}) as taken`;
    if (!lock?.taken) return false;
    const [parent, first, pastLast] = [`${range.kind}_events`, range.first, range.last + 1];
    const [kept] = await tx<{ name: string }[]>`
      select pg_class.oid::regclass::text as name from pg_class join pg_am on pg_am.oid = relam
      where pg_class.oid = table_of_range(${parent}, ${first}, ${pastLast}) and amname = 'heap'`;
    if (!kept) return false;
    await tx`select copy_range_columnar(${parent}, ${first}, ${pastLast})`;
    await compare(tx, [kept.name, `${parent}_${first}_columnar`]);
    await inShortTries(tx, (inner) => inner`select swap_range_columnar(${parent}, ${first}, ${pastLast})`);
    return true;
  });
}

/** Throws unless both tables have the same rows, to the byte. */
async function compare(tx: Transaction, tables: readonly string[]): Promise<void> {
  const sums = await Promise.all(tables.map((table) =>
    tx`
      select shard, count(*)::bigint as events, sum(hashtextextended(event::text, 0)::numeric)::text as sum
      from ${rawSql(table)} as event group by shard order by shard`
  ));
  if (new Set(sums.map((rows) => JSON.stringify(rows))).size !== 1) {
    throw new Error(`${tables.join(" and ")} do not hold the same events`);
  }
}
