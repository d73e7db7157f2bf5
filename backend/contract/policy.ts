/** Oldest accepted play, latest accepted moment after receipt, most reports and segments a play, most plays a batch. */
export const MAX_PLAY_AGE_MS = 14 * 24 * 3_600_000;

export const FUTURE_SLACK_MS = 2_000;

/** The slowest that a song is heard, times the clock. */
export const SLOWEST_SPEED = 0.5;

/** The most pauses of a play, together. A listener who continues later begins another play. */
export const MAX_PLAY_PAUSES_MS = 2 * 3_600_000;

/** A play that reaches into the last 14 days may have begun so long before them. */
export const MAX_PLAY_LEAD_MS = 24 * 3_600_000;

/** A report may be on its way this long before the clocks are taken to disagree. */
export const UPLOAD_SLACK_MS = 5_000;

export const MAX_REPORTS_PER_PLAY = 4;

export const MAX_SEGMENTS_PER_PLAY = 20;
/** Most stretches of a song that a play tells of, which artists see of it. */
export const MAX_STRETCHES_PER_PLAY = 32;

export const MAX_PLAYS_PER_BATCH = 500;

/** A play that is recorded this long after it began is late: it draws on a share of its own of the day's pool. */
export const LATE_AFTER_MS = 24 * 3_600_000;

const LAGOS_OFFSET_MS = 3_600_000;

/** The day in Lagos (UTC+1, no daylight saving) that holds the moment, as YYYY-MM-DD. */
export function lagosDay(epochMs: number): string {
  return new Date(epochMs + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
}

/** The hour of the Lagos day that holds the moment (epoch milliseconds), 0 to 23: Lagos knows no summer time. */
export function lagosHour(epochMs: number): number {
  return new Date(epochMs + LAGOS_OFFSET_MS).getUTCHours();
}

/** The moment at which the Lagos month starts that holds the moment, both in epoch milliseconds. */
export function lagosMonthStart(epochMs: number): number {
  return lagosDayStart(`${lagosDay(epochMs).slice(0, 7)}-01`);
}

/** The moment at which a Lagos day starts, in epoch milliseconds. */
export function lagosDayStart(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - LAGOS_OFFSET_MS;
}

/** From the start of a Lagos day to the end of another, epoch ms, without `to` itself; a day left out leaves its end open. */
export function lagosSpan({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : lagosDayStart(from),
    to: to === undefined ? undefined : lagosDayStart(to) + 86_400_000,
  };
}

/** A play counts in statistics and as a free play from 30 s on, or from half of a track shorter than 60 s. */
export function countedPlayMs(trackDurationMs: number): number {
  return Math.min(30_000, Math.ceil(trackDurationMs / 2));
}

/** The player asks for so much sound ahead of real time while a song begins, and for the rest only after 15 s. */
export const STREAM_AHEAD_MS = 10_000;

/**
 * Sound that is sent immediately when a stream begins, however fast it is read; the rest comes at the pace of
 * listening.
 */
export const STREAM_BURST_MS = 120_000;

/** How much longer than what counts a stream may be before it is a whole song: what a player has ahead, and some slack. */
const WHOLE_BEYOND_COUNTED_MS = STREAM_AHEAD_MS + 4_000;

const WHOLE_SHARE = 0.9;

/**
 * From how much of it a song that was sent counts as taken whole. Who skips before a play counts has never been sent so
 * much by the player; who never reports anything gets no more than this for nothing.
 */
export function wholeSongMs(trackDurationMs: number): number {
  return Math.min(countedPlayMs(trackDurationMs) + WHOLE_BEYOND_COUNTED_MS, trackDurationMs * WHOLE_SHARE);
}

/** How many songs a day we send whole and still believe a report that the listener heard less. */
export const BELIEVED_SHORT_PLAYS = 10;

/** A listener's day with one track. */
interface TrackDay {
  /** Streams in which the song was taken whole. */
  readonly taken: number;
  /** Plays that were reported, long enough to count and shorter. */
  readonly counted: number;
  readonly short: number;
}

/**
 * Free plays of a day: the counted plays, the songs that were taken whole without a report, and of those that were
 * reported shorter the ones after the first ten. Nothing else: a skip costs none.
 */
export function freePlaysUsed(tracks: Iterable<TrackDay>): number {
  let [used, believed] = [0, 0];
  for (const { taken, counted, short } of tracks) {
    const uncounted = Math.max(0, taken - counted);
    used += counted + Math.max(0, uncounted - short);
    believed += Math.min(uncounted, short);
  }
  return used + Math.max(0, believed - BELIEVED_SHORT_PLAYS);
}

/**
 * After a change of what opens someone's account, or of where they are paid, nothing leaves it for this long; admins who
 * changed each other's rights count as one.
 */
export const CREDENTIAL_HOLD_MS = 72 * 3_600_000;

/** Tokens that were given settle for this long before the artist can use them. */
export const TOKENS_SETTLE_MS = 72 * 3_600_000;

/** A gift of tokens that was stopped settles after this long, unless an admin gives it back before. */
export const STOPPED_FOR_MS = 72 * 3_600_000;

/** What a side of admins gives out alone, by answers to appeals or by refunds, is added up for this long. */
export const ALONE_MS = 30 * 24 * 3_600_000;
