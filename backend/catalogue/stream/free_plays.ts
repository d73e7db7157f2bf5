import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { extraPlaysOn } from "../../../projections/extra_plays.ts";
import { freePlaysOn } from "../../../projections/free_plays.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { provenStreams, takenByAddress, timesTaken } from "../../../projections/served_streams.ts";
import { subscribedUntil } from "../../../projections/subscriptions.ts";
import type { Listener } from "./listener.ts";
import type { ServedBytes } from "./served_bytes.ts";
import { decideStream, findPlaying, type StreamFacts } from "./grant.ts";

const DAY_MS = 24 * 3_600_000;

interface WantedStream {
  readonly trackId: string;
  readonly durationMs: number;
  /** The grant that bytes are asked for with; left out where a new one is asked for. */
  readonly grantId?: string;
}

/** What decides whether the stream may begin, besides the streams that begin in this very moment. */
interface StreamHistory extends Omit<StreamFacts, "pending" | "continues"> {
  /** The grant that the stream continues; undefined for a new stream. */
  readonly playingGrantId: string | undefined;
  /** How often the listener has taken the song whole today. */
  readonly taken: number;
}

/** Reads the listener's plays, streams and limits of today. */
export async function readHistory(deps: Deps, listener: Listener, wanted: WantedStream): Promise<StreamHistory> {
  const { sql } = deps.store;
  const { subject, userId, shard, address } = listener;
  const now = deps.now();
  const day = lagosDay(now);
  // First: who reads that the song was taken also reads, below, the stream that took it, and continues that one.
  const taken = await timesTaken(sql, { shard, subject, trackId: wanted.trackId, day });
  const [policies, extra, plays, usedByAddress, until, streams] = await Promise.all([
    readPolicies(sql),
    userId === undefined ? 0 : extraPlaysOn(sql, { shard, userId }, day),
    freePlaysOn(sql, { shard, subject, userId }, day),
    address === undefined ? 0 : takenByAddress(sql, address, day),
    userId === undefined ? undefined : subscribedUntil(sql, userId),
    provenStreams(sql, { subject, day: lagosDay(now - DAY_MS), trackId: wanted.trackId, grantId: wanted.grantId }),
  ]);
  return {
    limit: policyAt(policies, now).dailyFreePlays + extra,
    used: plays.used,
    usedByAddress,
    isVisitor: userId === undefined,
    isSubscribed: until !== undefined && until > now,
    taken,
    playingGrantId: findPlaying({ ...wanted, streams, counted: plays.counted, now }),
  };
}

/**
 * Decides on what was read and on the streams that begin right now; throws Refusal `free_plays_used_up`. Waits for
 * nothing, so that of many streams that begin at once each sees those before it.
 */
export function admitStream(served: ServedBytes, history: StreamHistory, stream: StreamKey): { remaining: number } {
  const pending = served.beginning(stream.subject, stream.trackId);
  return decideStream({ ...history, pending, continues: history.playingGrantId !== undefined });
}

interface StreamKey {
  readonly subject: string;
  readonly trackId: string;
}
