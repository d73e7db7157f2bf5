import {
  endPlaylistInvitation,
  invitePlaylist,
  joinPlaylist,
  removePlaylistMember,
} from "@contract/calls/playlists.ts";
import { ask } from "../../lib/ask.ts";
import type { Playlist } from "@contract/playlists.ts";
import { useQueryClient } from "@tanstack/react-query";
import { playlistQuery } from "../../data/playlist.ts";

// Who may add to a list is changed with a network alone: a link that only seems to be ended would be a trap.

/** Joins a list by an invitation's token. */
export function useJoinPlaylist(token: string) {
  const renew = useRenew();
  return {
    mutationFn: () => ask(joinPlaylist, { token }),
    onSuccess: renew,
  };
}

/** Makes the link that lets people add songs; `anew` ends the one before. */
export function useInvite(id: string) {
  const renew = useRenew();
  return {
    mutationFn: (anew: boolean) => ask(invitePlaylist, { id, body: { anew } }),
    onSuccess: renew,
  };
}

/** Ends the link. */
export function useRevokeInvitation(id: string) {
  const renew = useRenew();
  return {
    mutationFn: () => ask(endPlaylistInvitation, { id }),
    onSuccess: renew,
  };
}

/** Removes a collaborator from a list, or oneself. */
export function useRemoveMember(id: string) {
  const renew = useRenew();
  return {
    mutationFn: (userId: string) => ask(removePlaylistMember, { id, userId }),
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
