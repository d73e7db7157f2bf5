import * as calls from "../contract/calls/listening.ts";
import { Routes } from "../http/routes.ts";
import { EpochMs, PlayReport } from "../contract/requests/listening.ts";
import type { Context, Next } from "hono";
import * as z from "zod/mini";
import { findDays, findTrackDays, poolUsedOn } from "../../projections/listening/reward_credit.ts";
import { levelsOf } from "../../projections/trust/levels.ts";
import { extraPlaysOn } from "../../projections/listening/extra_plays.ts";
import { freePlaysOn } from "../../projections/listening/free_plays.ts";
import {
  knownPolicies,
  policyAt,
  readPolicies,
  readPolicyVersions,
  shownVersions,
} from "../../projections/admin/policies.ts";
import { subscribedUntil } from "../../projections/subscriptions/subscriptions.ts";
import { earnedWith } from "../../projections/listening/track_earnings.ts";
import { trackFactsAsOf } from "../../projections/catalogue/tracks.ts";
import { Id } from "../contract/requests/ids.ts";
import type { FreePlays, PlayBatchAnswer, PlayReward, TrackEarnings } from "../contract/listening.ts";
import { tokensOf } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import { dailyUnitsOf } from "../contract/policy_rules.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { boundedBody } from "../http/body.ts";
import { askFor } from "../http/field_words.ts";
import { addressOf } from "../http/address.ts";
import { arrivedAtOf } from "../http/arrival.ts";
import { requestIdOf } from "../http/request_id.ts";
import { withFacts } from "../http/route_facts.ts";
import { idInPath, parseBy } from "../http/validate.ts";
import { noteImpossibleTimes } from "../trust/group/note_impossible_times.ts";
import { poolLeftFor } from "./pool/reads.ts";
import { lengthFor } from "./report/length.ts";
import { historyOf } from "./reads.ts";
import { answered, type IncomingReport, parseRows, Reporter, rewardMessage } from "./report/report.ts";

/** What one track has earned the caller. A track that left Orin keeps it: its receipts stay, too. */
export function trackEarningsRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.trackEarnings, async (c) => {
    const { userId: listenerId } = c.var.session;
    const trackId = idInPath(c, "trackId", "Track not found");
    const shard = deps.shardOf(listenerId);
    const earned = await earnedWith(deps.store.sql, { shard, listenerId, trackId });
    const answer: TrackEarnings = {
      trackId,
      tokens: tokensOf(earned?.units ?? 0),
      plays: earned?.plays ?? 0,
      creditedMs: earned?.creditedMs ?? 0,
      ...(earned && { lastPlayedAt: new Date(earned.lastAt).toISOString() }),
    };
    return c.json(answer, 200);
  });
}

const MAX_SINGLE_BYTES = 64 * 1024;

const NO_TRACK = "Track not found";

/** A number, or one as a form says it: nothing else becomes minutes that earn. */
const FormNumber = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,15})?$/)), z.transform(Number)),
]);

/** The documented body, as JSON, as form data or as a beacon's form data; numbers may come as text there. */
const PlayBody = z.object({
  durationPlayed: z.optional(z.pipe(FormNumber, z.number().check(z.positive(), z.maximum(24 * 60)))),
  playId: z.optional(Id),
  startedAt: z.optional(FormNumber),
  listenedMs: z.optional(FormNumber),
  segments: z.optional(PlayReport.shape.segments),
  sentAt: z.optional(z.pipe(z.pipe(FormNumber, z.transform(Math.round)), EpochMs)),
  offline: z.optional(z.boolean()),
  deviceId: PlayReport.shape.deviceId,
  source: PlayReport.shape.source,
  heard: PlayReport.shape.heard,
  quality: PlayReport.shape.quality,
});

