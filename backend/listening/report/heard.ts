import type { PlayReported } from "./events.ts";

type Heard = Pick<PlayReported["data"], "heard" | "ofSeconds">;

/** No listener plays a song faster. */
const FASTEST = 2;

/**
 * What a report says of the stretches of the song that were heard (whole seconds), within the song's length: for the
 * artist's figures alone, it pays nothing. Nothing where it says none, or more than can be heard in the time.
 */
export function heardOf(
  stretches: readonly (readonly [from: number, to: number])[] = [],
  { listenedMs, durationMs }: { readonly listenedMs: number; readonly durationMs: number },
): Heard {
  const ofSeconds = Math.ceil(durationMs / 1_000);
  const heard = stretches
    .map(([from, to]) => [from, Math.min(to, ofSeconds)] as const)
    .filter(([from, to]) => from < to);
  const seconds = heard.reduce((sum, [from, to]) => sum + to - from, 0);
  // A stretch may begin and end within a second.
  const most = listenedMs / 1_000 * FASTEST + 2 * heard.length;
  return heard.length > 0 && seconds <= most ? { heard, ofSeconds } : {};
}
