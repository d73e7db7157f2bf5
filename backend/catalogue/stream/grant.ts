import { Refusal } from "../../contract/refusal.ts";

/** How long after its end a track may still be playing: pauses, a lost network, a reload. */
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
  /** This stream has its free play, or the track had one a moment ago and may still play. */
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
      : "You have used today's free plays. Go Premium or use Pay Per View to keep listening",
  );
}

/** A stream of the listener of which enough was sent to prove a play. */
export interface ProvenStream {
  readonly grantId: string;
  readonly trackId: string;
  readonly isWhole: boolean;
  /** Epoch ms. */
  readonly at: number;
}

interface WhatPlays {
  readonly trackId: string;
  readonly durationMs: number;
  /** The grant that bytes are asked for with. */
  readonly grantId?: string | undefined;
  /** The newest first. */
  readonly streams: readonly ProvenStream[];
  /** Counted plays of today by track. */
  readonly counted: ReadonlyMap<string, number>;
  readonly now: number;
}

/**
 * The grant of the song that plays, if it is this track: one that has its free play, under the same grant however long
 * it pauses, or a moment ago. It has its free play as a whole song; the listener's very last stream has it, too, when a
 * play of it was counted. Of older ones that were left half way a report alone brings no rest.
 */
export function findPlaying({ trackId, durationMs, grantId, streams, counted, now }: WhatPlays): string | undefined {
  const since = now - durationMs - PAUSE_MS;
  const playing = streams.find((stream, index) => {
    if (stream.trackId !== trackId || (stream.grantId !== grantId && stream.at < since)) return false;
    return stream.isWhole || (index === 0 && (counted.get(trackId) ?? 0) > 0);
  });
  return playing?.grantId;
}
