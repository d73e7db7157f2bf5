import { expect } from "vitest";
import { spend, timed } from "./profile.ts";

/** Only catches hangs: a machine that is busy with other things may take twenty times a quiet one's time. */
const PATIENCE_MS = 60_000;
/** How often it is asked. */
const PAUSE_MS = 20;

/**
 * Asks until the answer is what is expected of it, `await eventually("the mail", () => outbox.length).toBe(1)`; gives up
 * after a minute, and says what it waited for.
 */
export function eventually<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  { pauseMs = PAUSE_MS }: { pauseMs?: number } = {},
) {
  let since: number | undefined;
  const asked = async () => {
    const now = performance.now();
    if (since !== undefined) spend("waiting for a result", now - since);
    since = now;
    return await ask();
  };
  return expect.poll(asked, { timeout: PATIENCE_MS, interval: pauseMs, message: `waited for ${what}` });
}

/** Lets time go by, in ms, where what is proven is that nothing happens meanwhile. */
export function sleep(ms: number): Promise<void> {
  return timed("sleeping", () => new Promise((resolve) => setTimeout(resolve, ms)));
}
