import type { OwnTeam, TeamActivityList, TeamInvitation, TeamsOfMine } from "@contract/memberships.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";
import { api } from "../lib/api.ts";
import { STALE } from "./query_client.ts";

/** For which artists one works, and which ask. */
export const teamsQuery = queryOptions({
  queryKey: ["teams"],
  queryFn: ({ signal }) => api<TeamsOfMine>("/api/v1/teams", { signal }),
  staleTime: STALE.minute,
});

/** What a link asks. */
export function teamInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ["teams", "invitation", token],
    queryFn: ({ signal }) => api<TeamInvitation>(`/api/v1/team-invitations/${encodeURIComponent(token)}`, { signal }),
    staleTime: STALE.seconds,
    retry: false,
  });
}

/** Who works for the artist. */
export const ownTeamQuery = queryOptions({
  queryKey: ["creator", "team"],
  queryFn: ({ signal }) => artistApi<OwnTeam>("/api/v1/team", { signal }),
  staleTime: STALE.seconds,
});

/** What was done for the artist, by everybody or one person; empty for everybody. */
export function teamActivityQuery(person: string) {
  return infiniteQueryOptions({
    queryKey: ["creator", "team", "activity", person],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ ...(person && { person }), ...(pageParam && { cursor: pageParam }) });
      return artistApi<TeamActivityList>(`/api/v1/team/activity?${query}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: STALE.seconds,
  });
}
