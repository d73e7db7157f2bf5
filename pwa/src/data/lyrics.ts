import { getLyrics } from "@contract/calls/uploads.ts";
import { ask } from "../lib/ask.ts";
import type { Lyrics } from "@contract/lyrics.ts";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../lib/api_error.ts";
import { appSaved, getSaved } from "../lib/saved/app_saved.ts";
import { STALE } from "./query_client.ts";

/** The lyrics of a song, null where it has none. Without a network what was saved with the song answers. */
export function lyricsQuery(trackId: string) {
  return queryOptions({
    queryKey: ["catalogue", "lyrics", trackId],
    queryFn: async ({ signal }): Promise<Lyrics | null> => {
      const saved = getSaved()?.tracks.find((one) => one.trackId === trackId);
      try {
        const { lyrics } = await ask(getLyrics, { trackId, signal, withToken: false });
        if (saved && saved.lyrics?.updatedAt !== lyrics?.updatedAt) {
          void appSaved().then((library) => library.keepLyrics(trackId, lyrics));
        }
        return lyrics;
      } catch (error) {
        if (saved?.lyrics && error instanceof ApiError && error.kind === "network") return saved.lyrics;
        throw error;
      }
    },
    staleTime: STALE.minutes,
  });
}
