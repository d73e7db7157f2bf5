import type { Deps } from "../../deps.ts";
import { lookAgain } from "./prove.ts";

const KIND = "identity_check";

/** A notice comes within seconds. If not, the provider is asked after these times; the last one ends the check. */
const LOOK_AFTER_MS = [60_000, 5 * 60_000, 15 * 60_000, 31 * 60_000];

interface Looking {
  readonly userId: string;
  readonly checkId: string;
}

/** Asks for looks at a check that began at a moment (epoch ms). Asking again changes nothing. */
export async function enqueueLooks(
  { jobs, store }: Pick<Deps, "jobs" | "store">,
  { userId, checkId }: Looking,
  startedAt: number,
): Promise<void> {
  for (const [index, afterMs] of LOOK_AFTER_MS.entries()) {
    const payload: Looking = { userId, checkId };
    await jobs.enqueue(store.sql, { kind: KIND, key: `${checkId} ${index}`, payload, runAt: startedAt + afterMs });
  }
}

/** Asks for results that are late, in this process from now on. */
export function workIdentityChecks(deps: Deps): void {
  deps.jobs.work<Looking>(KIND, ({ payload }) => lookAgain(deps, payload));
}
