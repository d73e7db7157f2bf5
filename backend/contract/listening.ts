/** `[offsetMs, lengthMs]`: a stretch of really heard time, `offsetMs` after `startedAt` on the device's clock. */
export type Segment = [number, number];

export type PlayStatus = "accepted" | "duplicate" | "capped" | "refused";

/** Why a play earned less than it claimed, or nothing. */
export type PlayReason = RecordedReason | RefusedReason;

/** Those that a recorded play can have. Creators and admins read them, too, so each has words for all readers. */
export type RecordedReason =
  | "overlap"
  | "already_earned"
  | "not_delivered"
  | "not_available"
  | "free_plays_used"
  | "level_cap"
  | "daily_cap"
  | "pool_empty"
  | "own_track"
  | "too_old"
  | "future"
  | "before_account";

/** Those of refused reports alone: nothing is recorded, and only the listener reads them. */
type RefusedReason =
  | "too_many_reports"
  | "other_owner"
  | "other_track"
  | "unknown_track"
  | "invalid";

/** Where a play was started, as artists see it; anything else is "other". */
export const PLAY_SOURCES = [
  ...["songs", "search", "artist", "album", "release", "playlist", "radio", "mix", "orin-next", "track", "share"],
  ...["link", "embed", "liked", "recent", "for-you", "followed", "new-releases", "discover", "chart"],
  ...["saved", "queue", "own", "offline", "unknown", "other"],
] as const;

/** The service's answer for one play: `tokens` is what the play has earned in total so far. */
export interface PlayResult {
  playId: string;
  status: PlayStatus;
  tokens: number;
  reason?: PlayReason | undefined;
  /** Of a play that could not be read: which of its fields is wrong, such as `listenedMs` or `segments.0.1`, or `plays.2` where its id cannot be read. */
  field?: string;
}

export interface PlayBatchAnswer {
  results: PlayResult[];
  newBalance: number;
}

/** `GET /api/v1/free-plays`. */
export interface FreePlays {
  isSubscribed: boolean;
  freePlayLimit: number;
  usedFreePlays: number;
  remainingFreePlays: number;
  subscriptionMessage: string;
  /** What the caps and the pool still give today, in ms of rewarded listening and in tokens. */
  rewardedMsLeftToday: number;
  poolTokensLeftToday: number;
  /** Why the next song would earn nothing, in words; left out while it would. */
  earningNotice?: string | undefined;
}

/** The answer of `POST /api/v1/play/:trackId` (spec 2, section 3: play reward), with our fields beside. */
export interface PlayReward {
  playId: string;
  status: PlayStatus;
  reason?: PlayReason | undefined;
  tokens: number;
  newBalance: number;
  message: string;
  freePlayCount: number;
  freePlayLimit: number;
  alreadyEarned: boolean;
  /** What the track can still earn the listener today, and how long a hundredth of a token takes. */
  tokensLeftToday: number;
  rewardMsPerUnit: number;
}

/**
 * What became of a play's reward: it settles until a moment, is held while we check it, or was voided, in whole or in
 * part. Times as ISO text.
 */
export type Settlement =
  | { state: "settling"; until: string }
  | { state: "held"; since: string; reason: string }
  | { state: "voided"; tokens: number; reason: string };

/** One entry of `GET /api/v1/play-history`, which is also the play's receipt. */
export interface PlayHistoryEntry {
  _id: string;
  trackId: { _id: string; title: string; artist: string; coverImageUrl: string };
  /** Minutes with two decimals, as documented. */
  durationPlayed: number;
  tokensEarned: number;
  playedAt: string;
  listenedMs: number;
  creditedMs: number;
  status: PlayStatus;
  reason?: PlayReason | undefined;
  policyVersion: number;
  offline: boolean;
  /** Left out where the reward can be spent, and where there is none. */
  settlement?: Settlement | undefined;
}

export interface PlayHistory {
  playHistory: PlayHistoryEntry[];
  /** All plays of the listener; on the first page only. */
  playCount?: number | undefined;
  nextCursor?: string | undefined;
}

/** `GET /api/v1/track-earnings/:trackId`: what a track has earned the caller; zeros where it was not heard. */
export interface TrackEarnings {
  trackId: string;
  tokens: number;
  /** Every play of the caller that was reported, whether it earned or not. */
  plays: number;
  creditedMs: number;
  lastPlayedAt?: string | undefined;
}

/** `GET /api/v1/stream/:trackId?quality=`. */
export interface StreamGrant {
  streamUrl: string;
  expiresAt: string;
  remainingFreePlays: number;
  /** What is given; `message` says why it is less than what was asked for. */
  quality?: "saver" | "normal" | "high" | undefined;
  message?: string | undefined;
}

export const QUALITIES = ["saver", "normal", "high"] as const;
/** saver 48, normal 96, high 160 kbit/s AAC. */
export type Quality = typeof QUALITIES[number];
