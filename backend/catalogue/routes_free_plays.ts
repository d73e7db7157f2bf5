import { freePlaysUsed, lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { countedPlays } from "../../projections/credit.ts";
import { extraPlaysOn } from "../../projections/extra_plays.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { isCounted, lastGrant, servedToAddress, servedToday } from "../../projections/served_streams.ts";
import { subscribedUntil } from "../../projections/subscriptions.ts";
import type { Listener } from "./listener.ts";
import type { ServedBytes } from "./served_bytes.ts";
import { decideStream, playingSince, type StreamFacts } from "./stream_grant.ts";

export interface WantedStream {
  readonly trackId: string;
  readonly durationMs: number;
  /** The grant that bytes are asked for with; left out where a new one is asked for. */
  readonly grantId?: string;
}

/** What decides whether the stream may begin, besides the streams that begin in this very moment. */
export interface StreamHistory extends Omit<StreamFacts, "pending" | "continues"> {
  /** The grant that the stream goes on with, when it, or the track a moment ago, was counted. */
  readonly countedGrantId: string | undefined;
}

/** Reads how the listener stands today. */
export async function readHistory(deps: Deps, listener: Listener, wanted: WantedStream): Promise<StreamHistory> {
  const { sql } = deps.store;
  const { subject, userId, shard, address } = listener;
  const { trackId, durationMs, grantId } = wanted;
  const now = deps.now();
  const day = lagosDay(now);
  const [policies, extra, served, counted, usedByAddress, until, isOwnCounted, lastGrantId] = await Promise.all([
    readPolicies(sql),
    userId === undefined ? 0 : extraPlaysOn(sql, userId, day),
    servedToday(sql, subject, day),
    userId === undefined ? new Map<string, number>() : countedPlays(sql, shard, { listenerId: userId, day }),
    address === undefined ? 0 : servedToAddress(sql, address, day),
    userId === undefined ? undefined : subscribedUntil(sql, userId),
    grantId === undefined ? false : isCounted(sql, grantId),
    lastGrant(sql, { subject, trackId, since: playingSince(now, durationMs) }),
  ]);
  return {
    limit: policyAt(policies, now).dailyFreePlays + extra,
    used: freePlaysUsed(counted, served),
    usedByAddress,
    isVisitor: userId === undefined,
    isSubscribed: until !== undefined && until > now,
    countedGrantId: isOwnCounted ? grantId : lastGrantId,
  };
}

/**
 * Decides on what was read and on the streams that begin right now; throws Refusal `free_plays_used_up`. Waits for
 * nothing, so that of many streams that begin at once each sees those before it.
 */
export function admitStream(served: ServedBytes, history: StreamHistory, stream: StreamKey): { remaining: number } {
  const pending = served.beginning(stream.subject, stream.trackId);
  return decideStream({ ...history, pending, continues: history.countedGrantId !== undefined });
}

interface StreamKey {
  readonly subject: string;
  readonly trackId: string;
}
