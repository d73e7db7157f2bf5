import { join } from "node:path";

const SETTING_UP = [
  "databases made",
  "databases dropped",
  "templates made",
  "stores opened",
  "stores closed",
  "worlds opened",
  "worlds closed",
  "services started",
  "browsers started",
  "processes run",
] as const;
const WAITING = ["settling", "waiting for a result", "sleeping"] as const;

/** What a run of the tests spends its time on besides the tests' own work. */
export type Cause = typeof SETTING_UP[number] | typeof WAITING[number];

/** How long a file spent on a cause, in ms, without what other causes took within it. */
export interface Spent {
  readonly project: string;
  readonly file: string;
  readonly cause: Cause;
  readonly ms: number;
}

/** Whether a cause is waiting; the others set something up or end it. */
export function isWaiting(cause: Cause): boolean {
  return (WAITING as readonly Cause[]).includes(cause);
}

/** What the workers of a run have written into its folder. */
export function readSpent(folder: string): Spent[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name }) =>
    Deno.readTextFileSync(join(folder, name)).split("\n").filter(Boolean).map((line): Spent => JSON.parse(line))
  );
}
