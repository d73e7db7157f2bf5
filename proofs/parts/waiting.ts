/** Waits so many ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until a condition holds, asking again and again; answers whether it came to hold in time. */
export async function comesTrue(
  condition: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 50 }: { withinMs: number; everyMs?: number },
): Promise<boolean> {
  for (const until = performance.now() + withinMs; !await condition(); await pause(everyMs)) {
    if (performance.now() > until) return false;
  }
  return true;
}

/** The same; where it does not come to hold in two minutes it throws, and says what it waited for. */
export async function reach(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!await comesTrue(condition, { withinMs: PATIENCE_MS })) {
    throw new Error(`Waited ${PATIENCE_MS / 1_000} s for ${what}`);
  }
}

const PATIENCE_MS = 120_000;
