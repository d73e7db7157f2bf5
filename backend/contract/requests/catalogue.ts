import * as z from "zod/mini";
import { SLIDE_LISTS } from "../discover.ts";
import { QUALITIES } from "../listening.ts";
import { SLOWEST_SPEED } from "../policy.ts";
import { Id } from "./ids.ts";
import { Genre } from "./uploads.ts";

/** The tracks with a heart, page by page. */
export const HeartsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  /** The last track of the page before. */
  cursor: z.optional(Id),
  quality: z._default(z.enum(QUALITIES), "normal"),
  deviceId: z.optional(z.string()),
});

/** Of which quality the signed addresses of tracks are. */
export const QualityQuery = z.object({
  quality: z._default(z.enum(QUALITIES), "normal"),
  deviceId: z.optional(z.string()),
});

/** All albums, or those of an artist. */
export const AlbumsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  artistId: z.optional(Id),
  /** The last album of the page before. */
  cursor: z.optional(Id),
});

/** How many of the week's artists. */
export const TopArtistsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

/** All artists, page by page. */
export const ArtistsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
  /** The last artist of the page before. */
  cursor: z.optional(Id),
});

/** `quality` is that of the signed addresses: a phone that saves data asks for `saver`. */
export const TrackPageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(80))),
  quality: z._default(z.enum(QUALITIES), "normal"),
  deviceId: z.optional(z.string()),
});

/** Published tracks, page by page. */
export const TracksQuery = z.extend(TrackPageQuery, {
  genre: z.optional(Genre),
  artistId: z.optional(Id),
  /** The list behind a slide of the carousel: it has one page and its own order. */
  list: z.optional(z.enum(SLIDE_LISTS)),
});

const SPEED_WORDS = "The speed is a number from 0.5 to 2";

/** How a track will be heard. */
export const StreamQuery = z.object({
  quality: z._default(z.enum(QUALITIES), "normal"),
  deviceId: z.optional(z.string()),
  /** How fast the song will be heard, times the clock. */
  speed: z.optional(
    z.coerce.number(SPEED_WORDS).check(z.minimum(SLOWEST_SPEED, SPEED_WORDS), z.maximum(2, SPEED_WORDS)),
  ),
});

/** The same on another site. */
export const EmbeddedStreamQuery = z.object({ quality: z._default(z.enum(QUALITIES), "normal") });

const SIZE_WORDS = "maxwidth and maxheight are whole numbers of pixels";
const Size = z.optional(z.coerce.number(SIZE_WORDS).check(z.int(SIZE_WORDS), z.minimum(1, SIZE_WORDS)));

/** As https://oembed.com says. */
export const OEmbedQuery = z.object({
  url: z.string("url is the address of a song's page"),
  format: z._default(z.string(), "json"),
  maxwidth: Size,
  maxheight: Size,
});
