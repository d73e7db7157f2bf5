import { expect } from "vitest";
import { spend, timed } from "./profile.ts";

/** Only catches hangs: a machine that is busy with other things may take twenty times a quiet one's time. */
const PATIENCE_MS = 300_000;
/** How often it is asked. */
const PAUSE_MS = 20;
/** The same of a screen, where a look takes its time. */
const LOOK_MS = 50;
const LOOK_PATIENCE_MS = 60_000;

/**
 * Asks until the answer is what is expected of it, `await eventually("the mail", () => outbox.length).toBe(1)`; gives up
 * after five minutes, and says what it waited for.
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

/**
 * Asks until there is an answer, and gives it, `const mail = await waitFor("the mail", () => outbox[0])`; gives up as
 * `eventually` does. For hooks, too, where Vitest refuses `eventually`. An error of `ask` ends it.
 */
export function waitFor<Answer>(
  what: string,
  ask: () => Answer | false | undefined | Promise<Answer | false | undefined>,
): Promise<Answer> {
  return timed("waiting for a result", async () => {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(PAUSE_MS)) {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    }
    throw new Error(`Waited ${PATIENCE_MS / 1_000} s for ${what}`);
  });
}

/**
 * Looks again until nothing is found, and gives what it found last: what changes takes some frames to come to rest. It
 * gives up after a minute, where what is found says more than an error would.
 */
export function untilNone<Found>(look: () => Promise<readonly Found[]>): Promise<Found[]> {
  return timed("waiting for a result", async () => {
    for (const end = performance.now() + LOOK_PATIENCE_MS;; await pause(LOOK_MS)) {
      const found = await look();
      if (found.length === 0 || performance.now() > end) return [...found];
    }
  });
}

/** Lets time go by, in ms, where what is proven is that nothing happens meanwhile. */
export function sleep(ms: number): Promise<void> {
  return timed("sleeping", () => pause(ms));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
