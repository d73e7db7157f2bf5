import type { Append, LogName, Metadata } from "./event.ts";
import type { Json } from "./canonical.ts";
import type { Sql, Tx } from "../sql.ts";

/** The result of `decide`: the facts, and the answer for the caller (plain JSON, stored under the command's id). */
interface Decision<Result> {
  readonly appends: readonly Append[];
  readonly result: Result;
}

/** The decision's only other input besides state and command: it has no clock and no randomness of its own. */
export interface DecideContext {
  /** The moment at which the group began, epoch ms; `recordedAt` is the moment at which its heads were locked. */
  readonly now: number;
  /** Mints the command's n-th id: the same one when the group runs again. */
  newId(): string;
}

/**
 * A kind of command. `facts` and `load` read once for all commands of a group; `decide` is pure besides updating
 * `state`, so that the next command of the group sees what this one decided.
 * - `facts` reads what is kept elsewhere than the group's logs, before any head is locked: of a shard's group what
 * belongs to everyone, which may be on another server. Others may change it until the group commits, as they may change
 * everything under a head that the group does not hold. It is read after the moment `now` of the group, so it holds all
 * that was committed by then, and again when the group runs again.
 * - `load` reads the rest after the heads are locked, in the group's transaction; it finds the facts in its scope.
 */
export interface CommandHandler<Command, State, Result extends Json | void = void, Facts = unknown> {
  readonly name: string;
  /** Keep refusals under the command's id too, so that a retry cannot succeed later by surprise (money). */
  readonly refusalsStick?: boolean;
  facts?(sql: Sql, commands: readonly Command[], scope: GroupScope): Promise<Facts>;
  load(tx: Tx, commands: readonly Command[], scope: GroupScope<Facts>): Promise<State>;
  decide(state: State, command: Command, context: DecideContext): Decision<Result>;
}

/** A group while it is read: its moment, what its kinds of commands share, and the facts of the kind that loads. */
export class GroupScope<Facts = unknown> {
  readonly #shared: Map<unknown, unknown>;
  readonly #known: { readonly facts: Facts } | undefined;

  /** @param now The moment of the group, epoch ms: the same that its decisions see. */
  constructor(
    readonly now: number,
    { shared = new Map(), known }: { shared?: Map<unknown, unknown>; known?: { readonly facts: Facts } } = {},
  ) {
    this.#shared = shared;
    this.#known = known;
  }

  /** What the handler's `facts` answered. Throws where it has none, or while it still reads them. */
  get facts(): Facts {
    if (!this.#known) throw new Error("No facts were read for this command");
    return this.#known.facts;
  }

  /** The same group for a handler whose facts are these. */
  knowing<Known>(facts: Known): GroupScope<Known> {
    return new GroupScope(this.now, { shared: this.#shared, known: { facts } });
  }

  /** The group's one instance for `key`, such as the balances of the ledger; made on first use. */
  share<Shared>(key: new (scope: GroupScope) => Shared): Shared {
    const found = this.#shared.get(key);
    if (found instanceof key) return found;
    const made = new key(this);
    this.#shared.set(key, made);
    return made;
  }
}

export interface ExecuteOptions {
  /** Heads the command may append to; they are locked in the order ledger, plays, social. */
  readonly logs: readonly LogName[];
  readonly metadata: Metadata;
  /**
   * The client's id: the same id with the same content gives the first result again, with other content an error.
   * Left out where the command's own state is the memory (a play's `listenedMs` only ever grows).
   */
  readonly commandId?: string;
  /**
   * For a command without an id, and of the same length for every command of its kind: the same content of the same actor
   * within this time of the first gets its result again. A refusal is no result: it is decided anew.
   */
  readonly onceWithinMs?: number;
  /** The command's plain content; its fingerprint is a keyed HMAC. */
  readonly content?: Json;
  readonly lane?: "interactive" | "bulk";
  /** How many rows of work the command is; a bulk group is bounded by their sum. */
  readonly weight?: number;
}
