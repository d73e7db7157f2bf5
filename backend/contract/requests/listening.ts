import * as z from "zod/mini";
import { PLAY_SOURCES } from "../listening.ts";
import { MAX_PLAY_AGE_MS, MAX_PLAYS_PER_BATCH, MAX_SEGMENTS_PER_PLAY, MAX_STRETCHES_PER_PLAY } from "../policy.ts";
import { describedAs } from "./described.ts";
import { Id, TimeCursor } from "./ids.ts";

/** No clock of a device is past the year 9999; later moments are no dates for the database. */
export const EpochMs = z.int().check(z.nonnegative(), z.maximum(253_402_300_799_999));
const label = z.string().check(z.maxLength(64), z.regex(/^[\w.:-]*$/));

/** What the API's description says of a field. */
function said<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const Segment = z.tuple([z.int().check(z.nonnegative()), z.int().check(z.positive())]);

/** Whole seconds of the song. */
const place = z.int().check(z.nonnegative(), z.maximum(86_400));

/** One listen of one track, cumulative: a later report of the same `playId` only ever raises `listenedMs`. */
export const PlayReport = z.object({
  playId: said(
    z.clone(Id),
    "Made by the client, a UUIDv7: one for each listen of a song, the same in each report of it",
  ),
  trackId: Id,
  startedAt: said(
    z.clone(EpochMs),
    "On the device's clock, epoch ms. The service corrects it by when it receives sentAt",
  ),
  listenedMs: said(z.int().check(z.positive(), z.maximum(MAX_PLAY_AGE_MS)), "So far in this play, ms"),
  segments: z.optional(
    said(
      z.array(Segment).check(z.maxLength(MAX_SEGMENTS_PER_PLAY)),
      "When it sounded: from how many ms after startedAt, and for how many. Left out it sounded without a break",
    ),
  ),
  offline: said(z.optional(z.boolean()), "Whether it was played from a saved song"),
  deviceId: z.optional(z.clone(label)),
  /** Anything unknown is "other": it never costs a play. */
  source: said(z.optional(z.catch(label, "other")), `Where it was started: ${PLAY_SOURCES.join(", ")}`),
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
  sentAt: said(z.clone(EpochMs), "Now, on the device's clock, epoch ms"),
  plays: z.array(describedAs(z.unknown(), PlayReport)).check(
    z.minLength(1),
    z.maxLength(MAX_PLAYS_PER_BATCH),
  ),
});
export type PlayBatch = z.infer<typeof PlayBatch>;

/** `cursor`: the last play of the page before. */
export const PlayHistoryQuery = z.object({ cursor: z.optional(TimeCursor) });
