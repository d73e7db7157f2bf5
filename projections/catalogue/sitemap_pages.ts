import type { postgres, Sql, Tx } from "../../backend/store/sql.ts";

/** What everybody may see of a table, as rows of `id` and `at` (null where it says no time). */
export type Listed = postgres.PendingQuery<postgres.Row[]>;

/** A page for search machines; `at` is when it came out, epoch ms. */
export interface ListedPage {
  readonly id: string;
  readonly at: number | undefined;
}

/** With which id each part of so many begins, in the order of the ids: what is added changes the last part alone. */
export async function partStarts(sql: Sql | Tx, listed: Listed, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (select id, row_number() over (order by id) as place from (${listed}) as listed) as placed
    where place % ${size} = 1 order by id`;
  return rows.map(({ id }) => id);
}

/** The part that begins with an id. */
export async function partFrom(
  sql: Sql | Tx,
  listed: Listed,
  { from, size }: { readonly from: string; readonly size: number },
): Promise<ListedPage[]> {
  return await sql<{ id: string; at: number | undefined }[]>`
    select id, at from (${listed}) as listed where id >= ${from} order by id limit ${size}`;
}
