import { getTeam, getTeamInvitation, listOwnTeams, teamActivity } from "@contract/calls/team.ts";
import { ask } from "../lib/ask.ts";
import { askAsArtist } from "../lib/acting.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** For which artists one works, and which ask. */
export const teamsQuery = queryOptions({
  queryKey: ["teams"],
  queryFn: ({ signal }) => ask(listOwnTeams, { signal }),
  staleTime: STALE.minute,
});

/** What a link asks. */
export function teamInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ["teams", "invitation", token],
    queryFn: ({ signal }) => ask(getTeamInvitation, { token, signal }),
    staleTime: STALE.seconds,
    retry: false,
  });
}

/** Who works for the artist. */
export const ownTeamQuery = queryOptions({
  queryKey: ["creator", "team"],
  queryFn: ({ signal }) => askAsArtist(getTeam, { signal }),
  staleTime: STALE.seconds,
});

/** What was done for the artist, by everybody or one person; empty for everybody. */
export function teamActivityQuery(person: string) {
  return infiniteQueryOptions({
    queryKey: ["creator", "team", "activity", person],
    queryFn: ({ signal, pageParam }) =>
      askAsArtist(teamActivity, { query: { person: person || undefined, cursor: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: STALE.seconds,
  });
}
