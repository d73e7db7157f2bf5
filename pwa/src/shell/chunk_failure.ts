import { isBusy } from "../lib/busy.ts";

const KEY = "orin.reloaded-for";

/** True for what browsers throw when a screen's code cannot be fetched. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error &&
    /dynamically imported module|importing a module|Unable to preload CSS/i.test(error.message);
}

/**
 * Loads the page anew when a chunk is gone because of a release: once per build, and never while music plays (then the
 * screen's error offers it).
 */
export function watchChunkFailures(buildId: string): void {
  let isAsking = false;
  addEventListener("vite:preloadError", async () => {
    // What asks is a chunk itself, and may be as hard to get.
    if (isAsking || sessionStorage.getItem(KEY) === buildId) return;
    isAsking = true;
    const release = await import("./release.ts").then(({ askRelease }) => askRelease()).catch(() => "unreached");
    isAsking = false;
    if (release !== "newer" || isBusy()) return;
    sessionStorage.setItem(KEY, buildId);
    location.reload();
  });
}
