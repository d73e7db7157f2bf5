import { Refusal } from "../contract/refusal.ts";

/** So long after its end a track may still be the one that plays: pauses, a lost network, a reload. */
const PAUSE_MS = 15 * 60_000;

/** Many visitors share one address behind a mobile network, so together they have many times the plays of one. */
const VISITORS_PER_ADDRESS = 25;

export interface StreamFacts {
  readonly limit: number;
  /** Free plays of the listener today. */
  readonly used: number;
  /** Other tracks that began a moment ago and may yet become free plays. */
  readonly pending: number;
  /** Streams of all visitors behind the same address today; 0 for users. */
  readonly usedByAddress: number;
  readonly isVisitor: boolean;
  readonly isSubscribed: boolean;
  /** This stream was counted, or the track was a moment ago and may still play. */
  readonly continues: boolean;
}

/**
 * Decides whether a stream may begin and answers how many free plays are left; throws a Refusal `free_plays_used_up`.
 * A song that plays is never cut, and Premium has no limit.
 */
export function decideStream(facts: StreamFacts): { remaining: number } {
  const { limit, used, pending, isSubscribed, isVisitor, usedByAddress, continues } = facts;
  if (isSubscribed) return { remaining: limit };
  const remaining = Math.max(0, limit - used);
  const isCrowded = isVisitor && usedByAddress >= limit * VISITORS_PER_ADDRESS;
  if (continues || (remaining > pending && !isCrowded)) return { remaining };
  throw new Refusal(
    "free_plays_used_up",
    isVisitor
      ? "Create a free account to keep listening and earn"
      : "Your free plays for today are used up. Go Premium or use Pay Per View to keep listening",
  );
}

/** From when on a counted stream of the track is taken for the one that plays, epoch ms. */
export function playingSince(now: number, durationMs: number): number {
  return now - durationMs - PAUSE_MS;
}
