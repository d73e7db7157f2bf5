import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { extraPlaysOn } from "../../../projections/listening/extra_plays.ts";
import { freePlaysOn } from "../../../projections/listening/free_plays.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { provenStreams, takenByAddress, timesTaken } from "../../../projections/catalogue/served_streams.ts";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { assertMayHear } from "./early_access.ts";
import type { Listener } from "./listener.ts";
import { decideStream, findPlaying, type StreamFacts } from "./grant.ts";
import type { Beginnings } from "./table.ts";

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

/** Whose stream of which track. */
interface AskedStream {
  readonly listener: Listener;
  readonly track: Parameters<typeof assertMayHear>[2];
  readonly wanted: WantedStream;
}

/**
 * Decides whether a stream may begin beside songs that began `before` it. Throws Refusals `early_access` and
 * `free_plays_used_up`. What was taken is read after the songs that were beginning, so that one that becomes whole
 * meanwhile is in one of both; where it is in both it is asked again.
 */
export async function decideOn(
  deps: Deps,
  { listener, track, wanted }: AskedStream,
  before: Beginnings,
): Promise<StreamHistory & { remaining: number }> {
  const history = await readHistory(deps, listener, wanted);
  const continues = history.playingGrantId !== undefined;
  // A song that plays is never cut.
  if (!continues) await assertMayHear(deps, listener.userId, track);
  const pending = new Set(before.values()).difference(new Set([wanted.trackId])).size;
  try {
    return { ...history, ...decideStream({ ...history, pending, continues }) };
  } catch (refusal) {
    const still = await deps.served.beginningOf(listener);
    const left = new Map([...before].filter(([key]) => still.has(key)));
    if (left.size === before.size) throw refusal;
    return await decideOn(deps, { listener, track, wanted }, left);
  }
}

/** Reads the listener's plays, streams and limits of today. */
async function readHistory(deps: Deps, listener: Listener, wanted: WantedStream): Promise<StreamHistory> {
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
