import * as z from "zod/mini";
import { LYRICS_LANGUAGES } from "../lyrics.ts";
import { isrcOf, MOST_CREDITED, MOST_SONGS, OWNERSHIPS, SOCIETIES, upcOf } from "../releases.ts";
import { RELEASE_KINDS } from "../release_kinds.ts";
import { Id } from "./ids.ts";
import { line, optionalLine } from "./text.ts";
import { Genre } from "./uploads.ts";

const kind = z.enum(RELEASE_KINDS);
const moment = z.iso.datetime({ error: "Please enter a date and a time" });

/** `POST /api/v1/releases`. */
export const NewRelease = z.object({ kind: z._default(kind, "single"), title: line("Title", 200) });
export type NewRelease = z.infer<typeof NewRelease>;

const upc = z.string().check(
  z.trim(),
  z.maxLength(40),
  z.refine(
    (text) => text === "" || upcOf(text) !== undefined,
    "This is no UPC: it has 12 or 13 digits, and the last one checks the others",
  ),
);

const details = z.partial(z.object({ kind, title: line("Title", 200), genre: Genre, upc }));
/** `PUT /api/v1/releases/{releaseId}`: what is left out stays; `was` is what the form showed when it was loaded. */
export const ReleaseEdit = z.extend(details, { was: z.optional(details) });
export type ReleaseEdit = z.infer<typeof ReleaseEdit>;

const songs = z.array(Id).check(z.maxLength(MOST_SONGS.album));
/** `PUT /api/v1/releases/{releaseId}/order`: all songs of the release, in their order. */
export const ReleaseOrder = z.object({ trackIds: songs, was: z.optional(songs) });

/** `PUT /api/v1/releases/{releaseId}/declaration`. */
export const Declaration = z.object({
  ownership: z.enum(OWNERSHIPS, "Please say whose recording it is"),
  society: z.enum(SOCIETIES, "Please say which society collects for you"),
  societyNumber: z._default(optionalLine("Number", 60), ""),
  /** The sentence that the artist agreed to is beside the button. */
  agreed: z.literal(true, "Please confirm that this is true"),
});
export type Declaration = z.infer<typeof Declaration>;

/** `PUT /api/v1/releases/{releaseId}/date`. Without `earlyAccessUntil` everyone hears it immediately. */
export const ReleaseDate = z.object({
  releaseAt: moment,
  earlyAccessUntil: z.optional(moment),
  /** The date that the form showed, null for none. Left out, the last one wins. */
  was: z.optional(z.nullable(moment)),
});
export type ReleaseDate = z.infer<typeof ReleaseDate>;

const people = (name: string) => z.array(line(name, 120)).check(z.maxLength(MOST_CREDITED));
const credits = z.partial(z.object({
  writers: people("Writer"),
  producers: people("Producer"),
  isrc: z.string().check(
    z.trim(),
    z.maxLength(40),
    z.refine(
      (text) => text === "" || isrcOf(text) !== undefined,
      "This is no ISRC: it has two letters, three letters or digits, the year and five digits, like NG-A01-26-00001",
    ),
  ),
  explicit: z.boolean(),
  language: z.enum(LYRICS_LANGUAGES),
}));
/** `PUT /api/v1/tracks/{trackId}/credits`: what is left out stays. */
export const CreditsEdit = z.extend(credits, { was: z.optional(credits) });
export type CreditsEdit = z.infer<typeof CreditsEdit>;

/** `PUT /api/v1/my-tracks`: several songs of one's own, all of them or none. What is left out stays. */
export const TracksEdit = z.extend(
  z.partial(
    z.object({ genre: Genre, downloadable: z.boolean(), writers: people("Writer"), producers: people("Producer") }),
  ),
  { trackIds: z.array(Id).check(z.minLength(1), z.maxLength(100)) },
);
export type TracksEdit = z.infer<typeof TracksEdit>;

/** `PUT /api/v1/features/{trackId}`: the answer of the artist who was asked. */
export const FeatureAnswer = z.object({ accept: z.boolean() });
/** `POST /api/v1/tracks/{trackId}/features`: whom to ask, by the id or the exact name of their page. */
export const FeatureAsking = z.object({ artistId: z.optional(Id), name: z.optional(line("Name", 120)) });
