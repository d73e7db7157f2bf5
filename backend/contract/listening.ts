import * as z from "zod/mini";
import { Id } from "./ids.ts";
import { MAX_PLAY_AGE_MS, MAX_PLAYS_PER_BATCH, MAX_SEGMENTS_PER_PLAY } from "./policy.ts";

/** No clock of a device is past the year 9999; later moments are no dates for the database. */
export const EpochMs = z.int().check(z.nonnegative(), z.maximum(253_402_300_799_999));
const label = z.string().check(z.maxLength(64), z.regex(/^[\w.:-]*$/));

/** `[offsetMs, lengthMs]`: a stretch of really heard time, `offsetMs` after `startedAt` on the device's clock. */
export const Segment = z.tuple([z.int().check(z.nonnegative()), z.int().check(z.positive())]);
export type Segment = z.infer<typeof Segment>;

/** One listen of one track, cumulative: a later report of the same `playId` only ever raises `listenedMs`. */
export const PlayReport = z.object({
  playId: Id,
  trackId: Id,
  /** Device clock, epoch ms. The service corrects it by `receivedAt - sentAt`. */
  startedAt: EpochMs,
  /** At most as long as a play may be reported for. */
  listenedMs: z.int().check(z.positive(), z.maximum(MAX_PLAY_AGE_MS)),
  segments: z.optional(z.array(Segment).check(z.maxLength(MAX_SEGMENTS_PER_PLAY))),
  offline: z.optional(z.boolean()),
  deviceId: z.optional(label),
  source: z.optional(label),
  quality: z.optional(label),
});
export type PlayReport = z.infer<typeof PlayReport>;

/** `POST /api/v1/plays`. The plays are parsed one by one, so that one bad row never costs its neighbours. */
export const PlayBatch = z.object({
  sentAt: EpochMs,
  plays: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_PLAYS_PER_BATCH)),
});
export type PlayBatch = z.infer<typeof PlayBatch>;

const PLAY_STATUSES = ["accepted", "duplicate", "capped", "refused"] as const;
export type PlayStatus = typeof PLAY_STATUSES[number];

/** Why a play earned less than it claimed, or nothing. */
const PLAY_REASONS = [
  "overlap",
  "already_earned",
  "daily_cap",
  "pool_empty",
  "own_track",
  "too_old",
  "future",
  "before_account",
  "too_many_reports",
  "other_owner",
  "other_track",
  "unknown_track",
  "invalid",
] as const;
export type PlayReason = typeof PLAY_REASONS[number];

/** The service's answer for one play: `tokens` is what the play has earned in total so far. */
export const PlayResult = z.object({
  playId: z.string(),
  status: z.enum(PLAY_STATUSES),
  tokens: z.number(),
  reason: z.optional(z.enum(PLAY_REASONS)),
});
export type PlayResult = z.infer<typeof PlayResult>;

export const PlayBatchAnswer = z.object({ results: z.array(PlayResult), newBalance: z.number() });
export type PlayBatchAnswer = z.infer<typeof PlayBatchAnswer>;

/** `GET /api/v1/free-plays`. */
export const FreePlays = z.object({
  isSubscribed: z.boolean(),
  freePlayLimit: z.number(),
  usedFreePlays: z.number(),
  remainingFreePlays: z.number(),
  subscriptionMessage: z.string(),
  /** What the caps and the pool still give today, in ms of rewarded listening and in tokens. */
  rewardedMsLeftToday: z.number(),
  poolTokensLeftToday: z.number(),
});
export type FreePlays = z.infer<typeof FreePlays>;

/** The answer of `POST /api/v1/play/:trackId` (spec 2, section 3: play reward), with our fields beside. */
export const PlayReward = z.object({
  playId: z.string(),
  status: z.enum(PLAY_STATUSES),
  reason: z.optional(z.enum(PLAY_REASONS)),
  tokens: z.number(),
  newBalance: z.number(),
  message: z.string(),
  freePlayCount: z.number(),
  freePlayLimit: z.number(),
  alreadyEarned: z.boolean(),
  /** What the track can still earn the listener today, and how long a hundredth of a token takes. */
  tokensLeftToday: z.number(),
  rewardMsPerUnit: z.number(),
});
export type PlayReward = z.infer<typeof PlayReward>;

/** One entry of `GET /api/v1/play-history`, which is also the play's receipt. */
export const PlayHistoryEntry = z.object({
  _id: z.string(),
  trackId: z.object({ _id: z.string(), title: z.string(), artist: z.string(), coverImageUrl: z.string() }),
  /** Minutes with two decimals, as documented. */
  durationPlayed: z.number(),
  tokensEarned: z.number(),
  playedAt: z.string(),
  listenedMs: z.number(),
  creditedMs: z.number(),
  status: z.enum(PLAY_STATUSES),
  reason: z.optional(z.enum(PLAY_REASONS)),
  policyVersion: z.number(),
  offline: z.boolean(),
});
export type PlayHistoryEntry = z.infer<typeof PlayHistoryEntry>;

export const PlayHistory = z.object({
  playHistory: z.array(PlayHistoryEntry),
  /** All plays of the listener; on the first page only. */
  playCount: z.optional(z.number()),
  nextCursor: z.optional(z.string()),
});
export type PlayHistory = z.infer<typeof PlayHistory>;

/** `GET /api/v1/track-earnings/:trackId`: what a track has earned the caller; zeros where it was not heard. */
export const TrackEarnings = z.object({
  trackId: z.string(),
  tokens: z.number(),
  /** Every play of the caller that was reported, whether it earned or not. */
  plays: z.number(),
  creditedMs: z.number(),
  lastPlayedAt: z.optional(z.string()),
});
export type TrackEarnings = z.infer<typeof TrackEarnings>;

/** `GET /api/v1/stream/:trackId?quality=`. */
export const StreamGrant = z.object({
  streamUrl: z.string(),
  expiresAt: z.string(),
  remainingFreePlays: z.number(),
  /** What is given; `message` says why it is less than what was asked for. */
  quality: z.optional(z.enum(["saver", "normal", "high"])),
  message: z.optional(z.string()),
});
export type StreamGrant = z.infer<typeof StreamGrant>;

export const QUALITIES = ["saver", "normal", "high"] as const;
/** saver 48, normal 96, high 160 kbit/s AAC. */
export type Quality = typeof QUALITIES[number];
