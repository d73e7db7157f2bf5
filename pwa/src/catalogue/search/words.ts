import type { Searched } from "@contract/search.ts";

/** The kinds in the order in which they stand below one another. */
export const KINDS = ["track", "artist", "album", "playlist", "lyrics"] as const satisfies readonly Searched[];

/** What a kind is called over its results. */
export const KIND_NAMES: Readonly<Record<Searched, string>> = {
  track: "Songs",
  artist: "Artists",
  album: "Albums",
  playlist: "Playlists",
  lyrics: "Lyrics",
};
