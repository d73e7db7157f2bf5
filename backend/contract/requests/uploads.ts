import * as z from "zod/mini";
import { GENRES } from "../catalogue.ts";
import { isPlainText } from "../text.ts";
import { Id } from "./ids.ts";

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** Other people read it: no character may turn the text around it. */
const shown = (name: string, max: number) =>
  line(max).check(z.refine(isPlainText, `${name} has characters that cannot be shown`));
export const Genre = z.enum(GENRES);
const genre = z.pipe(z.string().check(z.trim(), z.toLowerCase()), Genre);

/** The end of early access for Premium, as an ISO time; "none" opens it to everyone. */
const earlyAccessUntil = z.union([z.literal("none"), z.iso.datetime({ error: "Please enter a date and a time" })]);

/** The texts of an upload's form. `duration` is what the client believes: the service measures its own. */
export const UploadFields = z.object({
  title: shown("Title", 200),
  artist: shown("Artist", 120),
  genre,
  duration: line(20),
  album: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The place on the album, from 1. */
  trackNumber: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(999))),
  downloadable: z._default(z.enum(["true", "false"]), "true"),
  earlyAccessUntil: z.optional(earlyAccessUntil),
  /** In place of `audioFile`: a recording that was sent in pieces (`/api/v1/uploads`). Sent twice it is one song. */
  uploadId: z.optional(Id),
});
export type UploadFields = z.infer<typeof UploadFields>;

/** `PUT /api/v1/tracks/:id`: what is left out stays. With a new `coverImage` it is a form, else JSON. */
const details = z.partial(z.object({ title: line(200), genre, downloadable: z.boolean(), earlyAccessUntil }));
/** `was` is what a form showed when it was loaded: it is refused where another change came first. */
export const TrackEdit = z.extend(details, { title: z.optional(shown("Title", 200)), was: z.optional(details) });
export type TrackEdit = z.infer<typeof TrackEdit>;
