import { lastOfTypes } from "../log/read_batch.ts";
import { keptIn } from "../place.ts";
import type { Sql } from "../sql.ts";
import { plainArray } from "./columns.ts";
import type { Projection } from "./projection.ts";

/** Kept at most, of lists and of single things; the oldest goes first. */
const MOST_LISTS = 500;
const MOST_THINGS = 20_000;
/** Behind by more events, a projection counts as changed without a look at them. */
const MOST_LOOKED_AT = 5_000;

/** A projection whose tables belong to everyone and follow from the social log alone. */
type Everyones = Pick<Projection, "name" | "on" | "logs" | "mode">;

interface Position {
  /** Also told apart: tables that were built again. */
  readonly tables: string;
  readonly at: number;
}

interface Answered {
  readonly stamp: string;
  readonly answer: unknown;
}

/** By name, the oldest first. */
interface Kept {
  readonly lists: Map<string, Answered>;
  readonly things: Map<string, Answered>;
}

/**
 * Keeps in memory what everyone is answered from projections, for as long as these have folded nothing that concerns
 * them. No clock decides: the first caller learns from the database how far the projections are, in one statement for
 * all who ask in the meantime. So a process answers from memory only what the tables would say, whichever process wrote
 * to them.
 */
export class KeptReads {
  readonly #projections: ReadonlyMap<string, Everyones>;
  readonly #kept: Kept = { lists: new Map(), things: new Map() };
  #positions: ReadonlyMap<string, Position> = new Map();
  /** How far each was when it was last seen to have changed. */
  readonly #changes = new Map<string, string>();
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<AsOf> | undefined;

  constructor(readonly sql: Sql, projections: readonly Everyones[]) {
    const other = projections.find(({ logs }) => logs.some((log) => log !== "social"));
    if (other) throw new Error(`What is kept of ${other.name} would not follow all its logs`);
    this.#projections = new Map(projections.map((projection) => [projection.name, projection]));
  }

  /** For reads that are as of now or younger. */
  async now(): Promise<AsOf> {
    // A look that has begun may have seen the tables of before.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const looked = this.#look();
      this.#running = looked.catch(() => {});
      return looked;
    });
    return await this.#next;
  }

  async #look(): Promise<AsOf> {
    const positions = await this.#read();
    const moved = [...positions].filter(([name, { at, tables }]) => {
      const known = this.#positions.get(name);
      return known?.at !== at || known.tables !== tables;
    }).map(([name]) => name);
    for (const name of await this.#changed(moved, positions)) {
      const { tables = "", at = 0 } = positions.get(name) ?? {};
      this.#changes.set(name, `${at} ${tables}`);
    }
    this.#positions = positions;
    return new AsOf(this.#kept, new Map(this.#changes));
  }

  /** An inline projection is as far as the log. */
  async #read(): Promise<Map<string, Position>> {
    const names = [...this.#projections.keys()];
    const rows = await this.sql<{ name: string; tables: string; at: number }[]>`
      select known.name, known.installed_at::text as tables, coalesce(checkpoints.position, head.last_position) as at
      from projection_versions as known
      cross join (select last_position from ${keptIn("social", "logs")} where log = 'social') as head
      left join ${keptIn("social", "checkpoints")} on checkpoints.name = known.name and checkpoints.log = 'social'
      where known.name = any(${plainArray(names)}::text::text[])`;
    return new Map(rows.map(({ name, tables, at }) => [name, { tables, at }]));
  }

  /** Those of the moved ones that have folded an event of theirs, or may have. */
  async #changed(moved: readonly string[], positions: ReadonlyMap<string, Position>): Promise<string[]> {
    const [sure, asked]: [string[], string[]] = [[], []];
    for (const name of moved) {
      const [known, now] = [this.#positions.get(name), positions.get(name)];
      const isNear = known && now && known.tables === now.tables && now.at > known.at &&
        now.at - known.at <= MOST_LOOKED_AT;
      (isNear ? asked : sure).push(name);
    }
    if (asked.length === 0) return sure;
    const before = (name: string) => this.#positions.get(name)?.at ?? 0;
    const after = Math.min(...asked.map(before));
    const upTo = Math.max(...asked.map((name) => positions.get(name)?.at ?? 0));
    const last = await lastOfTypes(this.sql, "social", { after, upTo });
    const concerns = (name: string) =>
      !last || this.#projections.get(name)?.on.some((type) => (last.get(type) ?? 0) > before(name));
    return [...sure, ...asked.filter(concerns)];
  }
}

/** What is kept, as of one moment. */
export class AsOf {
  constructor(readonly kept: Kept, readonly changes: ReadonlyMap<string, string>) {}

  /**
   * What says which tables an answer was made from: where it is the same, in any process, so are these projections'
   * answers.
   */
  stampOf(from: readonly string[]): string {
    return from.map((name) => {
      const change = this.changes.get(name);
      if (change === undefined) throw new Error(`${name} is not among the projections that are kept`);
      return change;
    }).join();
  }

  /** The answer under a name; asks for it where one of the projections that it is made from has changed. */
  async read<Answer>(from: readonly string[], name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const stamp = this.stampOf(from);
    const { lists } = this.kept;
    const known = lists.get(name);
    if (known?.stamp === stamp) return await (known.answer as Promise<Answer>);
    const answer = ask();
    keep(lists, name, { stamp, answer, most: MOST_LISTS });
    try {
      return await answer;
    } catch (error) {
      lists.delete(name);
      throw error;
    }
  }

  /** The same for things that are asked for by id, all missing ones together. What there is not is left out. */
  async readEach<Answer>(
    from: readonly string[],
    ids: readonly string[],
    { kind, ask }: {
      readonly kind: string;
      readonly ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
    },
  ): Promise<Map<string, Answer>> {
    const stamp = this.stampOf(from);
    const { things } = this.kept;
    const found = new Map<string, Answer>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = things.get(`${kind} ${id}`);
      if (known?.stamp !== stamp) missing.push(id);
      else if (known.answer !== undefined) found.set(id, known.answer as Answer);
    }
    if (missing.length === 0) return found;
    const asked = await ask([...new Set(missing)]);
    for (const id of missing) {
      const answer = asked.get(id);
      keep(things, `${kind} ${id}`, { stamp, answer, most: MOST_THINGS });
      if (answer !== undefined) found.set(id, answer);
    }
    return found;
  }
}

function keep(
  kept: Map<string, Answered>,
  name: string,
  { most, ...answered }: Answered & { readonly most: number },
): void {
  kept.delete(name);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= most) kept.delete(oldest);
  kept.set(name, answered);
}