/** Play reports, their receipts, and what today still gives. */
export function listeningRoutes(deps: Deps) {
  const reporter = new Reporter(deps.store, deps.served);

  return new Routes(deps)
    .serve(calls.reportPlays, async (c) => {
      const { sentAt, plays } = c.req.valid("json");
      const { reports, refused } = parseRows(plays);
      const arrival = arrivalOf(deps, c, { userId: c.var.reporter.userId, sentAt });
      const { results, balance } = await reporter.report(arrival, reports);
      await noteImpossibleTimes(deps, { ...callOf(deps, c, arrival.userId), results, reports });
      const answer: PlayBatchAnswer = {
        results: [...results.map(answered), ...refused],
        newBalance: tokensOf(balance),
      };
      return c.json(answer, 200);
    })
    .serve(calls.reportPlay, takesPlayBody, async (c) => {
      const trackId = idInPath(c, "trackId", NO_TRACK);
      const body = parseBy(PlayBody, await bodyOf(c));
      const { userId } = c.var.reporter;
      const arrival = arrivalOf(deps, c, { userId, sentAt: body.sentAt });
      const report = reportOf(body, trackId, arrival.receivedAt);
      const { results, balance } = await reporter.report(arrival, [report]);
      await noteImpossibleTimes(deps, { ...callOf(deps, c, userId), results, reports: [report] });
      const [result] = results;
      if (!result || result.reason === "unknown_track") throw new Refusal("not_found", NO_TRACK);
      const [free, track] = await Promise.all([freePlaysOf(deps, userId), leftOfTrack(deps, userId, trackId)]);
      const { rewardMsPerUnit } = track;
      const isUsedUp = result.status === "duplicate" && track.leftMs < rewardMsPerUnit;
      const said = isUsedUp ? { ...result, reason: "already_earned" as const } : result;
      const leftUnits = Math.max(0, Math.floor(Math.min(track.leftMs, free.rewardedMsLeftToday) / rewardMsPerUnit));
      const reward: PlayReward = {
        ...answered(said),
        newBalance: tokensOf(balance),
        message: rewardMessage(said, balance),
        freePlayCount: free.usedFreePlays,
        freePlayLimit: free.freePlayLimit,
        alreadyEarned: said.reason === "already_earned",
        tokensLeftToday: Math.min(tokensOf(leftUnits), free.poolTokensLeftToday),
        rewardMsPerUnit,
      };
      return c.json(reward, 200);
    })
    .serve(calls.getFreePlays, async (c) => c.json(await freePlaysOf(deps, c.var.session.userId), 200))
    .serve(calls.playHistory, async (c) => {
      const history = await historyOf(deps, c.var.session.userId, c.req.valid("query").cursor);
      return c.json(history, 200);
    })
    .serve(calls.getPolicy, async (c) => {
      const { sql } = deps.store;
      const [history, rows] = await Promise.all([readPolicies(sql), readPolicyVersions(sql)]);
      const now = deps.now();
      return c.json({ current: policyAt(history, now), history, versions: shownVersions(rows, now) }, 200);
    });
}

/** The handler reads it by itself, in three formats. */
const takesPlayBody = withFacts(async (_c: Context, next: Next) => await next(), { json: PlayBody, isOptional: true });

/** What a report waits for in the service is no part of its way: its play would seem later, and meet the next one. */
function arrivalOf(deps: Deps, c: Context, who: { readonly userId: string; readonly sentAt?: number | undefined }) {
  return { ...who, requestId: requestIdOf(c), receivedAt: arrivedAtOf(c, deps) };
}

function callOf(deps: Deps, c: Context, userId: string) {
  return { userId, address: addressOf(deps, c), metadata: { actor: `user:${userId}`, requestId: requestIdOf(c) } };
}

/** JSON, form data or nothing at all. The beacon of the documents sends form data. */
async function bodyOf(c: Context): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  const bytes = await boundedBody(c, MAX_SINGLE_BYTES);
  if (/form/i.test(type)) return await formFields(bytes, type);
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalid_request", "This is no whole JSON: please check it and send it again.");
  }
}

const SAID_AS_JSON: ReadonlySet<string> = new Set(["segments", "offline"]);

