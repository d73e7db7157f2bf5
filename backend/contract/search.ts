import * as z from "zod/mini";
import { Track } from "./catalogue.ts";
import { hasSomethingToSee } from "./text.ts";

export const SEARCH_KINDS = ["album", "artist", "track", "playlist"] as const;
export type SearchKind = typeof SEARCH_KINDS[number];

/** `GET /api/v1/search?q&type&limit`: `type` may name several kinds, with commas between. */
export const SearchQuery = z.object({
  q: z.string("Type what you are looking for.").check(
    z.trim(),
    z.refine(hasSomethingToSee, "Type what you are looking for."),
    z.maxLength(120, "The search is too long: at most 120 characters."),
  ),
  type: z._default(
    z.string().check(z.regex(/^(album|artist|track|playlist)(,(album|artist|track|playlist)){0,3}$/)),
    "track",
  ),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10)), 10),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(990)), 0),
});

/** `GET /api/v1/token`: good for the search alone. */
export const SearchToken = z.object({ accessToken: z.string(), tokenType: z.string(), expiresIn: z.number() });
export type SearchToken = z.infer<typeof SearchToken>;

const image = z.object({ url: z.string(), width: z.nullable(z.number()), height: z.nullable(z.number()) });
const named = z.object({ id: z.string(), name: z.string() });
const links = z.record(z.string(), z.string());

const FoundAlbumShort = z.object({
  id: z.string(),
  name: z.string(),
  images: z.array(image),
  release_date: z.optional(z.string()),
});

/** What the catalogue's search answers, in Spotify's shape: these fields are always there, more may be. */
export const FoundTrack = z.object({
  id: z.string(),
  name: z.string(),
  artists: z.array(named),
  album: FoundAlbumShort,
  duration_ms: z.number(),
  /** Null where there is nothing to listen to: then 'No preview available for this item'. */
  preview_url: z.nullable(z.string()),
  external_urls: links,
  type: z.literal("track"),
  uri: z.string(),
  /** Of Orin's own music: the song as every list has it, to be played and to earn. */
  track: z.optional(Track),
});
export type FoundTrack = z.infer<typeof FoundTrack>;

export const FoundArtist = z.object({
  id: z.string(),
  name: z.string(),
  images: z.array(image),
  external_urls: links,
  type: z.literal("artist"),
  uri: z.string(),
});
export type FoundArtist = z.infer<typeof FoundArtist>;

export const FoundAlbum = z.object({
  ...FoundAlbumShort.shape,
  artists: z.array(named),
  total_tracks: z.number(),
  external_urls: links,
  type: z.literal("album"),
  uri: z.string(),
});
export type FoundAlbum = z.infer<typeof FoundAlbum>;

export const FoundPlaylist = z.object({
  id: z.string(),
  name: z.string(),
  images: z.array(image),
  owner: z.object({ display_name: z.nullable(z.string()) }),
  external_urls: links,
  type: z.literal("playlist"),
  uri: z.string(),
});
export type FoundPlaylist = z.infer<typeof FoundPlaylist>;

function page<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    href: z.string(),
    limit: z.number(),
    next: z.nullable(z.string()),
    offset: z.number(),
    previous: z.nullable(z.string()),
    total: z.number(),
    items: z.array(item),
  });
}
export interface SearchPage<Item> {
  readonly href: string;
  readonly limit: number;
  readonly next: string | null;
  readonly offset: number;
  readonly previous: string | null;
  readonly total: number;
  readonly items: Item[];
}

/** One object for each kind that was asked for. */
export const SearchAnswer = z.object({
  tracks: z.optional(page(FoundTrack)),
  artists: z.optional(page(FoundArtist)),
  albums: z.optional(page(FoundAlbum)),
  playlists: z.optional(page(FoundPlaylist)),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
