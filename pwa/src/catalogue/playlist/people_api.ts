import type { Playlist } from "@contract/playlists.ts";
import { useQueryClient } from "@tanstack/react-query";
import { playlistQuery } from "../../data/playlist.ts";
import { api } from "../../lib/api.ts";

// Who may add to a list is changed with a network alone: a link that only seems to be ended would be a trap.

/** Joins a list by an invitation's token. */
export function useJoinPlaylist(token: string) {
  const renew = useRenew();
  return {
    mutationFn: () => api<Playlist>(`/api/v1/playlist-invitations/${encodeURIComponent(token)}`, { method: "POST" }),
    onSuccess: renew,
  };
}

/** Makes the link that lets people add songs; `anew` ends the one before. */
export function useInvite(id: string) {
  const renew = useRenew();
  return {
    mutationFn: (anew: boolean) =>
      api<Playlist>(`/api/v1/playlists/${id}/invitation`, { method: "POST", body: { anew } }),
    onSuccess: renew,
  };
}

/** Ends the link. */
export function useRevokeInvitation(id: string) {
  const renew = useRenew();
  return {
    mutationFn: () => api(`/api/v1/playlists/${id}/invitation`, { method: "DELETE" }),
    onSuccess: renew,
  };
}

/** Takes somebody out of a list, or oneself. */
export function useRemoveMember(id: string) {
  const renew = useRenew();
  return {
    mutationFn: (userId: string) => api(`/api/v1/playlists/${id}/members/${userId}`, { method: "DELETE" }),
    onSuccess: renew,
  };
}

function useRenew() {
  const client = useQueryClient();
  return (answer: unknown) => {
    const list = answer as Partial<Playlist> | undefined;
    if (list?._id !== undefined && list.tracks) client.setQueryData(playlistQuery(list._id).queryKey, list as Playlist);
    return client.invalidateQueries({ queryKey: ["playlist"] });
  };
}
