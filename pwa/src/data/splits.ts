import type { OwnShares, SplitArtists, SplitInvitation, TrackSplit } from "@contract/splits.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "./query_client.ts";

/** Who shares a song of one's own. */
export function trackSplitQuery(trackId: string) {
  return queryOptions({
    queryKey: ["creator", "split", trackId],
    queryFn: ({ signal }) => api<TrackSplit>(`/api/v1/tracks/${trackId}/split`, { signal }),
    staleTime: STALE.seconds,
  });
}

/** One's shares of others' songs. */
export const ownSharesQuery = queryOptions({
  queryKey: ["creator", "shares"],
  queryFn: ({ signal }) => api<OwnShares>("/api/v1/shares", { signal }),
  staleTime: STALE.seconds,
});

/** What a link asks; who is logged in makes a difference. */
export function splitInvitationQuery(token: string, userId: string) {
  return queryOptions({
    queryKey: ["creator", "split-invitation", token, userId],
    queryFn: ({ signal }) => api<SplitInvitation>(`/api/v1/split-invitations/${encodeURIComponent(token)}`, { signal }),
    retry: false,
  });
}

/** Artists of a name, to share a song with. */
export function splitArtistsQuery(typed: string) {
  return queryOptions({
    queryKey: ["creator", "split-artists", typed],
    queryFn: ({ signal }) => api<SplitArtists>(`/api/v1/split-artists?q=${encodeURIComponent(typed)}`, { signal }),
    staleTime: STALE.minute,
    enabled: typed.length > 1 && !typed.includes("@"),
    placeholderData: keepPreviousData,
  });
}
