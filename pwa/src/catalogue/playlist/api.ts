import { newId } from "@contract/new_id.ts";
import type { Track } from "@contract/catalogue.ts";
import type { DefaultPlaylist, Playlist, PlaylistChange, PlaylistList } from "@contract/playlists.ts";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { STALE } from "../../lib/query_client.ts";
import { isText, shape } from "../../lib/shape.ts";

const DEFAULT = ["playlist", "default"] as const;
const LISTS = ["playlist", "lists"] as const;
const oneKey = (id: string) => ["playlist", "one", id] as const;

const defaultList = shape<DefaultPlaylist>({ tracks: Array.isArray, playlistId: isText });
const lists = shape<PlaylistList>({ playlists: Array.isArray });
const playlist = shape<Playlist>({ _id: isText, name: isText, tracks: Array.isArray });

/** The list that everybody has. */
export function useDefaultPlaylist() {
  return useQuery({
    queryKey: DEFAULT,
    queryFn: ({ signal }) => api("/api/v1/playlist", { signal, reader: defaultList }),
    staleTime: STALE.seconds,
  });
}

/** All lists of one's own, and whether more may be made. */
export function usePlaylists() {
  return useQuery({
    queryKey: LISTS,
    queryFn: ({ signal }) => api("/api/v1/playlists", { signal, reader: lists }),
    staleTime: STALE.seconds,
  });
}

/** One list with its tracks: one's own, or a public one. */
export function usePlaylist(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api(`/api/v1/playlists/${encodeURIComponent(id)}`, { signal, reader: playlist }),
    staleTime: STALE.seconds,
  });
}

/** Adds a track, to the list that everybody has or to a named one. */
export function useAddToPlaylist() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ trackId, playlistId }: { trackId: string; playlistId?: string }) =>
      playlistId === undefined
        ? api("/api/v1/playlist/add", { method: "POST", body: { trackId } })
        : api(`/api/v1/playlists/${playlistId}/tracks/${trackId}`, { method: "PUT" }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["playlist"] }),
  });
}

/** Takes a track out: gone at once, and back when the service refuses. Without an id from the list everybody has. */
export function useRemoveFromPlaylist(playlistId?: string) {
  const path = (trackId: string) =>
    playlistId === undefined
      ? `/api/v1/playlist/remove/${trackId}`
      : `/api/v1/playlists/${playlistId}/tracks/${trackId}`;
  return useTracksMutation<string>(playlistId === undefined ? DEFAULT : oneKey(playlistId), {
    send: (trackId) => api(path(trackId), { method: "DELETE" }),
    change: (tracks, trackId) => tracks.filter((track) => track._id !== trackId),
  });
}

/** Puts a named list into another order. */
export function useReorderPlaylist(playlistId: string) {
  return useTracksMutation<readonly string[]>(oneKey(playlistId), {
    send: (trackIds) => api(`/api/v1/playlists/${playlistId}`, { method: "PUT", body: { trackIds } }),
    change: (tracks, trackIds) => trackIds.flatMap((id) => tracks.find((track) => track._id === id) ?? []),
  });
}

interface TracksChange<What> {
  send(what: What): Promise<unknown>;
  change(tracks: readonly Track[], what: What): Track[];
}

/** Shown at once and taken back when the service refuses, since nothing of value moves. */
function useTracksMutation<What>(queryKey: QueryKey, { send, change }: TracksChange<What>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (what) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<{ tracks: Track[] }>(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, tracks: change(before.tracks, what) });
      return before;
    },
    onError: (_error, _what, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: ["playlist"] }),
  });
}

/** Makes a named list, with a track in it where one was at hand. The id is the client's, so that twice is once. */
export function useMakePlaylist() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, trackIds = [] }: { name: string; trackIds?: readonly string[] }) =>
      api("/api/v1/playlists", { method: "POST", body: { playlistId: newId(), name, trackIds }, reader: playlist }),
    onSuccess: () => client.invalidateQueries({ queryKey: LISTS }),
  });
}

export function useChangePlaylist(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PlaylistChange) =>
      api(`/api/v1/playlists/${id}`, { method: "PUT", body: change, reader: playlist }),
    onSuccess: (changed) => {
      client.setQueryData(oneKey(id), changed);
      return client.invalidateQueries({ queryKey: LISTS });
    },
  });
}

export function useDeletePlaylist(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(`/api/v1/playlists/${id}`, { method: "DELETE" }),
    // Not awaited: the screen leaves the list first, and would else ask for it again.
    onSuccess: () => void client.invalidateQueries({ queryKey: LISTS }),
  });
}
