import type { PlayReason, PlayStatus, RecordedReason } from "../../contract/listening.ts";
import type { PlayReport } from "../../contract/requests/listening.ts";
import {
  countedPlayMs,
  lagosDay,
  LATE_AFTER_MS,
  MAX_REPORTS_PER_PLAY,
  STREAM_BURST_MS,
} from "../../contract/policy.ts";
import { dailyUnitsOf, type Policy } from "../../contract/policy_rules.ts";
import { type Claim, claimOf, dayOfPlay } from "./claim.ts";
import type { TrustLevel } from "../../contract/trust.ts";
import type { PoolShare } from "../pool/events.ts";
import { firstUnitsOf, halvesOf, millionthsFor, partOf, type Wants } from "../pool/state.ts";
import type { PlayReported, Span } from "./events.ts";
import { heardOf } from "./heard.ts";
import { lengthFor } from "./length.ts";
import { type Delivery, type Proof, prove } from "./proof.ts";
import { clip, intersect, measure, pieces, subtract, take, union } from "./spans.ts";

/** A play after its earlier reports. Money in units, times in ms. */
export interface Play {
  readonly playId: string;
  readonly listenerId: string;
  readonly trackId: string;
  readonly startedAt: number;
  readonly skewMs: number;
  readonly listenedMs: number;
  readonly creditedMs: number;
  readonly units: number;
  readonly reports: number;
  readonly counted: boolean;
}

/** Everything that a report is decided on. */
export interface ReportFacts {
  readonly report: PlayReport;
  readonly serverMade: boolean;
  readonly receivedAt: number;
  /** `receivedAt - sentAt`, used where this is the play's first report. */
  readonly skewMs: number;
  readonly recordedAt: number;
  readonly listener: ReportingListener;
  readonly track: ReportedTrack;
  readonly play: Play | undefined;
  /** What proves that the sound reached the listener. */
  readonly delivery: Delivery;
  policyAt(moment: number): Policy;
  /** Time already credited to the listener inside [from, to): by all plays, or by all but one. */
  taken(from: number, to: number, exceptPlay?: string): readonly Span[];
  /**
   * Credited ms of the listener on a Lagos day, over all tracks and for this track, the units paid for all, and (where
   * `delivery` has `tasted` time) how many plays counted.
   */
  creditedOn(
    day: string,
  ): { readonly all: number; readonly track: number; readonly units: number; readonly counted: number };
  /** Units that the shard has already paid of today's pool, and those of them that late plays got. */
  poolUsed(day: string): PoolUse;
  /** What the shard may pay of it. */
  poolShare(day: string): PoolShare;
}

/** Who reports. `since`: when the account was made, epoch ms. */
export interface ReportingListener {
  readonly id: string;
  readonly since: number;
  /** How far the account is trusted: it bounds what a day earns. */
  readonly level: TrustLevel;
}

/** What a report is decided on of its track. */
export interface ReportedTrack {
  readonly durationMs: number;
  /** How long the recordings before this one were, and until when each of them was the track; the oldest first. */
  readonly earlierLengths?: readonly { readonly until: number; readonly durationMs: number }[] | undefined;
  readonly ownerId: string;
  /** From when to when everyone could hear it, epoch ms; without an end while they still can. */
  readonly availableFrom: number;
  readonly availableUntil: number | undefined;
}

/** Units of a Lagos day's pool: all, those that late plays got, and those of what is kept for everybody's first tokens. */
export interface PoolUse {
  readonly all: number;
  readonly late: number;
  readonly first: number;
}

export type ReportOutcome =
  | { readonly status: "accepted" | "capped"; readonly event: PlayReported["data"] }
  | { readonly status: "duplicate" | "refused"; readonly reason?: PlayReason; readonly units: number }
  /** The pool may have enough, but the shard's share of it has not: decided when it has more, or the last. */
  | { readonly status: "awaits_pool"; readonly wants: Wants };

/**
 * Decides one report of a play. Only time that was not credited before counts; the track's length, the day's cap and
 * the pool bound it; units are what the play's whole credit is worth less what was paid.
 */
export function decideReport(given: ReportFacts): ReportOutcome {
  const { report, play } = given;
  const known = refusalOf(given);
  if (known) return known;
  const saidStart = report.startedAt + given.skewMs;
  const startedAt = play?.startedAt ?? saidStart;
  const facts = asOf(given, startedAt);
  // A session that the service made has no clock of its own: each of its reports ends when it is sent.
  const claim = claimOf(report, {
    startedAt: facts.serverMade ? saidStart : startedAt,
    receivedAt: facts.receivedAt,
    accountSince: facts.listener.since,
    durationMs: facts.track.durationMs,
  });
  if (claim.spans.length === 0) {
    return { status: "refused", units: play?.units ?? 0, reason: claim.reason ?? "invalid" };
  }
  const day = dayOfPlay(startedAt, facts.listener.since);
  const policy = facts.policyAt(startedAt);
  const { event, wants } = eventOf(facts, claim, {
    startedAt,
    day,
    policy,
    ...creditOf(facts, claim, { day, policy }),
  });
  if (wants) return { status: "awaits_pool", wants };
  return { status: event.reason ? "capped" : "accepted", event };
}

