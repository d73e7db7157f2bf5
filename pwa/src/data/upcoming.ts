import type { CreditsAnswer, Upcoming } from "@contract/releases.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "./query_client.ts";

/** What everybody sees of a release before it is out. */
export function upcomingQuery(id: string) {
  return queryOptions({
    queryKey: ["catalogue", "upcoming", id],
    queryFn: ({ signal }) => api<Upcoming>(`/api/v1/upcoming/${encodeURIComponent(id)}`, { signal }),
    staleTime: STALE.seconds,
  });
}

/** Who made a song. */
export function creditsQuery(trackId: string) {
  return queryOptions({
    queryKey: ["catalogue", "credits", trackId],
    queryFn: ({ signal }) => api<CreditsAnswer>(`/api/v1/tracks/${encodeURIComponent(trackId)}/credits`, { signal }),
    staleTime: STALE.minutes,
  });
}
