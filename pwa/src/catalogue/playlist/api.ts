import type { Track } from "@contract/catalogue.ts";
import { newId } from "@contract/ids.ts";
import type { DefaultPlaylist, Playlist } from "@contract/playlists.ts";
import type { PlaylistChange } from "@contract/requests/playlists.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { defaultPlaylistQuery, playlistQuery, playlistsQuery } from "../../data/playlist.ts";
import { newerThan, type ShownWrite, submitWrite, useWrites } from "../../lib/writes.ts";
import { DEFAULT_LIST, type Write } from "../../outbox/write.ts";
import { withCardWrite, withDefaultWrite, withListWrite } from "./playlists_with_writes.ts";

/** The list that everyone has, with what was put in or taken out since. */
export function useDefaultPlaylist() {
  const query = useQuery(defaultPlaylistQuery);
  const writes = newerThan(useWrites(), query.dataUpdatedAt);
  return { ...query, data: query.data && writes.reduce(withDefaultWrite, query.data) };
}

/** All lists of one's own, and whether more may be made. */
export function usePlaylists() {
  const query = useQuery(playlistsQuery);
  const writes = newerThan(useWrites(), query.dataUpdatedAt);
  return { ...query, data: query.data && writes.reduce(withCardWrite, query.data) };
}

/** One list with its tracks: one's own, or a public one. One that was made here and is not sent needs no answer. */
export function usePlaylist(id: string) {
  const own = useWrites().filter(({ write }) => isAbout(write, id));
  const isUnsent = own.some(({ write, state }) => write.kind === "playlist.create" && state !== "sent");
  const query = useQuery({ ...playlistQuery(id), enabled: !isUnsent });
  const data = newerThan(own, query.dataUpdatedAt).reduce<Playlist | undefined>(withListWrite, query.data);
  return { ...query, data };
}

/** How much of a list waits to be sent. */
export function useWaitingChanges(playlistId: string): number {
  return useWrites().filter(({ write, state }) => isAbout(write, playlistId) && isUnanswered(state)).length;
}

/** Adds tracks, to the list that everyone has or to a named one. */
export function useAddToPlaylist() {
  const tracksOf = useTracksOf();
  const renew = useRenewWhenSent();
  return useMutation({
    async mutationFn({ tracks, playlistId = DEFAULT_LIST }: NewInList) {
      const add = (track: Track) =>
        submitWrite({
          write: { kind: "playlist.track", playlistId, trackId: track._id, wanted: true },
          about: track.title,
          track,
          ...before(tracksOf(playlistId), track._id),
        });
      const [first, ...others] = tracks;
      // Where the service takes the first, it takes the others.
      const sent = first && await add(first);
      await Promise.all(others.map(add));
      return { isSent: sent?.isSent ?? true };
    },
    onSuccess: renew,
  });
}

interface NewInList {
  tracks: readonly Track[];
  playlistId?: string | undefined;
}

/** Removes a track: gone immediately, and back when the service refuses. Without an id from the list everyone has. */
export function useRemoveFromPlaylist(playlistId: string = DEFAULT_LIST) {
  const renew = useRenewWhenSent();
  return useMutation({
    mutationFn: ({ _id: trackId, title }: Track) =>
      submitWrite({
        write: { kind: "playlist.track", playlistId, trackId, wanted: false },
        about: title,
        before: true,
      }),
    onSettled: renew,
  });
}

/** Puts a named list into another order. */
export function useReorderPlaylist({ _id: playlistId, name }: Pick<Playlist, "_id" | "name">) {
  const renew = useRenewWhenSent();
  return useMutation({
    mutationFn: (trackIds: string[]) =>
      submitWrite({ write: { kind: "playlist.change", playlistId, change: { trackIds } }, about: name }),
    onSettled: renew,
  });
}

interface NewList {
  name: string;
  track?: Track | undefined;
  trackIds?: readonly string[] | undefined;
}

/** Makes a named list, with a track in it where one was at hand. The id is the client's, so that twice is once. */
export function useMakePlaylist() {
  const renew = useRenewWhenSent();
  return useMutation({
    mutationFn: async ({ name, track, trackIds = track ? [track._id] : [] }: NewList) => {
      const playlistId = newId();
      const facts = { about: name, ...(track && { track }) };
      const sent = await submitWrite({ write: { kind: "playlist.create", playlistId, name, trackIds }, ...facts });
      return { ...sent, playlistId };
    },
    onSuccess: renew,
  });
}

/** Renames a list, or puts its tracks in another order; without a network it waits. */
export function useChangePlaylist({ _id: playlistId, name }: Pick<Playlist, "_id" | "name">) {
  const renew = useRenewWhenSent();
  return useMutation({
    mutationFn: (change: PlaylistChange) =>
      submitWrite({ write: { kind: "playlist.change", playlistId, change }, about: name }),
    onSuccess: renew,
  });
}

/** Takes a list away; without a network it waits. */
export function useDeletePlaylist({ _id: playlistId, name }: Pick<Playlist, "_id" | "name">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => submitWrite({ write: { kind: "playlist.delete", playlistId }, about: name }),
    // Not awaited: the screen leaves the list first, and would else ask for it again.
    onSuccess: ({ isSent }) => void (isSent && client.invalidateQueries({ queryKey: playlistsQuery.queryKey })),
  });
}

/** Without an answer there is nothing new to be had. */
function useRenewWhenSent() {
  const client = useQueryClient();
  return (result: { isSent: boolean } | undefined) =>
    result?.isSent === false ? undefined : client.invalidateQueries({ queryKey: ["playlist"] });
}

/** The tracks of a list as they are shown, where it was ever fetched. */
function useTracksOf() {
  const client = useQueryClient();
  const writes = useWrites();
  return (playlistId: string): readonly Track[] | undefined => {
    const isDefault = playlistId === DEFAULT_LIST;
    const state = client.getQueryState<DefaultPlaylist | Playlist>(
      isDefault ? defaultPlaylistQuery.queryKey : playlistQuery(playlistId).queryKey,
    );
    if (!state?.data) return undefined;
    const newer = newerThan(writes, state.dataUpdatedAt).filter(({ write }) => isAbout(write, playlistId));
    return newer.reduce(withTracks, state.data.tracks);
  };
}

function withTracks(tracks: Track[], { write, track }: ShownWrite): Track[] {
  if (write.kind !== "playlist.track") return tracks;
  const others = tracks.filter(({ _id }) => _id !== write.trackId);
  return write.wanted && track ? [...others, track] : others;
}

function before(tracks: readonly Track[] | undefined, trackId: string): { before?: boolean } {
  return tracks ? { before: tracks.some(({ _id }) => _id === trackId) } : {};
}

function isAbout(write: Write, playlistId: string): boolean {
  return "playlistId" in write && write.playlistId === playlistId;
}

function isUnanswered(state: ShownWrite["state"]): boolean {
  return state === "waiting" || state === "blocked";
}
