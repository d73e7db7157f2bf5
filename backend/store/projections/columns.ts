import { rawSql, type Sql, sqlPart, type Tx } from "../sql.ts";

/**
 * Rows as a table of a statement: `from ${rowsOf(tx, hearts, { uuid: ["userId"], ms: ["givenAt"] })} as given`. The
 * columns, named by their type, have the members' names in snake case: `given.user_id`. A member that is undefined
 * arrives as null; `ms`, epoch milliseconds, arrives as a timestamptz.
 */
export function rowsOf<Row extends object>(tx: Sql | Tx, rows: readonly Row[], columns: Columns<Row>) {
  return statementOf(tx, rows, { columns, before: () => "(", after: ")" });
}

/** Rows to insert, in the columns of these names: `insert into hearts ${valuesOf(tx, hearts, { uuid: ["userId"] })}`. */
export function valuesOf<Row extends object>(tx: Sql | Tx, rows: readonly Row[], columns: Columns<Row>) {
  return statementOf(tx, rows, { columns, before: (names) => `(${names}) `, after: "" });
}

/** The members of each type. */
export type Columns<Row> = { readonly [Type in keyof Members]?: readonly MembersOf<Row, Members[Type]>[] };
type MembersOf<Row, Value> = {
  [Member in keyof Row]-?: Row[Member] extends Value | undefined | null ? Member : never;
}[keyof Row];

interface Members {
  readonly uuid: string;
  readonly text: string;
  readonly date: string;
  readonly smallint: string | number;
  readonly int: number;
  readonly bigint: number;
  readonly float8: number;
  readonly ms: number;
  readonly boolean: boolean;
}

interface StatementParts<Row> {
  readonly columns: Columns<Row>;
  readonly before: (names: string) => string;
  readonly after: string;
}

/** A statement, or a part of one, around rows that are sent as one array a column. */
export function statementOf<Row extends object>(
  tx: Sql | Tx,
  rows: readonly Row[],
  { columns, before, after }: StatementParts<Row>,
) {
  const all = Object.entries<readonly (keyof Row)[]>(columns).flatMap(([type, members]) =>
    members.map((member) => ({ type, member, name: snakeCase(String(member)) }))
  );
  const names = all.map(({ name }) => name).join(", ");
  const selected = all.map(({ name, type }) => type === "ms" ? `to_timestamp(${name} / 1000) as ${name}` : name);
  const casts = all.map(({ type }) => `::text::${type === "ms" ? "float8" : type}[]`);
  const text = `${before(names)}select ${selected.join(", ")} from unnest(?${
    casts.join(", ?")
  }) as t(${names})${after}`;
  const texts = all.map(({ type, member }) => {
    const values = rows.map((row) => row[member] as string | undefined);
    return type === "text" ? textArray(values) : plainArray(values.map((value) => value ?? "null"));
  });
  return tx(templateOf(text), ...texts);
}

/**
 * A statement's text, with `?` for its values, as a template has it: the same one for the same text, because the client
 * library remembers something of each for ever.
 */
export function templateOf(text: string): TemplateStringsArray {
  const known = TEMPLATES.get(text);
  if (known) return known;
  const strings = text.split("?");
  const template = Object.assign(strings, { raw: strings });
  TEMPLATES.set(text, template);
  return template;
}

const TEMPLATES = new Map<string, TemplateStringsArray>();

/** A member's column. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A column of values as one text, to be cast in the statement: `${plainArray(ids)}::text::uuid[]`. For ids, numbers,
 * days, booleans, names of logs and kinds, which have nothing to escape; the client library would look for it in every
 * element of every array. Throws when one needs quotes after all.
 */
export function plainArray(values: readonly (string | number | boolean)[]): string {
  const text = values.join(",");
  const isEmpty = text === "" && values.length > 0;
  if (isEmpty || !PLAIN.test(text)) throw new TypeError(`Cannot send ${text.slice(0, 200)} as plain values`);
  return `{${text}}`;
}

/** Not even white space, which would be trimmed; values that are empty or `null` are for textArray. */
const PLAIN = /^[\w./:+,-]*$/;

/**
 * Whether a column is one of some ids. The planner takes the ids for a set, each of which it finds by its key: so a plan
 * that was made once stays good for one id and for thousands.
 */
export function anyOf(column: string, ids: readonly string[] | ReadonlySet<string>) {
  return sqlPart`${rawSql(column)} in (select unnest(${plainArray([...ids])}::text::uuid[]))`;
}

/** The same for any text, and for values that may be missing. */
export function textArray(values: readonly (string | undefined | null)[]): string {
  return `{${values.map(quoted).join(",")}}`;
}

function quoted(text: string | undefined | null): string {
  if (text === undefined || text === null) return "null";
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
