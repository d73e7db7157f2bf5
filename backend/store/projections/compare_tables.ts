import type { Problem } from "../log/problem.ts";
import type { Tx } from "../sql.ts";

const MOST_TEXT = 300;

/**
 * Compares a table with one of the same name and columns in another schema, row by row as text. Answers undefined when
 * both hold the same rows, else the first that differs.
 */
export async function compareTables(
  tx: Tx,
  table: string,
  { live, replayed }: { live: string; replayed: string },
): Promise<Problem | undefined> {
  const [one, other] = [await digestOf(tx, `${live}.${table}`), await digestOf(tx, `${replayed}.${table}`)];
  if (one.rows === other.rows && one.sum === other.sum) return undefined;
  const wrong = await firstOnlyIn(tx, `${live}.${table}`, `${replayed}.${table}`);
  const right = await firstOnlyIn(tx, `${replayed}.${table}`, `${live}.${table}`);
  const found = wrong === undefined ? "a row is missing" : `the row ${wrong} is not what the events say`;
  const expected = right === undefined ? "" : `, expected ${right}`;
  return { where: `table ${table}`, what: `${found}${expected} (${one.rows} rows, the events say ${other.rows})` };
}

/** Equal for equal sets of rows, whatever their order. */
export async function digestOf(tx: Tx, table: string): Promise<{ rows: number; sum: string }> {
  const [row] = await tx<{ rows: number; sum: string }[]>`
    select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${tx(table)} as t`;
  return row ?? { rows: 0, sum: "" };
}

async function firstOnlyIn(tx: Tx, one: string, other: string): Promise<string | undefined> {
  const [row] = await tx<{ text: string }[]>`
    select t::text as text from ${tx(one)} as t except all select t::text from ${tx(other)} as t order by 1 limit 1`;
  return row?.text.slice(0, MOST_TEXT);
}
