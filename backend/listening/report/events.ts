import type { PlayReason, PlayStatus } from "../../contract/listening.ts";
import type { Event } from "../../store/log/event.ts";

/** A stretch of time [start, end), epoch ms. */
export type Span = readonly [start: number, end: number];

/** No stored span is longer, so that overlaps are found by looking back a bounded time. */
export const MAX_SPAN_MS = 3_600_000;

/**
 * A report of a play, with everything that was decided about it: a replay folds these outcomes and never decides
 * again. Times in ms (epoch where they are moments), money in units. Totals are the play's, `new…` this report's.
 */
export type PlayReported = Event<"PlayReported", {
  readonly playId: string;
  readonly listenerId: string;
  readonly trackId: string;
  /** 1 to 4: the stream's version. */
  readonly report: number;
  /** Corrected by `skewMs`, which is pinned at the first report. */
  readonly startedAt: number;
  readonly skewMs: number;
  /** Lagos day of `startedAt`: the caps of that day were used. */
  readonly day: string;
  readonly listenedMs: number;
  readonly creditedMs: number;
  readonly newCreditedMs: number;
  readonly units: number;
  readonly newUnits: number;
  /** What of `newUnits` came from the part of the pool that is kept for everybody's first tokens of a day. */
  readonly firstUnits?: number;
  /** Lagos day of the recording: its pool was used. */
  readonly poolDay: string;
  /** What this report credited, as [start, end) moments. */
  readonly spans: readonly Span[];
  /** Whether the play counts in statistics and as a free play, and whether this report made it so. */
  readonly counted: boolean;
  readonly newlyCounted: boolean;
  readonly status: PlayStatus;
  readonly reason?: PlayReason;
  readonly policyVersion: number;
  /** The delivered sound that this report used, in ms by stream ticket: each second of it proves one second. */
  readonly tickets?: readonly (readonly [ticketId: string, ms: number])[];
  /** What this report credited by an offline licence instead, ms. */
  readonly licensedMs?: number;
  /** Began long before it was recorded: its reward came from the pool's share for late plays. */
  readonly late?: boolean;
  /** The reward transfer that pays `newUnits`. */
  readonly transferId?: string;
  readonly offline: boolean;
  /** The service made the session, because the report had no `playId`. */
  readonly serverMade: boolean;
  readonly deviceId?: string;
  readonly source?: string;
  /** Which stretches of the song were heard, as the device says: seconds from and to, in the order of hearing. */
  readonly heard?: readonly (readonly [from: number, to: number])[];
  /** How long the song was then, s; there with `heard`. */
  readonly ofSeconds?: number;
  readonly quality?: string;
}>;

/** The stream of a play, in the log `plays/<shard>` of its listener. */
export function playStream(playId: string): string {
  return `play/${playId}`;
}
