import type { InsightBeside, Insights, TrackMoments } from "@contract/insights.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";
import { STALE } from "./query_client.ts";

/** The days and the song that are asked about: Lagos days (YYYY-MM-DD); an empty `trackId` is all songs. */
interface InsightQuestion {
  readonly from: string;
  readonly to: string;
  readonly trackId: string;
}

/** Who hears the creator's music, beside the time before or a year ago. */
export function insightsQuery({ from, to, trackId, beside }: InsightQuestion & { readonly beside: InsightBeside }) {
  const track = trackId === "" ? "" : `&trackId=${trackId}`;
  const path = `/api/v1/creator-stats/insights?from=${from}&to=${to}&beside=${beside}${track}`;
  return queryOptions({
    queryKey: ["creator", "insights", from, to, trackId, beside],
    queryFn: ({ signal }) => artistApi<Insights>(path, { signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** Which parts of a song are heard. */
export function momentsQuery({ from, to, trackId }: InsightQuestion) {
  return queryOptions({
    queryKey: ["creator", "moments", from, to, trackId],
    queryFn: ({ signal }) =>
      artistApi<TrackMoments>(`/api/v1/creator-stats/moments/${trackId}?from=${from}&to=${to}`, { signal }),
    staleTime: STALE.minute,
    enabled: trackId !== "",
  });
}
