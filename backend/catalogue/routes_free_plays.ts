import { freePlaysUsed, lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { countedPlays } from "../../projections/credit.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { lastGrant, servedToAddress, servedToday } from "../../projections/served_streams.ts";
import { subscribedUntil } from "../../projections/subscriptions.ts";
import type { Listener } from "./listener.ts";
import { decideStream, playingSince } from "./stream_grant.ts";

export interface StreamAdmission {
  /** Free plays that are left; the limit itself for Premium. */
  readonly remaining: number;
  /** The grant that the stream goes on with, when the track was counted a moment ago. */
  readonly grantId: string | undefined;
}

/** Looks at the listener's free plays of today. Throws Refusal `free_plays_used_up` where a new stream may not begin. */
export async function admitStream(
  deps: Deps,
  listener: Listener,
  track: { readonly trackId: string; readonly durationMs: number },
): Promise<StreamAdmission> {
  const { sql } = deps.store;
  const { subject, userId, shard, address } = listener;
  const now = deps.now();
  const day = lagosDay(now);
  const since = playingSince(now, track.durationMs);
  const [policies, served, counted, usedByAddress, until, grantId] = await Promise.all([
    readPolicies(sql),
    servedToday(sql, subject, day),
    userId === undefined ? new Map<string, number>() : countedPlays(sql, shard, userId, day),
    address === undefined ? 0 : servedToAddress(sql, address, day),
    userId === undefined ? undefined : subscribedUntil(sql, userId),
    lastGrant(sql, { subject, trackId: track.trackId, since }),
  ]);
  const { remaining } = decideStream({
    limit: policyAt(policies, now).dailyFreePlays,
    used: freePlaysUsed(counted, served),
    usedByAddress,
    isVisitor: userId === undefined,
    isSubscribed: until !== undefined && until > now,
    continues: grantId !== undefined,
  });
  return { remaining, grantId };
}
