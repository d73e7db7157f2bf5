import type { RecordedReason } from "../../contract/listening.ts";
import type { PlayReport } from "../../contract/requests/listening.ts";
import {
  FUTURE_SLACK_MS,
  lagosDay,
  MAX_PLAY_AGE_MS,
  MAX_PLAY_LEAD_MS,
  MAX_PLAY_PAUSES_MS,
  SLOWEST_SPEED,
} from "../../contract/policy.ts";
import type { Span } from "./events.ts";
import { clip, measure, take, union } from "./spans.ts";

/** The listening a report claims, on the service's clock. */
export interface Claim {
  readonly spans: readonly Span[];
  /** Why a part of the claim does not count. */
  readonly reason?: RecordedReason;
}

interface ClaimLimits {
  /** The moment that offsets count from, epoch ms on the service's clock. */
  readonly startedAt: number;
  readonly receivedAt: number;
  /** When the listener's account was made, epoch ms. */
  readonly accountSince: number;
  /** Of the track. */
  readonly durationMs: number;
}

/**
 * Turns a report into a claim: its segments, or one stretch from its start; never longer than `listenedMs`, never
 * past the receipt (2 s of slack), not older than 14 days, not before the account. What lies long after the start does
 * not count: the caps are those of the start's day, and without this bound a report could choose any day of the past.
 */
export function claimOf(report: PlayReport, limits: ClaimLimits): Claim {
  const { startedAt } = limits;
  if (!mayHaveBegun(startedAt, limits.receivedAt)) {
    return { spans: [], reason: startedAt > limits.receivedAt ? "future" : "too_old" };
  }
  const said = report.segments && report.segments.length > 0
    ? report.segments.map(([offset, length]): Span => [startedAt + offset, startedAt + offset + length])
    : [[startedAt, startedAt + report.listenedMs] as const];
  const lastsMs = limits.durationMs / SLOWEST_SPEED + MAX_PLAY_PAUSES_MS;
  const whole = take(clip(union(said), -Infinity, startedAt + lastsMs), report.listenedMs);
  const inPast = clip(whole, -Infinity, limits.receivedAt + FUTURE_SLACK_MS);
  const inTime = clip(inPast, limits.receivedAt - MAX_PLAY_AGE_MS, Infinity);
  const spans = clip(inTime, limits.accountSince, Infinity);
  if (measure(inPast) < measure(whole)) return { spans, reason: "future" };
  if (measure(inTime) < measure(inPast)) return { spans, reason: "too_old" };
  if (measure(spans) < measure(inTime)) return { spans, reason: "before_account" };
  return { spans };
}

/** Whether anything of a play that began then can count. */
export function mayHaveBegun(startedAt: number, receivedAt: number): boolean {
  return startedAt >= receivedAt - MAX_PLAY_AGE_MS - MAX_PLAY_LEAD_MS && startedAt <= receivedAt + FUTURE_SLACK_MS;
}

/** The Lagos day whose caps a play is held against: that of its start, and never one from before the account. */
export function dayOfPlay(startedAt: number, accountSince: number): string {
  return lagosDay(Math.max(startedAt, accountSince));
}
