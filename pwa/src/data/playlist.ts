import type { DefaultPlaylist, Hearts, Playlist, PlaylistInvitation, PlaylistList } from "@contract/playlists.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "./query_client.ts";

/** The list that everyone has. */
export const defaultPlaylistQuery = queryOptions({
  queryKey: ["playlist", "default"],
  queryFn: ({ signal }) => api<DefaultPlaylist>("/api/v1/playlist", { signal }),
  staleTime: STALE.seconds,
});

/** The user's own lists, and whether they may make more. */
export const playlistsQuery = queryOptions({
  queryKey: ["playlist", "lists"],
  queryFn: ({ signal }) => api<PlaylistList>("/api/v1/playlists", { signal }),
  staleTime: STALE.seconds,
});

/** One list with its tracks: the user's own, or a public one. */
export function playlistQuery(id: string) {
  return queryOptions({
    queryKey: ["playlist", "one", id],
    queryFn: ({ signal }) => api<Playlist>(`/api/v1/playlists/${encodeURIComponent(id)}`, { signal }),
    staleTime: STALE.seconds,
    // Others may add to it: who loads the page anew sees what is there now.
    refetchOnMount: "always",
  });
}

/** What a link invites to. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["playlist", "invitation", token],
    queryFn: ({ signal }) =>
      api<PlaylistInvitation>(`/api/v1/playlist-invitations/${encodeURIComponent(token)}`, { signal }),
    staleTime: STALE.seconds,
  });
}

/** 'Liked songs' and favourite artists, newest first. */
export const heartsQuery = infiniteQueryOptions({
  queryKey: ["playlist", "hearts"],
  queryFn: ({ pageParam, signal }) =>
    api<Hearts>(`/api/v1/hearts${pageParam === "" ? "" : `?cursor=${pageParam}`}`, { signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor,
  staleTime: STALE.minutes,
});
