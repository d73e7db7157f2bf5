import { isBusy } from "../lib/busy.ts";
import { isOnline } from "../lib/connection.ts";

const KEY = "orin.reloaded-for";

/** True for what browsers throw when a screen's code cannot be fetched. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error &&
    /dynamically imported module|importing a module|Unable to preload CSS/i.test(error.message);
}

/**
 * Loads the page anew when a chunk is gone, which happens after a release: once per build, never offline, and
 * never while music plays (then the screen's error offers it).
 */
export function watchChunkFailures(buildId: string): void {
  addEventListener("vite:preloadError", (event) => {
    if (!isOnline() || isBusy() || sessionStorage.getItem(KEY) === buildId) return;
    sessionStorage.setItem(KEY, buildId);
    event.preventDefault();
    location.reload();
  });
}
