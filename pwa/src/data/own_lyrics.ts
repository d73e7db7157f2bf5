import type { LyricsSourceAnswer, OwnLyrics } from "@contract/lyrics.ts";
import { queryOptions } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";

/** The lyrics of one's own song as they were given, to change them. */
export function lyricsSourceQuery(trackId: string) {
  return queryOptions({
    queryKey: ["creator", "lyrics", trackId],
    queryFn: async ({ signal }): Promise<OwnLyrics | null> =>
      (await artistApi<LyricsSourceAnswer>(`/api/v1/tracks/${trackId}/lyrics/source`, { signal })).source,
    staleTime: 0,
    gcTime: 0,
  });
}
