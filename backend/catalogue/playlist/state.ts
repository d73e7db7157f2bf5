import { MOST_PLAYLIST_TRACKS, MOST_PLAYLISTS } from "../../contract/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PlaylistCreated, PlaylistEvent, PlaylistRenamed } from "./events.ts";

/** A list as decisions see it. The default list of someone who never used it is an empty one. */
export interface PlaylistState {
  readonly playlistId: string;
  readonly ownerId: string;
  readonly isDefault: boolean;
  readonly trackIds: readonly string[];
}

/** Who asks, and whether their plan has named lists. Read before queueing: it changes by months. */
export interface Asking {
  readonly userId: string;
  readonly isPremium: boolean;
}

/** Named lists are part of Premium; everyone keeps the ones they have, should it end. */
export function decideCreate(
  known: PlaylistState | undefined,
  { asking, count, playlist }: { asking: Asking; count: number; playlist: PlaylistCreated["data"] },
): PlaylistEvent[] {
  if (known) {
    if (known.ownerId !== asking.userId) throw playlistNotFound();
    return [];
  }
  assertPremium(asking);
  if (count >= MOST_PLAYLISTS) {
    throw new Refusal("too_many_playlists", `You can have ${MOST_PLAYLISTS} playlists`);
  }
  return [{ type: "PlaylistCreated", data: { ...playlist, trackIds: [...new Set(playlist.trackIds)] } }];
}

/**
 * Gives a list another name, for Premium; the default list keeps its own. Refuses with `default_playlist`,
 * `premium_only`.
 */
export function decideRename(
  known: PlaylistState | undefined,
  { asking, rename, isSame }: { asking: Asking; rename: PlaylistRenamed["data"]; isSame: boolean },
): PlaylistEvent[] {
  const state = own(known, asking);
  if (isSame) return [];
  if (state.isDefault) throw new Refusal("default_playlist", "You cannot rename this playlist");
  assertPremium(asking);
  return [{ type: "PlaylistRenamed", data: rename }];
}

/** Tracks the list does not hold are passed over and those left out stay at the end, so nothing is lost or comes back. */
export function decideReorder(
  known: PlaylistState | undefined,
  { asking, trackIds }: { asking: Asking; trackIds: readonly string[] },
): PlaylistEvent[] {
  const { playlistId, ownerId, trackIds: before } = own(known, asking);
  const wanted = [...new Set(trackIds)].filter((trackId) => before.includes(trackId));
  const after = [...wanted, ...before.filter((trackId) => !wanted.includes(trackId))];
  if (after.every((trackId, index) => trackId === before[index])) return [];
  assertPremium(asking);
  return [{ type: "PlaylistReordered", data: { playlistId, ownerId, trackIds: after } }];
}

/** A list holds a track once. */
export function decideAdd(
  known: PlaylistState | undefined,
  { asking, trackId, isThere }: { asking: Asking; trackId: string; isThere: boolean },
): PlaylistEvent[] {
  const { playlistId, ownerId, trackIds, isDefault } = own(known, asking);
  if (!isThere) throw new Refusal("not_found", "Track not found");
  if (trackIds.includes(trackId)) return [];
  if (!isDefault) assertPremium(asking);
  if (trackIds.length >= MOST_PLAYLIST_TRACKS) {
    throw new Refusal("playlist_full", `A playlist holds ${MOST_PLAYLIST_TRACKS} tracks`);
  }
  return [{ type: "PlaylistTrackAdded", data: { playlistId, ownerId, trackId } }];
}

/** Taking away is always allowed, with or without Premium. */
export function decideRemove(
  known: PlaylistState | undefined,
  { asking, trackId }: { asking: Asking; trackId: string },
): PlaylistEvent[] {
  const { playlistId, ownerId, trackIds } = own(known, asking);
  if (!trackIds.includes(trackId)) return [];
  return [{ type: "PlaylistTrackRemoved", data: { playlistId, ownerId, trackId } }];
}

/** Its owner takes a list away. Refuses with `default_playlist`. */
export function decideDeletePlaylist(known: PlaylistState | undefined, asking: Asking): PlaylistEvent[] {
  const { playlistId, ownerId, isDefault } = own(known, asking);
  if (isDefault) throw new Refusal("default_playlist", "You cannot delete this playlist: remove its songs instead");
  return [{ type: "PlaylistDeleted", data: { playlistId, ownerId } }];
}

/** Folds the decided events, for the next command of the group. */
export function evolvePlaylist(state: PlaylistState | undefined, event: PlaylistEvent): PlaylistState | undefined {
  switch (event.type) {
    case "PlaylistCreated": {
      const { playlistId, ownerId, trackIds } = event.data;
      return { playlistId, ownerId, trackIds, isDefault: false };
    }
    case "PlaylistDeleted":
      return undefined;
    case "PlaylistRenamed":
      return state;
    case "PlaylistTrackAdded":
      return state && { ...state, trackIds: [...state.trackIds, event.data.trackId] };
    case "PlaylistTrackRemoved":
      return state && { ...state, trackIds: state.trackIds.filter((trackId) => trackId !== event.data.trackId) };
    case "PlaylistReordered":
      return state && { ...state, trackIds: event.data.trackIds };
  }
}

/** Other people's lists are not found, whether they are there or not. */
function own(known: PlaylistState | undefined, { userId }: Asking): PlaylistState {
  if (known?.ownerId !== userId) throw playlistNotFound();
  return known;
}

function assertPremium({ isPremium }: Asking): void {
  if (!isPremium) throw new Refusal("premium_only", "Custom playlists are part of Premium");
}

function playlistNotFound(): Refusal {
  return new Refusal("not_found", "Playlist not found");
}
