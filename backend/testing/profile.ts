import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { expect } from "vitest";
import type { Cause, Spent } from "../tools/test/spent.ts";

/** The run's folder for profiles; none where a file is run by itself. */
const FOLDER = Deno.env.get("ORIN_TEST_PROFILE");
const PROJECT = Deno.env.get("ORIN_TEST_PROJECT") ?? "";
const within = new AsyncLocalStorage<{ innerMs: number }>();

/** Does the work, and writes down how long it took where the run keeps a profile. */
export async function timed<Result>(cause: Cause, work: () => Promise<Result>): Promise<Result> {
  if (FOLDER === undefined) return await work();
  const outer = within.getStore();
  const own = { innerMs: 0 };
  const startedAt = performance.now();
  try {
    return await within.run(own, work);
  } finally {
    const ms = performance.now() - startedAt;
    if (outer) outer.innerMs += ms;
    spend(cause, ms - own.innerMs);
  }
}

/** Writes down what a cause has taken, in ms, where the run keeps a profile. */
export function spend(cause: Cause, ms: number): void {
  const file = testFile();
  if (FOLDER === undefined || file === undefined) return;
  const spent: Spent = { project: PROJECT, file, cause, ms: Math.max(0, ms) };
  Deno.writeTextFileSync(join(FOLDER, `${Deno.pid}.jsonl`), `${JSON.stringify(spent)}\n`, { append: true });
}

/** None in a process that a test has started: it inherits the variables, and is no worker. */
function testFile(): string | undefined {
  try {
    return expect.getState().testPath;
  } catch {
    return undefined;
  }
}
