import { freePlaysUsed, lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { countedPlays } from "../../projections/credit.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { isCounted, lastGrant, servedToAddress, servedToday } from "../../projections/served_streams.ts";
import { subscribedUntil } from "../../projections/subscriptions.ts";
import type { Listener } from "./listener.ts";
import { mediaFor } from "./routes_caller.ts";
import { decideStream, playingSince } from "./stream_grant.ts";

export interface WantedStream {
  readonly trackId: string;
  readonly durationMs: number;
  /** The grant that bytes are asked for with; left out where a new one is asked for. */
  readonly grantId?: string;
}

export interface StreamAdmission {
  /** Free plays that are left; the limit itself for Premium. */
  readonly remaining: number;
  /** The grant that the stream goes on with, when it or the track a moment ago was counted. */
  readonly countedGrantId: string | undefined;
}

/** Looks at the listener's free plays of today. Throws Refusal `free_plays_used_up` where a new stream may not begin. */
export async function admitStream(deps: Deps, listener: Listener, wanted: WantedStream): Promise<StreamAdmission> {
  const { sql } = deps.store;
  const { subject, userId, shard, address } = listener;
  const { trackId, durationMs, grantId } = wanted;
  const now = deps.now();
  const day = lagosDay(now);
  const [policies, served, counted, usedByAddress, until, isOwnCounted, lastGrantId] = await Promise.all([
    readPolicies(sql),
    servedToday(sql, subject, day),
    userId === undefined ? new Map<string, number>() : countedPlays(sql, shard, userId, day),
    address === undefined ? 0 : servedToAddress(sql, address, day),
    userId === undefined ? undefined : subscribedUntil(sql, userId),
    grantId === undefined ? false : isCounted(sql, grantId),
    lastGrant(sql, { subject, trackId, since: playingSince(now, durationMs) }),
  ]);
  const countedGrantId = isOwnCounted ? grantId : lastGrantId;
  const { remaining } = decideStream({
    limit: policyAt(policies, now).dailyFreePlays,
    used: freePlaysUsed(counted, served),
    pending: mediaFor(deps).served.beginning(subject, trackId),
    usedByAddress,
    isVisitor: userId === undefined,
    isSubscribed: until !== undefined && until > now,
    continues: countedGrantId !== undefined,
  });
  return { remaining, countedGrantId };
}
