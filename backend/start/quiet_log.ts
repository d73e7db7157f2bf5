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

/** A trouble that many meet: what was said of it, how often it was met, and when. */
interface Trouble {
  readonly said: string;
  readonly since: number;
  last: number;
  times: number;
}

/**
 * A log that says once what many requests, jobs and followers meet at the same time: of errors that pass by themselves
 * (the database is away, full or busy) one line for each kind, and one with their number when it has been over for a
 * minute. All others go through.
 */
export function quietLog(log: Log, now: () => number = () => performance.now()): Log {
  const troubles = new Map<string, Trouble>();
  const lookAgain = (kind: string, afterMs: number) => {
    const timer = setTimeout(() => end(kind), afterMs);
    Deno.unrefTimer(Number(timer));
  };
  const end = (kind: string) => {
    const trouble = troubles.get(kind);
    if (!trouble) return;
    const left = trouble.last + OVER_AFTER_MS - now();
    if (left > 0) return lookAgain(kind, left);
    troubles.delete(kind);
    const { said, times, since, last } = trouble;
    if (times > 1) log(`${said}: ${times} times in ${Math.ceil((last - since) / 1_000)} s; over`, undefined, WARN);
  };
  return (line, error, fields) => {
    const kind = kindOf(error);
    if (kind === undefined) return log(line, error, fields);
    const known = troubles.get(kind);
    if (known) {
      known.times++;
      known.last = now();
      return;
    }
    troubles.set(kind, { said: String(error), since: now(), last: now(), times: 1 });
    lookAgain(kind, OVER_AFTER_MS);
    log(`${line} (${String(error)}); others like it are counted`, undefined, { ...fields, ...WARN });
  };
}

const WARN = { level: "warn" } as const;

/** Undefined for what always has to be said. The watch over the database says itself that it is away. */
function kindOf(error: unknown): string | undefined {
  if (error instanceof Overloaded) return "overloaded";
  if (error instanceof DatabaseAway) return "away";
  if (!isPassing(error)) return undefined;
  const state = sqlState(error);
  return /^\d/.test(state) && !/^(08|57)/.test(state) ? state : "lost";
}