/** The facts with the track as long as it was for a play that began at a moment. */
function asOf(facts: ReportFacts, startedAt: number): ReportFacts {
  const durationMs = lengthFor(facts.track, startedAt);
  return durationMs === facts.track.durationMs ? facts : { ...facts, track: { ...facts.track, durationMs } };
}

function refusalOf({ report, play, listener }: ReportFacts): ReportOutcome | undefined {
  if (!play) return undefined;
  if (play.listenerId !== listener.id) return { status: "refused", reason: "other_owner", units: 0 };
  if (play.trackId !== report.trackId) return { status: "refused", reason: "other_track", units: play.units };
  if (report.listenedMs <= play.listenedMs) return { status: "duplicate", units: play.units };
  if (play.reports >= MAX_REPORTS_PER_PLAY) return { status: "refused", reason: "too_many_reports", units: play.units };
  return undefined;
}

interface Credit extends Omit<Proof, "spans"> {
  readonly spans: readonly Span[];
  readonly reason: RecordedReason | undefined;
}

const NOTHING: Omit<Credit, "reason"> = { spans: [], tickets: [], licensedMs: 0 };

/** The time that counts: heard, of a track that could be heard, not credited before, delivered, and within the caps. */
function creditOf(facts: ReportFacts, claim: Claim, { day, policy }: { day: string; policy: Policy }): Credit {
  const { play, report, track, listener } = facts;
  if (track.ownerId === listener.id) return { ...NOTHING, reason: "own_track" };
  const heard = clip(claim.spans, track.availableFrom - STREAM_BURST_MS, track.availableUntil ?? Infinity);
  if (heard.length === 0) return { ...NOTHING, reason: "not_available" };
  const from = heard[0]?.[0] ?? 0;
  const to = heard.at(-1)?.[1] ?? 0;
  const playId = play?.playId ?? report.playId;
  const free = subtract(heard, facts.taken(from, to));
  const overlapMs = measure(heard) - measure(subtract(heard, facts.taken(from, to, playId)));
  const wanted = Math.min(measure(free), report.listenedMs - (play?.creditedMs ?? 0));
  const credited = facts.creditedOn(day);
  const { tasted, ...delivery } = facts.delivery;
  // A song saved without Premium is one of the day's free plays, like any other.
  const isFree = play?.counted === true || credited.counted < policy.dailyFreePlays;
  const proofs = isFree ? { ...delivery, licensed: union([...delivery.licensed, ...tasted]) } : delivery;
  const delivered = prove(free, proofs, report.deviceId);
  const isUsedUp = !isFree && intersect(subtract(free, delivered.spans), tasted).length > 0;
  const bounds: [RecordedReason, number][] = [
    ["already_earned", track.durationMs - credited.track],
    ["daily_cap", policy.dailyRewardedMs - credited.all],
    [isUsedUp ? "free_plays_used" : "not_delivered", measure(delivered.spans)],
  ];
  let [granted, reason]: [number, RecordedReason | undefined] = [wanted, undefined];
  for (const [bound, left] of bounds) if (left < granted) [granted, reason] = [Math.max(0, left), bound];
  if (overlapMs > 0) reason ??= "overlap";
  if (measure(heard) < measure(claim.spans)) reason ??= "not_available";
  const proof = prove(take(delivered.spans, granted), proofs, report.deviceId);
  return { ...proof, reason: reason ?? claim.reason };
}

interface Pay {
  readonly newUnits: number;
  /** What of it came from the part of the pool that is kept for first tokens. */
  readonly firstUnits: number;
  readonly reason: RecordedReason | undefined;
  /** The shard should have more of the pool first. */
  readonly wants: Wants | undefined;
}

/** What may be paid for the play's credited time: no more than the level's day and the pool have left. */
function payOf(
  facts: ReportFacts,
  { creditedMs, day, policy, isLate }: { creditedMs: number; day: string; policy: Policy; isLate: boolean },
): Pay {
  const { listener, play } = facts;
  const wanted = Math.max(0, Math.floor(creditedMs / policy.rewardMsPerUnit) - (play?.units ?? 0));
  const ofDay = Math.max(0, dailyUnitsOf(policy, listener.level) - facts.creditedOn(day).units);
  const allowed = Math.min(wanted, ofDay);
  const first = firstUnitsOf(
    { allowed, isLate, level: listener.level, units: facts.creditedOn(day).units },
    facts.policyAt(facts.recordedAt),
  );
  const { newUnits, firstUnits, wants } = poolPays(facts, { allowed, first, isLate });
  if (newUnits < allowed) return { newUnits, firstUnits, reason: "pool_empty", wants };
  return { newUnits, firstUnits, reason: ofDay < wanted ? "level_cap" : undefined, wants: undefined };
}

