import * as z from "zod/mini";
import { MAX_PLAY_AGE_MS, MAX_PLAYS_PER_BATCH, MAX_SEGMENTS_PER_PLAY, MAX_STRETCHES_PER_PLAY } from "../policy.ts";
import { Id } from "./ids.ts";

/** No clock of a device is past the year 9999; later moments are no dates for the database. */
export const EpochMs = z.int().check(z.nonnegative(), z.maximum(253_402_300_799_999));
const label = z.string().check(z.maxLength(64), z.regex(/^[\w.:-]*$/));

const Segment = z.tuple([z.int().check(z.nonnegative()), z.int().check(z.positive())]);

/** Whole seconds of the song. */
const place = z.int().check(z.nonnegative(), z.maximum(86_400));

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
  /** Where it was started: one of PLAY_SOURCES. Anything else is "other": it never costs a play. */
  source: z.optional(z.catch(label, "other")),
  /**
   * Which stretches of the song were heard, from and to, in the order in which they were: artists see where people leave.
   * It earns nothing, and what cannot be read is left out.
   */
  heard: z.optional(z.catch(z.array(z.tuple([place, place])).check(z.maxLength(MAX_STRETCHES_PER_PLAY)), [])),
  quality: z.optional(label),
});
export type PlayReport = z.infer<typeof PlayReport>;

/** `POST /api/v1/plays`. The plays are parsed one by one, so that one bad row never costs its neighbours. */
export const PlayBatch = z.object({
  sentAt: EpochMs,
  plays: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_PLAYS_PER_BATCH)),
});
export type PlayBatch = z.infer<typeof PlayBatch>;
