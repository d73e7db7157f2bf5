/** The stream was not at the version that the caller had seen. */
export class ExpectedVersionConflict extends Error {
  override readonly name = "ExpectedVersionConflict";
  constructor(readonly stream: string, readonly expected: string | number, readonly actual: number) {
    super(`Cannot append to "${stream}": expected version ${expected}, found ${actual}`);
  }
}

/** The same command id came with other content. */
export class CommandMismatch extends Error {
  override readonly name = "CommandMismatch";
  constructor(readonly commandId: string) {
    super(`Command ${commandId} was sent before with other content`);
  }
}

/** The writer's queue is full, or the service cannot write now: try again after `retryAfterMs`. */
export class Overloaded extends Error {
  override readonly name = "Overloaded";
  constructor(readonly retryAfterMs: number, message = "Too much waits to be written: try again soon") {
    super(message);
  }
}

/** A command that takes effect once came without an id, and was stored or not: its caller has to look. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  constructor() {
    super("The command was stored or not");
  }
}

/** Code of another version has made the tables of these projections: this code must not write them. */
export class OtherVersion extends Error {
  override readonly name = "OtherVersion";
  constructor(readonly projections: readonly string[]) {
    super(`Another version of Orin has made the tables of ${projections.join(", ")}`);
  }
}

/** Shards were added that this process has not heard of: it may be about to write for someone who is in one of them. */
export class UnknownEpoch extends Error {
  override readonly name = "UnknownEpoch";
  constructor() {
    super("Shards were added that this process does not know yet");
  }
}

/** The database does not answer: nothing is sent to it, and what was sent may have taken effect or not. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
  readonly code = "CONNECTION_BROKEN_OFF";
  constructor() {
    super("The database does not answer");
  }
}

/** SQLSTATE of a database error, or the client library's own code for a lost connection. */
export function sqlState(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "";
}

/** The command itself is bad (data exception, broken constraint): alone it may be refused, its neighbours go on. */
export function isPoison(error: unknown): boolean {
  return /^2[23]...$/.test(sqlState(error));
}

/** The database was away, short of something, read-only or busy: the same group may run again with the same ids. */
export function isPassing(error: unknown): boolean {
  const state = sqlState(error);
  return /^(08|40|53|57|55P03|25P03|25006)/.test(state) ||
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND)/.test(state);
}

/** The server itself said that it rolled the transaction back: nothing of it took effect. */
export function isRolledBack(error: unknown): boolean {
  return /^(40(?!003)|53|55P03|25P03|25006)/.test(sqlState(error));
}

/** The log's head has left its last range of positions behind before the next one was made. */
export function isMissingRange(error: unknown): boolean {
  return sqlState(error) === "23514" && error instanceof Error && "routine" in error &&
    error.routine === "ExecFindPartition";
}
