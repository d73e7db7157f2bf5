import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Kept, Kind, Kinds } from "./records.ts";

/** Beyond 32 bits, as the provider's are. */
const FIRST_ID = 4_100_000_000;
const MAX = Number.MAX_SAFE_INTEGER;

export type Page = { limit: number; offset?: number; below?: number } & Partial<Times>;
type Times = { fromMs: number; toMs: number };

/**
 * The sandbox's records in one SQLite file, as the runtime brings it. `synchronous = full`: what a commit returned
 * from has reached the disk, so an acknowledged transfer outlives kill -9 and a power cut, and a half-done one
 * leaves nothing.
 */
export class Book {
  readonly #db: DatabaseSync;
  readonly #onChange: () => void;
  #depth = 0;

  /** `onChange` is called after every commit. */
  constructor(path: string, onChange: () => void) {
    this.#db = new DatabaseSync(path);
    this.#db.exec(SCHEMA);
    this.#onChange = onChange;
  }

  /** All of it or nothing. Work within work belongs to the outer one. */
  atomically<Result>(work: () => Result): Result {
    if (this.#depth > 0) return work();
    this.#db.exec("begin immediate");
    this.#depth++;
    try {
      const result = work();
      this.#db.exec("commit");
      return result;
    } catch (error) {
      this.#db.exec("rollback");
      throw error;
    } finally {
      this.#depth--;
      this.#onChange();
    }
  }

  /** What happened before today comes with its `at`. */
  add<K extends Kind>(kind: K, fields: Omit<Kinds[K], "id" | "at"> & { at?: number | undefined }): Kinds[K] {
    return this.atomically(() => {
      const [last] = this.#rows("select max(id) as id from records");
      const id = typeof last?.id === "number" ? last.id + 1 : FIRST_ID;
      return this.save(kind, whole<K>({ ...fields, id, at: fields.at ?? Date.now() }));
    });
  }

  save<K extends Kind>(kind: K, record: Kinds[K]): Kinds[K] {
    const { id, key, at, due } = record;
    const upsert = `insert into records (kind, id, key, at, due, body) values (?, ?, ?, ?, ?, ?)
      on conflict (id) do update set due = excluded.due, body = excluded.body`;
    this.atomically(() => this.#rows(upsert, kind, id, key, at, due, JSON.stringify(record)));
    return record;
  }

  get<K extends Kind>(kind: K, id: number): Kinds[K] | undefined {
    return parse<K>(this.#rows("select body from records where kind = ? and id = ?", kind, id))[0];
  }

  find<K extends Kind>(kind: K, key: string): Kinds[K] | undefined {
    return parse<K>(this.#rows("select body from records where kind = ? and key = ?", kind, key))[0];
  }

  /** Newest first. */
  list<K extends Kind>(kind: K, { limit, offset = 0, below = MAX, fromMs = 0, toMs = MAX }: Page): Kinds[K][] {
    const query = `select body from records where kind = ? and id < ? and at between ? and ?
      order by id desc limit ? offset ?`;
    return parse<K>(this.#rows(query, kind, below, fromMs, toMs, limit, offset));
  }

  count(kind: Kind, { fromMs = 0, toMs = MAX }: Partial<Times> = {}): number {
    const query = "select count(*) as n from records where kind = ? and at between ? and ?";
    return Number(this.#rows(query, kind, fromMs, toMs)[0]?.n);
  }

  /** What is due, in its order. */
  due<K extends Kind>(kind: K, nowMs: number): Kinds[K][] {
    return parse<K>(this.#rows("select body from records where kind = ? and due <= ? order by due, id", kind, nowMs));
  }

  nextDue(): number | undefined {
    const [row] = this.#rows("select min(due) as due from records where due is not null");
    return typeof row?.due === "number" ? row.due : undefined;
  }

  close(): void {
    this.#db.close();
  }

  #rows(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#db.prepare(sql).all(...values);
  }
}

const SCHEMA = `
pragma journal_mode = wal;
pragma synchronous = full;
pragma busy_timeout = 5000;
create table if not exists records (
  kind text not null,
  id integer primary key,
  key text,
  at integer not null,
  due integer,
  body text not null,
  unique (kind, key)
) strict;
create index if not exists records_by_kind on records (kind, id);
create index if not exists records_due on records (due) where due is not null;
`;

/** Two casts: this file alone writes the rows, each in the form of its kind. */
function parse<K extends Kind>(rows: Record<string, unknown>[]): Kinds[K][] {
  return rows.map(({ body }) => JSON.parse(String(body)) as Kinds[K]);
}

function whole<K extends Kind>(record: Omit<Kinds[K], "id" | "at"> & Pick<Kept, "id" | "at">): Kinds[K] {
  return record as unknown as Kinds[K];
}
