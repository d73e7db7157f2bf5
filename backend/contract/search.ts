import type { Track } from "./catalogue.ts";

export const SEARCH_KINDS = ["album", "artist", "track", "playlist"] as const;
export type SearchKind = typeof SEARCH_KINDS[number];

/** What Orin's search looks for: the catalogue's kinds, and the words of Orin's own songs. */
export const SEARCHED = [...SEARCH_KINDS, "lyrics"] as const;
export type Searched = typeof SEARCHED[number];

/** `GET /api/v1/token`: good for the search alone. */
export interface SearchToken {
  accessToken: string;
  tokenType: string;
  expiresIn: number;
}

interface Image {
  url: string;
  width: number | null;
  height: number | null;
}
interface Named {
  id: string;
  name: string;
}

interface FoundAlbumShort {
  id: string;
  name: string;
  images: Image[];
  release_date?: string | undefined;
}

/** What the catalogue's search answers, in Spotify's shape: these fields are always there, more may be. */
export interface FoundTrack {
  id: string;
  name: string;
  artists: Named[];
  album: FoundAlbumShort;
  duration_ms: number;
  /** Null where there is nothing to listen to: then 'No preview available for this item'. */
  preview_url: string | null;
  external_urls: Record<string, string>;
  type: "track";
  uri: string;
  /** Of Orin's own music: the song as every list has it, to be played and to earn. */
  track?: Track | undefined;
}

export interface FoundArtist {
  id: string;
  name: string;
  images: Image[];
  external_urls: Record<string, string>;
  type: "artist";
  uri: string;
}

export interface FoundAlbum extends FoundAlbumShort {
  artists: Named[];
  total_tracks: number;
  external_urls: Record<string, string>;
  type: "album";
  uri: string;
}

export interface FoundPlaylist {
  id: string;
  name: string;
  images: Image[];
  owner: { display_name: string | null };
  external_urls: Record<string, string>;
  type: "playlist";
  uri: string;
}

/** A song that has the words in its lyrics. */
export interface FoundLyrics {
  id: string;
  /** The line that has them. */
  line: string;
  /** When it is sung, where the lyrics are timed. */
  atMs?: number | undefined;
  type: "lyrics";
  track: Track;
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
export interface SearchAnswer {
  tracks?: SearchPage<FoundTrack> | undefined;
  artists?: SearchPage<FoundArtist> | undefined;
  albums?: SearchPage<FoundAlbum> | undefined;
  playlists?: SearchPage<FoundPlaylist> | undefined;
  lyrics?: SearchPage<FoundLyrics> | undefined;
}
