import type { PlayReason, PlayStatus } from "../../contract/listening.ts";
import type { PlayReport } from "../../contract/requests/listening.ts";
import { countedPlayMs, lagosDay, MAX_REPORTS_PER_PLAY } from "../../contract/policy.ts";
import { type Policy } from "../../contract/policy_rules.ts";
import { type Claim, claimOf, dayOfPlay } from "./claim.ts";
import type { PlayReported, Span } from "./events.ts";
import { measure, pieces, subtract, take } from "./spans.ts";

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
  readonly listener: { readonly id: string; readonly since: number };
  readonly track: { readonly durationMs: number; readonly ownerId: string };
  readonly play: Play | undefined;
  policyAt(moment: number): Policy;
  /** Time already credited to the listener inside [from, to): by all plays, or by all but one. */
  taken(from: number, to: number, exceptPlay?: string): readonly Span[];
  /** Credited ms of the listener on a Lagos day, over all tracks and for this track. */
  creditedOn(day: string): { readonly all: number; readonly track: number };
  /** Units that today's pool has already paid. */
  poolUsed(day: string): number;
}

export type ReportOutcome =
  | { readonly status: "accepted" | "capped"; readonly event: PlayReported["data"] }
  | { readonly status: "duplicate" | "refused"; readonly reason?: PlayReason; readonly units: number };

/**
 * Decides one report of a play. Only time that was not credited before counts; the track's length, the day's cap and
 * the pool bound it; units are what the play's whole credit is worth less what was paid.
 */
export function decideReport(facts: ReportFacts): ReportOutcome {
  const { report, play } = facts;
  const known = refusalOf(facts);
  if (known) return known;
  const saidStart = report.startedAt + facts.skewMs;
  const startedAt = play?.startedAt ?? saidStart;
  // A session that the service made has no clock of its own: each of its reports ends when it is sent.
  const claim = claimOf(report, {
    startedAt: facts.serverMade ? saidStart : startedAt,
    receivedAt: facts.receivedAt,
    accountSince: facts.listener.since,
  });
  if (claim.spans.length === 0) {
    return { status: "refused", units: play?.units ?? 0, reason: claim.reason ?? "invalid" };
  }
  const day = dayOfPlay(startedAt, facts.listener.since);
  const policy = facts.policyAt(startedAt);
  const credit = creditOf(facts, claim, { day, policy });
  return {
    status: credit.reason ? "capped" : "accepted",
    event: eventOf(facts, claim, { startedAt, day, policy, ...credit }),
  };
}

function refusalOf({ report, play, listener }: ReportFacts): ReportOutcome | undefined {
  if (!play) return undefined;
  if (play.listenerId !== listener.id) return { status: "refused", reason: "other_owner", units: 0 };
  if (play.trackId !== report.trackId) return { status: "refused", reason: "other_track", units: play.units };
  if (report.listenedMs <= play.listenedMs) return { status: "duplicate", units: play.units };
  if (play.reports >= MAX_REPORTS_PER_PLAY) return { status: "refused", reason: "too_many_reports", units: play.units };
  return undefined;
}

interface Credit {
  readonly spans: readonly Span[];
  readonly reason: PlayReason | undefined;
}

function creditOf(facts: ReportFacts, claim: Claim, { day, policy }: { day: string; policy: Policy }): Credit {
  if (facts.track.ownerId === facts.listener.id) return { spans: [], reason: "own_track" };
  const { play, report } = facts;
  const from = claim.spans[0]?.[0] ?? 0;
  const to = claim.spans.at(-1)?.[1] ?? 0;
  const playId = play?.playId ?? report.playId;
  const free = subtract(claim.spans, facts.taken(from, to));
  const overlapMs = measure(claim.spans) - measure(subtract(claim.spans, facts.taken(from, to, playId)));
  const wanted = Math.min(measure(free), report.listenedMs - (play?.creditedMs ?? 0));
  const credited = facts.creditedOn(day);
  const bounds: [PlayReason, number][] = [
    ["already_earned", facts.track.durationMs - credited.track],
    ["daily_cap", policy.dailyRewardedMs - credited.all],
    ["pool_empty", poolLeftMs(facts, policy)],
  ];
  let [granted, reason]: [number, PlayReason | undefined] = [wanted, undefined];
  for (const [bound, left] of bounds) if (left < granted) [granted, reason] = [Math.max(0, left), bound];
  if (overlapMs > 0) reason ??= "overlap";
  return { spans: take(free, granted), reason: reason ?? claim.reason };
}

/**
 * How much more the play may be credited before its units pass what the pool has left today. The pool is that of the
 * moment of recording, as is its day: a late report of a play from before a cut does not see the larger one.
 */
function poolLeftMs({ play, poolUsed, policyAt, recordedAt }: ReportFacts, policy: Policy): number {
  const { dailyPoolUnits } = policyAt(recordedAt);
  const unitsLeft = Math.max(0, dailyPoolUnits - poolUsed(lagosDay(recordedAt)));
  const lastUnit = (play?.units ?? 0) + unitsLeft;
  return (lastUnit + 1) * policy.rewardMsPerUnit - 1 - (play?.creditedMs ?? 0);
}

function eventOf(
  facts: ReportFacts,
  claim: Claim,
  decided: Credit & { readonly startedAt: number; readonly day: string; readonly policy: Policy },
): PlayReported["data"] {
  const { report, play, track } = facts;
  const newCreditedMs = measure(decided.spans);
  const creditedMs = (play?.creditedMs ?? 0) + newCreditedMs;
  const units = Math.max(play?.units ?? 0, Math.floor(creditedMs / decided.policy.rewardMsPerUnit));
  const counted = (play?.counted ?? false) || measure(claim.spans) >= countedPlayMs(track.durationMs);
  const status: PlayStatus = decided.reason ? "capped" : "accepted";
  return {
    playId: report.playId,
    listenerId: facts.listener.id,
    trackId: report.trackId,
    report: (play?.reports ?? 0) + 1,
    startedAt: decided.startedAt,
    skewMs: play?.skewMs ?? facts.skewMs,
    day: decided.day,
    listenedMs: report.listenedMs,
    creditedMs,
    newCreditedMs,
    units,
    newUnits: units - (play?.units ?? 0),
    poolDay: lagosDay(facts.recordedAt),
    spans: pieces(decided.spans),
    counted,
    newlyCounted: counted && !(play?.counted ?? false),
    status,
    ...(decided.reason && { reason: decided.reason }),
    policyVersion: decided.policy.version,
    offline: report.offline ?? false,
    serverMade: facts.serverMade,
    ...(report.deviceId && { deviceId: report.deviceId }),
    ...(report.source && { source: report.source }),
    ...(report.quality && { quality: report.quality }),
  };
}
