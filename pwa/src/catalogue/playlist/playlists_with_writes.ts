import type { Track } from "@contract/catalogue.ts";
import type { DefaultPlaylist, Playlist, PlaylistCard, PlaylistList } from "@contract/playlists.ts";
import type { ShownWrite } from "../../lib/writes.ts";
import { DEFAULT_LIST } from "../../outbox/write.ts";

/** The default list with a write that its answer cannot know. */
export function withDefaultWrite(list: DefaultPlaylist, shown: ShownWrite): DefaultPlaylist {
  const { write, track } = shown;
  if (write.kind !== "playlist.track" || write.playlistId !== DEFAULT_LIST) return list;
  return { ...list, tracks: withTrack(list.tracks, { ...write, track }) };
}

/** A named list with such a write; one that was made without a network has nothing but its writes. */
export function withListWrite(list: Playlist | undefined, shown: ShownWrite): Playlist | undefined {
  const { write, track, createdAt } = shown;
  if (write.kind === "playlist.create") {
    const tracks = track && write.trackIds.includes(track._id) ? [track] : [];
    return list ?? { ...cardOf(write, createdAt), isOwn: true, ownerName: "", tracks };
  }
  if (!list) return undefined;
  if (write.kind === "playlist.track") return { ...list, tracks: withTrack(list.tracks, { ...write, track }) };
  if (write.kind !== "playlist.change") return list;
  const { name = list.name, isPublic = list.isPublic, folder = list.folder, trackIds } = write.change;
  const { description = list.description } = write.change;
  return {
    ...list,
    name,
    isPublic,
    folder: folder || undefined,
    description: description || undefined,
    tracks: trackIds ? inOrder(list.tracks, trackIds) : list.tracks,
  };
}

/** All own lists with such a write. */
export function withCardWrite(all: PlaylistList, shown: ShownWrite): PlaylistList {
  const { write, createdAt } = shown;
  const playlists = all.playlists;
  switch (write.kind) {
    case "playlist.create": {
      const isKnown = playlists.some(({ _id }) => _id === write.playlistId);
      return isKnown ? all : { ...all, playlists: [...playlists, cardOf(write, createdAt)] };
    }
    case "playlist.delete":
      return { ...all, playlists: playlists.filter(({ _id }) => _id !== write.playlistId) };
    case "playlist.change": {
      const { name, isPublic, folder } = write.change;
      const change = {
        ...(name !== undefined && { name }),
        ...(isPublic !== undefined && { isPublic }),
        ...(folder !== undefined && { folder: folder || undefined }),
      };
      return { ...all, playlists: playlists.map((one) => one._id === write.playlistId ? { ...one, ...change } : one) };
    }
    default:
      return all;
  }
}

/** Tracks in a wanted order; those that it leaves out stay behind at the end. */
function inOrder(tracks: readonly Track[], trackIds: readonly string[]): Track[] {
  const wanted = trackIds.flatMap((id) => tracks.find((track) => track._id === id) ?? []);
  return [...wanted, ...tracks.filter((track) => !trackIds.includes(track._id))];
}

/** A list holds a track once, a new one at its end. */
function withTrack(
  tracks: readonly Track[],
  { trackId, wanted, track }: { trackId: string; wanted: boolean; track: Track | undefined },
): Track[] {
  if (!wanted) return tracks.filter((one) => one._id !== trackId);
  return track && !tracks.some((one) => one._id === trackId) ? [...tracks, track] : [...tracks];
}

function cardOf(
  { playlistId, name, trackIds }: { playlistId: string; name: string; trackIds: readonly string[] },
  createdAt: number,
): PlaylistCard {
  const card = { _id: playlistId, name, isDefault: false, isPublic: false, trackCount: trackIds.length, covers: [] };
  return { ...card, updatedAt: new Date(createdAt).toISOString() };
}
