import type { Append, LogName, Metadata } from "./event.ts";
import type { Json } from "./canonical.ts";
import type { Tx } from "../sql.ts";

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
 * A kind of command. `load` reads once for all commands of a group, after the heads are locked; `decide` is pure
 * besides updating `state`, so that the next command of the group sees what this one decided.
 */
export interface CommandHandler<Command, State, Result extends Json | void = void> {
  readonly name: string;
  /** Keep refusals under the command's id too, so that a retry cannot succeed later by surprise (money). */
  readonly refusalsStick?: boolean;
  load(tx: Tx, commands: readonly Command[], scope: GroupScope): Promise<State>;
  decide(state: State, command: Command, context: DecideContext): Decision<Result>;
}

/** State that several kinds of commands share inside one group, such as the balances of the ledger. */
export class GroupScope {
  /** @param now The moment of the group, epoch ms: the same that its decisions see. */
  constructor(readonly now: number) {}

  readonly #shared = new Map<unknown, unknown>();

  /** The group's one instance for `key`, made on first use. */
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
  /** The command's plain content; its fingerprint is a keyed HMAC. */
  readonly content?: Json;
  readonly lane?: "interactive" | "bulk";
  /** How many rows of work the command is; a bulk group is bounded by their sum. */
  readonly weight?: number;
}
