import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** What a test run spends its time on besides its tests' own work. */
export type Cause =
  | "databases made"
  | "databases dropped"
  | "templates made"
  | "stores opened"
  | "stores closed"
  | "worlds opened"
  | "worlds closed"
  | "services started"
  | "browsers started"
  | "settling"
  | "waiting";

/** A line of the profile: how long a file spent on a cause, in ms, without what other causes took within it. */
export interface Spent {
  readonly file: string;
  readonly cause: Cause;
  readonly ms: number;
}

/** The run's folder for profiles; none where a file is run by itself. */
const FOLDER = Deno.env.get("ORIN_TEST_PROFILE");
const within = new AsyncLocalStorage<{ innerMs: number }>();

/** Does the work, and writes down how long it took where the run keeps a profile. */
export async function timed<Result>(cause: Cause, work: () => Promise<Result>): Promise<Result> {
  if (FOLDER === undefined) return await work();
  const outer = within.getStore();
  const own = { innerMs: 0 };
  const file = expect.getState().testPath ?? "";
  const startedAt = performance.now();
  try {
    return await within.run(own, work);
  } finally {
    const ms = performance.now() - startedAt;
    if (outer) outer.innerMs += ms;
    const spent: Spent = { file, cause, ms: Math.max(0, ms - own.innerMs) };
    appendFileSync(join(FOLDER, `${Deno.pid}.jsonl`), `${JSON.stringify(spent)}\n`);
  }
}
