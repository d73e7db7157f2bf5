import type { PendingQuery, Row } from "postgres";
import type { Problem } from "../log/problem.ts";
import { inPlace } from "../place.ts";
import type { Tx } from "../sql.ts";

type Fragment = PendingQuery<Row[]>;

const MOST_TEXT = 300;

interface Compared {
  readonly live: string;
  readonly replayed: string;
  /** Tells rows that count in neither. */
  readonly isOld: Fragment;
  /** Tells the rows of a shard; left out, all count. */
  readonly within?: ReturnType<typeof inPlace>;
}

/**
 * Compares a table with one of the same name and columns in another schema, row by row as text. Answers undefined when
 * both hold the same rows, else the first that differs.
 */
export async function compareTables(
  tx: Tx,
  table: string,
  { live, replayed, isOld, within = inPlace("social") }: Compared,
): Promise<Problem | undefined> {
  const [one, other] = [
    await digestOf(tx, `${live}.${table}`, { isOld, within }),
    await digestOf(tx, `${replayed}.${table}`, { isOld, within }),
  ];
  if (one.rows === other.rows && one.sum === other.sum) return undefined;
  const rowsOf = (schema: string) =>
    tx`select t::text as text from ${tx(`${schema}.${table}`)} as t where ${within} and not (${isOld})`;
  const wrong = await firstOnlyIn(tx, rowsOf(live), rowsOf(replayed));
  const right = await firstOnlyIn(tx, rowsOf(replayed), rowsOf(live));
  const found = wrong === undefined ? "a row is missing" : `the row ${wrong} is not what the events say`;
  const expected = right === undefined ? "" : `, expected ${right}`;
  return { where: `table ${table}`, what: `${found}${expected} (${one.rows} rows, the events say ${other.rows})` };
}

/** Equal for equal sets of rows, whatever their order. `isOld` tells rows that do not count, `within` those that do. */
export async function digestOf(
  tx: Tx,
  table: string,
  { isOld = tx`false`, within = inPlace("social") }: Partial<Pick<Compared, "isOld" | "within">> = {},
): Promise<{ rows: number; sum: string }> {
  const [row] = await tx<{ rows: number; sum: string }[]>`
    select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
    from ${tx(table)} as t where ${within} and not (${isOld})`;
  return row ?? { rows: 0, sum: "" };
}

async function firstOnlyIn(tx: Tx, one: Fragment, other: Fragment): Promise<string | undefined> {
  const [row] = await tx<{ text: string }[]>`(${one}) except all (${other}) order by 1 limit 1`;
  return row?.text.slice(0, MOST_TEXT);
}
