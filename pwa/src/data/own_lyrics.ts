import { getLyricsSource } from "@contract/calls/uploads.ts";
import { askAsArtist } from "../lib/acting.ts";
import type { OwnLyrics } from "@contract/lyrics.ts";
import { queryOptions } from "@tanstack/react-query";

/** The lyrics of one's own song as they were given, to change them. */
export function lyricsSourceQuery(trackId: string) {
  return queryOptions({
    queryKey: ["creator", "lyrics", trackId],
    queryFn: async ({ signal }): Promise<OwnLyrics | null> =>
      (await askAsArtist(getLyricsSource, { trackId, signal })).source,
    staleTime: 0,
    gcTime: 0,
  });
}
