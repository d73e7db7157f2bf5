import * as z from "zod/mini";
import { GENRES } from "../catalogue.ts";
import { describedAs } from "./described.ts";
import { Id } from "./ids.ts";
import { line, optionalLine } from "./text.ts";

export const Genre = z.enum(GENRES);
const genre = describedAs(z.pipe(z.string().check(z.trim(), z.toLowerCase()), Genre), Genre);

/** The end of early access for Premium, as an ISO time; "none" opens it to everyone. */
const earlyAccessUntil = z.union([z.literal("none"), z.iso.datetime({ error: "Please enter a date and a time" })]);

/** The texts of an upload's form. `duration` is what the client believes: the service measures its own. */
export const UploadFields = z.object({
  title: line("Title", 200),
  /** Left out for a song of a release, it is the name of the artist's page; else it is required. */
  artist: z.optional(line("Artist", 120)),
  genre,
  duration: line("Duration", 20),
  album: z.optional(optionalLine("Album", 200)),
  /** The place on the album, from 1. */
  trackNumber: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(999))),
  downloadable: z._default(z.enum(["true", "false"]), "true"),
  earlyAccessUntil: z.optional(earlyAccessUntil),
  /** In place of `audioFile`: a recording that was sent in pieces (`/api/v1/uploads`). Sent twice it is one song. */
  uploadId: z.optional(Id),
  /** The draft that the song belongs to; without one it comes out as soon as it is ready. */
  releaseId: z.optional(Id),
  /** Where Orin has the artist's recording already: it waits for their answer, or both stay and the answer says so. */
  sameRecording: z._default(z.enum(["ask", "keep"]), "keep"),
});
export type UploadFields = z.infer<typeof UploadFields>;

/** `PUT /api/v1/tracks/:id`: what is left out stays. With a new `coverImage` it is a form, else JSON. */
const details = z.partial(z.object({
  title: line("Title", 200),
  artist: line("Artist", 120),
  /** Empty for a song that is on none. */
  album: optionalLine("Album", 200),
  /** From 1; 0 for none. */
  trackNumber: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999)),
  genre,
  downloadable: z.boolean(),
  earlyAccessUntil,
}));
/** `was` is what a form showed when it was loaded: it is refused where another change came first. */
const shownBefore = z.extend(details, {
  title: z.optional(z.string()),
  artist: z.optional(z.string()),
  album: z.optional(z.string()),
});
export const TrackEdit = z.extend(details, { was: z.optional(shownBefore) });
export type TrackEdit = z.infer<typeof TrackEdit>;

/** `wait`: for how many seconds the answer may wait for the check to end. */
export const UploadQuery = z.object({
  wait: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20)), 0),
});
