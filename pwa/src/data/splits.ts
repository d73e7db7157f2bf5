import { findSplitArtists, getSplit, getSplitInvitation, listShares } from "@contract/calls/splits.ts";
import { ask } from "../lib/ask.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** Who shares a song of one's own. */
export function trackSplitQuery(trackId: string) {
  return queryOptions({
    queryKey: ["creator", "split", trackId],
    queryFn: ({ signal }) => ask(getSplit, { trackId, signal }),
    staleTime: STALE.seconds,
  });
}

/** One's shares of others' songs. */
export const ownSharesQuery = queryOptions({
  queryKey: ["creator", "shares"],
  queryFn: ({ signal }) => ask(listShares, { signal }),
  staleTime: STALE.seconds,
});

/** What a link asks; who is logged in makes a difference. */
export function splitInvitationQuery(token: string, userId: string) {
  return queryOptions({
    queryKey: ["creator", "split-invitation", token, userId],
    queryFn: ({ signal }) => ask(getSplitInvitation, { token, signal }),
    retry: false,
  });
}

/** Artists of a name, to share a song with. */
export function splitArtistsQuery(typed: string) {
  return queryOptions({
    queryKey: ["creator", "split-artists", typed],
    queryFn: ({ signal }) => ask(findSplitArtists, { query: { q: typed }, signal }),
    staleTime: STALE.minute,
    enabled: typed.length > 1 && !typed.includes("@"),
    placeholderData: keepPreviousData,
  });
}
