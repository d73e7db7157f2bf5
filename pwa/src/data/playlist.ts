import { defaultPlaylist, getPlaylist, getPlaylistInvitation, listPlaylists } from "@contract/calls/playlists.ts";
import { listHearts } from "@contract/calls/social.ts";
import { ask } from "../lib/ask.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** The list that everyone has. */
export const defaultPlaylistQuery = queryOptions({
  queryKey: ["playlist", "default"],
  queryFn: ({ signal }) => ask(defaultPlaylist, { signal }),
  staleTime: STALE.seconds,
});

/** The user's own lists, and whether they may make more. */
export const playlistsQuery = queryOptions({
  queryKey: ["playlist", "lists"],
  queryFn: ({ signal }) => ask(listPlaylists, { signal }),
  staleTime: STALE.seconds,
});

/** One list with its tracks: the user's own, or a public one. */
export function playlistQuery(id: string) {
  return queryOptions({
    queryKey: ["playlist", "one", id],
    queryFn: ({ signal }) => ask(getPlaylist, { id, signal }),
    staleTime: STALE.seconds,
    // Others may add to it: who loads the page anew sees what is there now.
    refetchOnMount: "always",
  });
}

/** What a link invites to. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["playlist", "invitation", token],
    queryFn: ({ signal }) => ask(getPlaylistInvitation, { token, signal }),
    staleTime: STALE.seconds,
  });
}

/** 'Liked songs' and favourite artists, newest first. */
export const heartsQuery = infiniteQueryOptions({
  queryKey: ["playlist", "hearts"],
  queryFn: ({ pageParam, signal }) =>
    ask(listHearts, { query: { cursor: pageParam === "" ? undefined : pageParam }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor,
  staleTime: STALE.minutes,
});
