import type { Sql, Tx } from "../sql.ts";
import { type Columns, snakeCase, statementOf, templateOf } from "./columns.ts";

/**
 * A table of a projection, declared once: its statements, the type of its rows and the columns of an insert follow from
 * it. Members are named as in rows, conditions and indexes are SQL and name columns.
 */
export class Table<Members extends ColumnsOf = ColumnsOf> {
  /** The statements that make it. */
  readonly ddl: string;
  readonly #key: readonly string[];

  constructor(readonly name: string, readonly members: Members, readonly about: TableOptions<Members>) {
    const columns = Object.entries(members).map(([member, column]) =>
      `${snakeCase(member)} ${column.ddlOf(snakeCase(member))}`
    );
    this.#key = about.key.map((member) => snakeCase(String(member)));
    const checks = (about.checks ?? []).map((condition) => `check (${condition})`);
    const lines = [...columns, ...(this.#key.length > 0 ? [`primary key (${this.#key.join(", ")})`] : []), ...checks];
    const space = about.fillfactor === undefined ? "" : ` with (fillfactor = ${about.fillfactor})`;
    const indexes = Object.entries(about.indexes ?? {}).map(([index, text]) => indexOf(index, name, text));
    this.ddl = [`create table ${name} (\n  ${lines.join(",\n  ")}\n)${space}`, ...indexes].join(";\n");
  }

  /**
   * Rows to insert: `insert into hearts ${HEARTS.values(tx, rows)} on conflict do nothing`. Columns with a default are
   * left to it, but for those in `also`.
   */
  values<Also extends keyof Members = never>(
    tx: Sql | Tx,
    rows: readonly (NewRow<Members> & { readonly [Member in NoInfer<Also>]: ValueOf<Members[Member]> })[],
    also: readonly Also[] = [],
  ) {
    return statementOf(tx, rows, { columns: this.#given(also), before: (names) => `(${names}) `, after: "" });
  }

  /** Rows as a table of a statement, with these columns: `from ${HEARTS.rows(tx, asked, ["userId"])} as asked`. */
  rows<Member extends keyof Members & string>(
    tx: Sql | Tx,
    rows: readonly Partial<RowIn<Members>>[] & readonly Pick<RowIn<Members>, Member>[],
    members: readonly Member[],
  ) {
    return statementOf(tx, rows, { columns: this.#typed(members), before: () => "(", after: ")" });
  }

  /** Inserts rows; a key that exists is an error. */
  async insert(tx: Tx, rows: OneOrMore<NewRow<Members>>): Promise<void> {
    await this.#insert(tx, rows, "");
  }

  /** Inserts rows; one whose key exists stays as it is. */
  async add(tx: Tx, rows: OneOrMore<NewRow<Members>>): Promise<void> {
    await this.#insert(tx, rows, ` on conflict (${this.#key.join(", ")}) do nothing`);
  }

  /** Inserts rows; one whose key exists takes over what is given. No key may come twice. */
  async put(tx: Tx, rows: OneOrMore<NewRow<Members>>): Promise<void> {
    const names = this.#givenNames().map(snakeCase).filter((name) => !this.#key.includes(name));
    const changes = names.map((name) => `${name} = excluded.${name}`).join(", ");
    await this.#insert(tx, rows, ` on conflict (${this.#key.join(", ")}) do update set ${changes}`);
  }

  /** Changes these columns of the rows in which these have these values; `undefined` empties one. */
  async set(tx: Tx, where: Partial<RowIn<Members>>, values: Partial<RowIn<Members>>): Promise<void> {
    if (Object.keys(values).length === 0) return;
    const changes = Object.keys(values).map((member) => `${snakeCase(member)} = ?`).join(", ");
    const text = `update ${this.name} set ${changes} where ${conditionOf(where)}`;
    await tx(templateOf(text), ...this.#sent(values), ...this.#sent(present(where)));
  }

  /** Changes rows by their key, each in columns of its own: a statement for all that change the same ones. */
  async setEach(tx: Tx, changes: ReadonlyMap<string, Partial<RowIn<Members>>>): Promise<void> {
    const [key = ""] = this.about.key;
    const rows = [...changes].filter(([, change]) => Object.keys(change).length > 0);
    const alike = Map.groupBy(rows, ([, change]) => Object.keys(change).toSorted().join());
    for (const [names, own] of alike) {
      const members = names.split(",");
      const given = own.map(([id, change]) => ({ ...change, [key]: id }));
      const changed = members.map((member) => `${snakeCase(member)} = given.${snakeCase(member)}`).join(", ");
      const named = snakeCase(key);
      await statementOf(tx, given, {
        columns: this.#typed([key, ...members]),
        before: () => `update ${this.name} set ${changed} from (`,
        after: `) as given where ${this.name}.${named} = given.${named}`,
      });
    }
  }

  /** Deletes the rows in which these columns have these values. */
  async delete(tx: Tx, where: Partial<RowIn<Members>>): Promise<void> {
    await tx(templateOf(`delete from ${this.name} where ${conditionOf(where)}`), ...this.#sent(present(where)));
  }

  /** The row of a key: its value where it is one column, else the columns of the row. */
  async find(sql: Sql | Tx, key: string | number | Partial<RowIn<Members>>): Promise<RowIn<Members> | undefined> {
    const [member = ""] = this.about.key;
    const where = typeof key === "object" ? key : { [member]: key } as Partial<RowIn<Members>>;
    const [row] = await this.list(sql, where);
    return row;
  }

  /** The rows in which these columns have these values; `order` is SQL: "given_at desc, user_id". */
  async list(
    sql: Sql | Tx,
    where: Partial<RowIn<Members>>,
    { order, limit }: { readonly order?: string; readonly limit?: number } = {},
  ): Promise<RowIn<Members>[]> {
    const ordered = order === undefined ? "" : ` order by ${order}`;
    const limited = limit === undefined ? "" : " limit ?";
    const text = `select * from ${this.name} where ${conditionOf(where)}${ordered}${limited}`;
    return await sql<RowIn<Members>[]>(
      templateOf(text),
      ...this.#sent(present(where)),
      ...limit === undefined ? [] : [limit],
    );
  }

  /** The rows of many ids of a key that is one column of ids; unknown ones are missing from the map. */
  async byIds(sql: Sql | Tx, ids: readonly string[]): Promise<Map<string, RowIn<Members>>> {
    if (ids.length === 0) return new Map();
    const [member] = this.about.key;
    const text = `select * from ${this.name} where ${this.#key.join(", ")} = any(?::uuid[])`;
    const rows = await sql<RowIn<Members>[]>(templateOf(text), [...ids]);
    return new Map(rows.map((row) => [String(row[member as keyof RowIn<Members>]), row]));
  }

  /** Deletes the rows in which a column of ids has one of these. */
  async remove(tx: Tx, member: keyof Members & string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx(templateOf(`delete from ${this.name} where ${snakeCase(member)} = any(?::uuid[])`), [...ids]);
  }

  /** Deletes what the table holds of people who are erased. */
  async erase(tx: Tx, userIds: readonly string[]): Promise<void> {
    for (const member of this.about.erase ?? []) await this.remove(tx, member, userIds);
  }

  async #insert(tx: Tx, given: OneOrMore<NewRow<Members>>, otherwise: string): Promise<void> {
    const rows = Array.isArray(given) ? given as readonly NewRow<Members>[] : [given as NewRow<Members>];
    if (rows.length === 0) return;
    await statementOf(tx, rows, {
      columns: this.#given([]),
      before: (names) => `insert into ${this.name} (${names}) `,
      after: otherwise,
    });
  }

  /** Values as the client sends them. */
  #sent(values: Partial<RowIn<Members>>) {
    return Object.entries<string | number | boolean | undefined>(values).map(([member, value]) => {
      if (value === undefined) return null;
      return this.members[member]?.sends === "ms" ? new Date(Number(value)) : value;
    });
  }

  #givenNames(): string[] {
    return Object.entries(this.members).flatMap(([member, { isGiven }]) => isGiven ? [member] : []);
  }

  #given<Row extends object>(also: readonly (keyof Members)[]): Columns<Row> {
    return this.#typed([...this.#givenNames(), ...also.map(String)]);
  }

  #typed<Row extends object>(members: readonly string[]): Columns<Row> {
    const types = Object.groupBy(members, (member) => {
      const sends = this.members[member]?.sends;
      if (sends === undefined) throw new TypeError(`${this.name}.${member} has a type that an insert names by hand`);
      return sends;
    });
    return types as unknown as Columns<Row>;
  }
}

/** A table of this name, of these columns. */
export function table<Members extends ColumnsOf>(
  name: string,
  members: Members,
  about: TableOptions<Members>,
): Table<Members> {
  return new Table(name, members, about);
}

/** The statements that make these tables. */
export function ddlOf(...tables: readonly { readonly ddl: string }[]): string {
  return tables.map(({ ddl }) => ddl).join(";\n");
}

// deno-lint-ignore no-explicit-any -- of any value
type ColumnsOf = Readonly<Record<string, Column<any, boolean>>>;

interface TableOptions<Members> {
  /** The primary key. */
  readonly key: readonly (keyof Members & string)[];
  /** What follows the table's name: "(user_id, given_at desc) where …", with "unique " before it where it is. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Conditions on several columns. */
  readonly checks?: readonly string[];
  /** Percent of a page that inserts fill: the rest is for updates in place. */
  readonly fillfactor?: number;
  /** Columns of people: when one is erased, the rows that name them go. */
  readonly erase?: readonly (keyof Members & string)[];
}

type OneOrMore<Row> = Row | readonly Row[];

function conditionOf(where: object): string {
  const members = Object.entries(where);
  if (members.length === 0) throw new TypeError("Every row is meant where no column is named");
  return members.map(([member, value]) => `${snakeCase(member)} ${value === undefined ? "is null" : "= ?"}`).join(
    " and ",
  );
}

/** What is not undefined: a condition names that without a value. */
function present<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

function indexOf(name: string, table: string, text: string): string {
  const [, unique = "", rest = text] = text.match(/^(unique )(.*)$/s) ?? [];
  return `create ${unique}index ${name} on ${table} ${rest}`;
}

/** A row of a table as it is read. */
export type RowOf<Of extends { readonly members: ColumnsOf }> = RowIn<Of["members"]>;

type RowIn<Members extends ColumnsOf> = { readonly [Member in keyof Members]: ValueOf<Members[Member]> };
/** A row as it is inserted: what may be absent may be left out, and what has a default is left to it. */
type NewRow<Members extends ColumnsOf> =
  & { readonly [Member in GivenOf<Members> as Needed<Members[Member], Member, never>]: ValueOf<Members[Member]> }
  & { readonly [Member in GivenOf<Members> as Needed<Members[Member], never, Member>]?: ValueOf<Members[Member]> };
type GivenOf<Members extends ColumnsOf> = {
  [Member in keyof Members]: Members[Member] extends Column<infer _, true> ? Member : never;
}[keyof Members];
type ValueOf<Of> = Of extends Column<infer Value, boolean> ? Value : never;
type Needed<Of, Yes, No> = undefined extends ValueOf<Of> ? No : Yes;

interface Facts {
  readonly isOptional: boolean;
  readonly isGiven: boolean;
  /** What follows the type. */
  readonly words: readonly string[];
}

/** In a condition: the name of the column itself. */
const OWN_NAME = "$column";

/** A column: its type, what rows hold in it, and whether an insert gives it. */
class Column<Value, Given extends boolean> {
  declare readonly value: Value;
  declare readonly given: Given;

  constructor(
    readonly type: string,
    /** The type by which rows are sent, of those that `columns.ts` sends. */
    readonly sends: keyof Columns<object> | undefined,
    readonly facts: Facts = { isOptional: false, isGiven: true, words: [] },
  ) {}

  /** What follows the column's name. */
  ddlOf(name: string): string {
    const { isOptional, words } = this.facts;
    return [this.type, ...(isOptional ? [] : ["not null"]), ...words].join(" ").replaceAll(OWN_NAME, name);
  }

  get isGiven(): boolean {
    return this.facts.isGiven;
  }

  /** May be absent. */
  get optional(): Column<Value | undefined, Given> {
    return new Column(this.type, this.sends, { ...this.facts, isOptional: true });
  }

  get unique(): Column<Value, Given> {
    return this.#with("unique");
  }

  /** A condition on the column. */
  check(condition: string): Column<Value, Given> {
    return this.#with(`check (${condition})`);
  }

  /** Holds this, in SQL, until an update says another; an insert leaves it out. */
  default(value: string): Column<Value, false> {
    return this.#with(`default ${value}`, false);
  }

  /** Follows from other columns, in SQL. */
  generated(from: string): Column<Value, false> {
    return this.#with(`generated always as (${from}) stored`, false);
  }

  #with<Is extends boolean = Given>(word: string, isGiven = this.facts.isGiven): Column<Value, Is> {
    return new Column(this.type, this.sends, { ...this.facts, isGiven, words: [...this.facts.words, word] });
  }
}

export const uuid: Column<string, true> = new Column("uuid", "uuid");
export const text: Column<string, true> = new Column("text", "text");
/** A day such as "2026-06-01". */
export const day: Column<string, true> = new Column("date", "date");
export const smallint: Column<number, true> = new Column("smallint", "smallint");
export const int: Column<number, true> = new Column("integer", "int");
export const bigint: Column<number, true> = new Column("bigint", "bigint");
export const float: Column<number, true> = new Column("double precision", "float8");
export const boolean: Column<boolean, true> = new Column("boolean", "boolean");
/** A timestamptz; epoch ms in rows. */
export const moment: Column<number, true> = new Column("timestamptz", "ms");

/** One of a few words, which the column refuses others than. */
export function oneOf<Word extends string>(...words: readonly Word[]): Column<Word, true> {
  const all = words.map((word) => `'${word}'`).join(", ");
  return new Column<Word, true>("text", "text").check(`${OWN_NAME} in (${all})`);
}

/** Text that holds one of the words of a type. */
export function textOf<Word extends string>(): Column<Word, true> {
  return new Column("text", "text");
}

/** A type that an insert names by hand, such as an array or JSON. */
export function typed<Value>(type: string): Column<Value, true> {
  return new Column(type, undefined);
}
