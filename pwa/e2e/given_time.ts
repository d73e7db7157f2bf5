import type { Page } from "playwright-core";
import { expect } from "vitest";

declare global {
  /** Runs what waits for exactly so many milliseconds; answers how many there were. */
  var letPass: (ms: number) => number;
}

/** In pages that open from now on, what passes by itself after seconds waits until the test lets it pass. */
export async function holdTime(page: Page): Promise<void> {
  await page.addInitScript(holdTimers);
}

/** So much time passes for whatever waits for exactly that; something has to. */
export async function letPass(page: Page, ms: number): Promise<void> {
  await expect.poll(() => page.evaluate((wanted) => globalThis.letPass(wanted), ms))
    .toBeGreaterThan(0);
}

/** Runs in the page, before its scripts. */
function holdTimers(): void {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map<unknown, { ms: number; run(): void }>();
  const hold = (run: () => void, ms = 0, ...rest: unknown[]) => {
    if (ms < 1_500 || ms > 10_000) return start(run, ms, ...rest);
    const id = start(() => {}, 2 ** 30);
    held.set(id, { ms, run });
    return id;
  };
  const forget = (id: number) => {
    held.delete(id);
    stop(id);
  };
  const letPass = (wanted: number) => {
    const due = [...held].filter(([, { ms }]) => ms === wanted);
    for (const [id, { run }] of due) {
      held.delete(id);
      run();
    }
    return due.length;
  };
  Object.assign(globalThis, { setTimeout: hold, clearTimeout: forget, letPass });
}
