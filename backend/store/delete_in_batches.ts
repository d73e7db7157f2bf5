import type { Sql } from "./sql.ts";

/** A request that wants one of the rows waits for one short transaction, not for the whole night. */
const MOST_ROWS = 2_000;
/** Of a table without an index of what is old: about 20,000 rows. */
const PAGES = 256;

/** Deletes until a batch was not full. `batch` deletes at most so many rows and answers how many there were. */
export async function deleteInBatches(batch: (limit: number) => Promise<{ count: number }>): Promise<void> {
  while ((await batch(MOST_ROWS)).count === MOST_ROWS);
}

/**
 * Deletes in one pass over a table, a few pages in each transaction: without an index, which every row would have to
 * write. `batch` deletes old rows of those on the pages that its condition tells.
 */
export async function deleteByPages(
  sql: Sql,
  table: string,
  batch: (onPages: ReturnType<typeof pagesFrom>) => PromiseLike<unknown>,
): Promise<void> {
  const [size] = await sql<{ pages: number }[]>`
    select (pg_relation_size(to_regclass(${table})) / current_setting('block_size')::int)::int as pages`;
  for (let page = 0; page < (size?.pages ?? 0); page += PAGES) await batch(pagesFrom(sql, page));
}

function pagesFrom(sql: Sql, page: number) {
  return sql`ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid`;
}
