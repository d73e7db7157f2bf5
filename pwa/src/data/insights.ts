import { comparePlays, creatorInsights, retentionCurve } from "@contract/calls/artists.ts";
import { playlistsWithSong } from "@contract/calls/playlists.ts";
import { askAsArtist } from "../lib/acting.ts";
import type { InsightBeside } from "@contract/insights.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** The days and the song that are asked about: Lagos days (YYYY-MM-DD); an empty `trackId` is all songs. */
interface InsightQuestion {
  readonly from: string;
  readonly to: string;
  readonly trackId: string;
}

/** Who hears the creator's music, beside the time before or a year ago. */
export function insightsQuery({ from, to, trackId, beside }: InsightQuestion & { readonly beside: InsightBeside }) {
  const query = { from, to, beside, trackId: trackId || undefined };
  return queryOptions({
    queryKey: ["creator", "insights", from, to, trackId, beside],
    queryFn: ({ signal }) => askAsArtist(creatorInsights, { query, signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** Which parts of a song are heard. */
export function momentsQuery({ from, to, trackId }: InsightQuestion) {
  return queryOptions({
    queryKey: ["creator", "moments", from, to, trackId],
    queryFn: ({ signal }) => askAsArtist(retentionCurve, { trackId, query: { from, to }, signal }),
    staleTime: STALE.minute,
    enabled: trackId !== "",
  });
}

/** The plays of each day beside those of another song (`other`), or, where that is empty, of the time before. */
export function comparedQuery(
  { from, to, trackId, beside, other }: InsightQuestion & { readonly beside: InsightBeside; readonly other: string },
) {
  const query = { from, to, beside, trackId: trackId || undefined, with: other || undefined };
  return queryOptions({
    queryKey: ["creator", "compared", from, to, trackId, beside, other],
    queryFn: ({ signal }) => askAsArtist(comparePlays, { query, signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** The public playlists that hold an own song. */
export function playlistsWithSongQuery(trackId: string) {
  return queryOptions({
    queryKey: ["creator", "playlists", trackId],
    queryFn: async ({ signal }) => (await askAsArtist(playlistsWithSong, { trackId, signal })).playlists,
    staleTime: STALE.minute,
  });
}
