import { lagosDay, MAX_PLAY_AGE_MS } from "../backend/contract/policy.ts";
import type { Change } from "./heard_in_plays.ts";
import type { Report } from "./plays.ts";

/** What a report adds to a listener's day, track and device. The shard is text, because numbers are what is added up. */
export interface Evidence {
  readonly shard: string;
  readonly listenerId: string;
  readonly day: string;
  readonly trackId: string;
  readonly deviceId: string;
  /** Why not all of it was credited; empty where all was. */
  readonly reason: string;
  readonly plays: number;
  readonly counted: number;
  readonly offline: number;
  readonly claimedMs: number;
  readonly creditedMs: number;
  readonly units: number;
}

/** What the report before had added is taken back: its reason and device may be others. */
export function evidenceIn({ now, before }: Change): Evidence[] {
  return before ? [evidenceOf(now, 1), evidenceOf(before, -1)] : [evidenceOf(now, 1)];
}

function evidenceOf(report: Report, sign: 1 | -1): Evidence {
  const { shard, listenerId, day, trackId, deviceId = "", reason = "", counted, offline } = report;
  return {
    ...{ shard: String(shard), listenerId, day, trackId, deviceId, reason },
    plays: sign,
    counted: sign * Number(counted),
    offline: sign * Number(counted && offline),
    claimedMs: sign * report.listenedMs,
    creditedMs: sign * report.creditedMs,
    units: sign * report.units,
  };
}

export interface HoursHeard {
  readonly shard: number;
  readonly listenerId: string;
  readonly day: string;
  /** Bit n stands for the hour from n o'clock in Lagos. */
  readonly hours: number;
}

const HOUR_MS = 3_600_000;

/**
 * The hours that plays touch, from when they began for as long as was listened. One row for each listener and day. What
 * a report says to be longer than any can be is not followed to its end.
 */
export function hoursIn(reports: readonly Report[]): HoursHeard[] {
  const rows = new Map<string, HoursHeard>();
  for (const { shard, listenerId, startedAt, listenedMs } of reports) {
    const end = startedAt + Math.min(listenedMs, MAX_PLAY_AGE_MS);
    for (let at = startedAt; at < end; at = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS) {
      const day = lagosDay(at);
      const hour = (Math.floor(at / HOUR_MS) + 1) % 24;
      const known = rows.get(`${listenerId} ${day}`)?.hours ?? 0;
      rows.set(`${listenerId} ${day}`, { shard, listenerId, day, hours: known | (1 << hour) });
    }
  }
  return [...rows.values()];
}
