import type { Deps } from "../../deps.ts";
import { repeat } from "../../contract/repeat.ts";

/** What is due settles this often: each listener's together, so that they make few transfers. */
const SETTLE_MS = 3 * 60_000;

/** Lets what is due settle. */
export type Settler = (deps: Deps, signal: AbortSignal) => Promise<unknown>;

/** Lets what is due settle in this process from now on, one after the other. */
export function workSettling(deps: Deps, settlers: readonly Settler[]): { stop(): Promise<void> } {
  return repeat(async (signal) => {
    for (const settle of settlers) await settle(deps, signal);
  }, { everyMs: SETTLE_MS, log: deps.log });
}
