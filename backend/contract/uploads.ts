import * as z from "zod/mini";
import { Genre, Track } from "./catalogue.ts";

/** Recordings in bytes unless the installation says otherwise; pictures always. */
export const MAX_AUDIO_MB = 200;
export const MAX_PICTURE_BYTES = 10 * 1_048_576;
/** Of a client's own unfinished requests: more wait for these. */
export const MAX_UPLOADS_AT_ONCE = 4;

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const genre = z.pipe(z.string().check(z.trim(), z.toLowerCase()), Genre);

/** The end of early access for Premium, as an ISO time; "none" opens it to everyone. */
const earlyAccessUntil = z.union([z.literal("none"), z.iso.datetime({ error: "Please enter a date and a time" })]);

/** The texts of an upload's form. `duration` is what the client believes: the service measures its own. */
export const UploadFields = z.object({
  title: line(200),
  artist: line(120),
  genre,
  duration: line(20),
  album: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The place on the album, from 1. */
  trackNumber: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(999))),
  downloadable: z._default(z.enum(["true", "false"]), "true"),
  earlyAccessUntil: z.optional(earlyAccessUntil),
});
export type UploadFields = z.infer<typeof UploadFields>;

/** `PUT /api/v1/tracks/:id`: what is left out stays. With a new `coverImage` it is a form, else JSON. */
export const TrackEdit = z.partial(z.object({ title: line(200), genre, downloadable: z.boolean(), earlyAccessUntil }));
export type TrackEdit = z.infer<typeof TrackEdit>;

export const TRACK_STATES = ["processing", "ready", "failed"] as const;
export type TrackState = typeof TRACK_STATES[number];

/** A track as its owner sees it. `audioUrl` is empty until the first rendition stands. */
export const OwnTrack = z.extend(Track, {
  state: z.enum(TRACK_STATES),
  /** Why it failed, in words for the creator. */
  reason: z.optional(z.string()),
  trackNumber: z.optional(z.number()),
  downloadable: z.boolean(),
});
export type OwnTrack = z.infer<typeof OwnTrack>;

/** `GET /api/v1/my-tracks`, newest first. */
export const MyTracks = z.object({ success: z.boolean(), tracks: z.array(OwnTrack) });
export type MyTracks = z.infer<typeof MyTracks>;

/** `POST /api/v1/upload`. */
export const UploadAnswer = z.object({ success: z.boolean(), message: z.string(), trackId: z.string() });
export type UploadAnswer = z.infer<typeof UploadAnswer>;