/**
 * What the shard's share of the pool pays of what is allowed, in units, and what it wants more to pay all of it. It is
 * the pool of the moment of recording, as is its day: a late report of a play from before a cut does not see the larger
 * one. The first tokens of an account come out of the part that is kept for them, then like all others out of the rest.
 * Late plays have a part of that, so that a backlog does not starve today's listeners.
 */
function poolPays(
  { poolUsed, poolShare, policyAt, recordedAt }: ReportFacts,
  { allowed, first, isLate }: { allowed: number; first: number; isLate: boolean },
): Pick<Pay, "newUnits" | "firstUnits" | "wants"> {
  const policy = policyAt(recordedAt);
  const { keptUnits, openUnits } = halvesOf(policy);
  const lateUnits = Math.floor(policy.dailyPoolUnits * policy.latePoolPercent / 100);
  const day = lagosDay(recordedAt);
  const [used, share] = [poolUsed(day), poolShare(day)];
  const usedOpen = used.all - used.first;
  const keptLeft = partOf(keptUnits, share.all) - used.first;
  const firstUnits = Math.max(0, Math.min(first, keptLeft));
  const left = partOf(openUnits, share.all) - usedOpen;
  const lateLeft = isLate ? partOf(lateUnits, share.late) - used.late : Infinity;
  const open = allowed - firstUnits;
  const newUnits = firstUnits + Math.max(0, Math.min(open, left, lateLeft));
  // Beyond the whole pool nothing is asked for: after a cut a share could only grow to keep from others what a larger pool
  // of the same day will have for them.
  const isOver = {
    kept: used.first >= keptUnits || share.allIsLast,
    open: usedOpen >= openUnits || share.allIsLast,
    late: used.late >= lateUnits || share.lateIsLast,
  };
  // Where late plays get no more, they need no more of the rest either.
  const needed = isOver.late ? Math.min(open, Math.max(0, lateLeft)) : open;
  const isShort = (has: number, needs: number, over: boolean) => needs > 0 && has < needs && !over;
  const more = (has: number, needs: number, pool: number) => millionthsFor(needs - has, pool);
  const all = Math.max(
    isShort(left, needed, isOver.open) ? more(left, needed, openUnits) : 0,
    newUnits < allowed && isShort(keptLeft, first, isOver.kept) ? more(keptLeft, first, keptUnits) : 0,
  );
  const late = isShort(lateLeft, open, isOver.late) ? more(lateLeft, open, lateUnits) : 0;
  return { newUnits, firstUnits, wants: all > 0 || late > 0 ? { all, late } : undefined };
}

function eventOf(
  facts: ReportFacts,
  claim: Claim,
  decided: Credit & { readonly startedAt: number; readonly day: string; readonly policy: Policy },
): { event: PlayReported["data"]; wants: Wants | undefined } {
  const { report, play, track } = facts;
  const { startedAt, day, policy, tickets, licensedMs } = decided;
  const newCreditedMs = measure(decided.spans);
  const creditedMs = (play?.creditedMs ?? 0) + newCreditedMs;
  const isLate = facts.recordedAt - startedAt > LATE_AFTER_MS;
  const pay = payOf(facts, { creditedMs, day, policy, isLate });
  const reason = pay.reason ?? decided.reason;
  const counted = (play?.counted ?? false) || measure(claim.spans) >= countedPlayMs(track.durationMs);
  const status: PlayStatus = reason ? "capped" : "accepted";
  const event: PlayReported["data"] = {
    playId: report.playId,
    listenerId: facts.listener.id,
    trackId: report.trackId,
    report: (play?.reports ?? 0) + 1,
    startedAt,
    skewMs: play?.skewMs ?? facts.skewMs,
    day,
    listenedMs: report.listenedMs,
    creditedMs,
    newCreditedMs,
    units: (play?.units ?? 0) + pay.newUnits,
    newUnits: pay.newUnits,
    ...(pay.firstUnits > 0 && { firstUnits: pay.firstUnits }),
    poolDay: lagosDay(facts.recordedAt),
    spans: pieces(decided.spans),
    counted,
    newlyCounted: counted && !(play?.counted ?? false),
    status,
    ...(reason && { reason }),
    policyVersion: policy.version,
    ...(tickets.length > 0 && { tickets }),
    ...(licensedMs > 0 && { licensedMs }),
    ...(isLate && { late: true }),
    offline: report.offline ?? false,
    serverMade: facts.serverMade,
    ...(report.deviceId && { deviceId: report.deviceId }),
    ...(report.source && { source: report.source }),
    ...heardOf(report.heard, { listenedMs: report.listenedMs, durationMs: track.durationMs }),
    ...(report.quality && { quality: report.quality }),
  };
  return { event, wants: pay.wants };
}
