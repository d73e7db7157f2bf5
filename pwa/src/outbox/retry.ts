const FIRST_RETRY_MS = 2_000;
/** Longest wait that the outbox chooses, and longest that the service may ask for. */
export const LONGEST_BACKOFF_MS = 15 * 60_000;
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** Backoff with full jitter: `random` (0 to 1) of 2 s doubled with every attempt, at most of 15 minutes. */
export function backoffMs(attempts: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_BACKOFF_MS, FIRST_RETRY_MS * 2 ** attempts));
}

/** `Retry-After` in ms, from seconds or an HTTP date; undefined when it says nothing usable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : undefined;
}

/** Whether a row's turn has come. A turn too far ahead to be ours means that the device's clock was set back. */
export function isDue(nextAttemptAt: number, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt > now + LONGEST_RETRY_AFTER_MS;
}
