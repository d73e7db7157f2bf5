import type { Deps } from "../../deps.ts";
import { askForOlderPrints, PRINT_OLDER, type PrintOlder, printOlder } from "./fingerprint_older.ts";

const ATTEMPT_MS = 30 * 60_000;

/** Listens in this process to songs that came before Orin kept fingerprints, one after another, beginning now. */
export function workPrints(deps: Deps): void {
  if (deps.media.missing().some((part) => part !== "libvips (sharp)")) return;
  deps.jobs.work<PrintOlder>(PRINT_OLDER, ({ payload }, signal) => printOlder(deps, payload, signal), {
    timeoutMs: ATTEMPT_MS,
  });
  const round = new Date(deps.now()).toISOString();
  askForOlderPrints(deps, { round }).catch((error) => deps.log("older songs are not fingerprinted", error));
}