/** A form has texts alone: its segments are JSON, and its yes and no are words. */
async function formFields(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<unknown> {
  try {
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
    return Object.fromEntries([...form].map(([name, value]) => {
      return [name, SAID_AS_JSON.has(name) ? JSON.parse(String(value)) : value];
    }));
  } catch {
    throw new Refusal("invalid_request", "The form could not be read");
  }
}

/** Fills what the documented body leaves out: the play ended when its report arrived. */
function reportOf(body: z.infer<typeof PlayBody>, trackId: string, receivedAt: number): IncomingReport {
  const { durationPlayed, playId, sentAt, ...rest } = body;
  const listenedMs = Math.round(body.listenedMs ?? (durationPlayed ?? 0) * 60_000);
  if (listenedMs <= 0) throw new Refusal("invalid_request", askFor("durationPlayed"));
  const startedAt = Math.round(body.startedAt ?? (sentAt ?? receivedAt) - listenedMs);
  const row = { ...rest, playId: playId ?? trackId, trackId, listenedMs, startedAt };
  return { ...parseBy(PlayReport, row), playId };
}

/** How much of the track can still be credited to the listener today, ms. */
async function leftOfTrack(deps: Deps, userId: string, trackId: string) {
  const { sql } = deps.store;
  const now = deps.now();
  const key = { listenerId: userId, day: lagosDay(now), trackId };
  const [asOf, days, policies] = await Promise.all([
    deps.kept.now(),
    findTrackDays(sql, deps.shardOf(userId), [key]),
    knownPolicies(deps),
  ]);
  const track = (await trackFactsAsOf(asOf, sql, [trackId])).get(trackId);
  const leftMs = (track ? lengthFor(track, now) : 0) - (days[0]?.creditedMs ?? 0);
  return { leftMs, rewardMsPerUnit: policyAt(policies, now).rewardMsPerUnit };
}

/** What today still gives a person: plays, time and the pool. */
export async function freePlaysOf(deps: Deps, userId: string): Promise<FreePlays> {
  const { sql } = deps.store;
  const shard = deps.shardOf(userId);
  const now = deps.now();
  const day = lagosDay(now);
  const [policies, extra, { used }, until, days, poolUsed, levels] = await Promise.all([
    knownPolicies(deps),
    extraPlaysOn(sql, { shard, userId }, day),
    freePlaysOn(sql, { shard, subject: userId, userId }, day),
    subscribedUntil(sql, userId),
    findDays(sql, shard, [{ listenerId: userId, day }]),
    poolUsedOn(sql, day),
    levelsOf(sql, [userId]),
  ]);
  const policy = policyAt(policies, now);
  const earned = days[0] ?? { creditedMs: 0, units: 0 };
  const level = levels.get(userId) ?? 0;
  const poolUnitsLeft = poolLeftFor(policy, { used: poolUsed, level, units: earned.units });
  const levelUnitsLeft = Math.max(0, dailyUnitsOf(policy, level) - earned.units);
  const msLeft = Math.max(0, policy.dailyRewardedMs - earned.creditedMs);
  const isSubscribed = (until ?? 0) > now;
  const freePlayLimit = policy.dailyFreePlays + extra;
  const left = Math.max(0, freePlayLimit - used);
  return {
    isSubscribed,
    freePlayLimit,
    usedFreePlays: used,
    remainingFreePlays: left,
    subscriptionMessage: subscriptionMessage(isSubscribed, left, freePlayLimit),
    rewardedMsLeftToday: Math.min(msLeft, levelUnitsLeft * policy.rewardMsPerUnit),
    poolTokensLeftToday: tokensOf(poolUnitsLeft),
    ...earningNotice({ poolUnitsLeft, levelUnitsLeft, msLeft }),
  };
}

/** Why the next song would earn nothing, before it plays. */
function earningNotice(
  { poolUnitsLeft, levelUnitsLeft, msLeft }: { poolUnitsLeft: number; levelUnitsLeft: number; msLeft: number },
): Pick<FreePlays, "earningNotice"> {
  if (poolUnitsLeft === 0) {
    return {
      earningNotice:
        "Today's reward pool is used up: songs play, but earn nothing more today. A new pool starts at midnight.",
    };
  }
  if (msLeft === 0) return { earningNotice: "You have reached today's earning limit. You can earn again tomorrow." };
  if (levelUnitsLeft > 0) return {};
  return { earningNotice: "You have earned all that your level gives today. You can earn again tomorrow." };
}

function subscriptionMessage(isSubscribed: boolean, left: number, limit: number): string {
  if (isSubscribed) return "Premium: unlimited plays without ads";
  if (left === 0) return "You have used today's free plays. Subscribe to keep listening.";
  return `You have ${left} of ${limit} free plays left today`;
}
