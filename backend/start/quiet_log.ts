import { DatabaseAway, isPassing, Overloaded, sqlState } from "../store/log/errors.ts";

export type Level = "info" | "warn" | "error";

/** What a program looks for in a line, beside its words. */
interface Fields {
  readonly requestId?: string;
  readonly level?: Level;
}

export type Log = (line: string, error?: unknown, fields?: Fields) => void;

/** A trouble that is not heard of for so long is over. */
const OVER_AFTER_MS = 60_000;

/**
 * A log that says once what many requests, jobs and followers meet at the same time: of errors that pass by themselves
 * (the database is away, full or busy) one line for each kind, until it has been over for a minute. All others go through.
 */
export function quietLog(log: Log, now: () => number = Date.now): Log {
  const heard = new Map<string, number>();
  return (line, error, fields) => {
    const kind = kindOf(error);
    if (kind === undefined) return log(line, error, fields);
    const last = heard.get(kind);
    heard.set(kind, now());
    if (last === undefined || now() - last > OVER_AFTER_MS) {
      log(`${line} (${String(error)}); more of this is not logged`, undefined, { ...fields, level: "warn" });
    }
  };
}

/** Undefined for what always has to be said. The watch over the database says itself that it is away. */
function kindOf(error: unknown): string | undefined {
  if (error instanceof Overloaded) return "overloaded";
  if (error instanceof DatabaseAway) return "away";
  if (!isPassing(error)) return undefined;
  const state = sqlState(error);
  return /^\d/.test(state) && !/^(08|57)/.test(state) ? state : "lost";
}
