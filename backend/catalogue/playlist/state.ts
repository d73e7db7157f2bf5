import { MOST_COLLABORATORS, MOST_PLAYLIST_TRACKS, MOST_PLAYLISTS } from "../../contract/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PlaylistCreated, PlaylistDescribed, PlaylistEvent, PlaylistFiled, PlaylistRenamed } from "./events.ts";

/** A list as decisions see it. The default list of someone who never used it is an empty one. */
export interface PlaylistState {
  readonly playlistId: string;
  readonly ownerId: string;
  readonly isDefault: boolean;
  readonly trackIds: readonly string[];
  /** Who may add songs beside the owner. */
  readonly memberIds: readonly string[];
  /** Whose link lets people join; undefined while none does. */
  readonly invitationId: string | undefined;
  /** The list takes no new people: a moderator hides it, or its owner has closed the account. */
  readonly isOutOfSight: boolean;
  /** Who added a track, where it was not the owner. */
  readonly addedBy: ReadonlyMap<string, string>;
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
  const { playlistId, ownerId, trackIds: before } = shared(known, asking);
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
  const { playlistId, ownerId, trackIds, isDefault } = shared(known, asking);
  if (!isThere) throw new Refusal("not_found", "Track not found");
  if (trackIds.includes(trackId)) return [];
  if (!isDefault) assertPremium(asking);
  if (trackIds.length >= MOST_PLAYLIST_TRACKS) throw playlistFull();
  if (asking.userId === ownerId) return [{ type: "PlaylistTrackAdded", data: { playlistId, ownerId, trackId } }];
  return [{ type: "PlaylistTracksAdded", data: { playlistId, ownerId, trackIds: [trackId], addedBy: asking.userId } }];
}

/** Adds those that the list does not hold, as many as it has room for. Refuses with `playlist_full` where it has none. */
export function decideAddAll(
  known: PlaylistState | undefined,
  { asking, trackIds }: { asking: Asking; trackIds: readonly string[] },
): PlaylistEvent[] {
  const { playlistId, ownerId, trackIds: before, isDefault } = shared(known, asking);
  const there = new Set(before);
  const fresh = [...new Set(trackIds)].filter((trackId) => !there.has(trackId));
  if (fresh.length === 0) return [];
  if (!isDefault) assertPremium(asking);
  const added = fresh.slice(0, Math.max(0, MOST_PLAYLIST_TRACKS - before.length));
  if (added.length === 0) throw playlistFull();
  const by = asking.userId === ownerId ? {} : { addedBy: asking.userId };
  return [{ type: "PlaylistTracksAdded", data: { playlistId, ownerId, trackIds: added, ...by } }];
}

/**
 * Taking away is always allowed, with or without Premium: the owner takes anything out, others what they have added.
 * Refuses with `playlist_owner_only`.
 */
export function decideRemove(
  known: PlaylistState | undefined,
  { asking, trackId }: { asking: Asking; trackId: string },
): PlaylistEvent[] {
  const { playlistId, ownerId, trackIds, addedBy } = shared(known, asking);
  if (!trackIds.includes(trackId)) return [];
  if (asking.userId !== ownerId && addedBy.get(trackId) !== asking.userId) {
    throw new Refusal("playlist_owner_only", "You can take out the songs that you added. The owner can take out all.");
  }
  return [{ type: "PlaylistTrackRemoved", data: { playlistId, ownerId, trackId } }];
}

/** Puts a list into a folder of its owner, or out of it; `isSame` says that it is there. */
export function decideFile(
  known: PlaylistState | undefined,
  { asking, file, isSame }: { asking: Asking; file: PlaylistFiled["data"]; isSame: boolean },
): PlaylistEvent[] {
  const { isDefault } = own(known, asking);
  if (isSame) return [];
  if (isDefault) throw new Refusal("default_playlist", "This playlist stays outside folders");
  assertPremium(asking);
  return [{ type: "PlaylistFiled", data: file }];
}

/** Sets or removes a list's description; `isSame`: the list has this description already. */
export function decideDescribe(
  known: PlaylistState | undefined,
  { asking, described, isSame }: { asking: Asking; described: PlaylistDescribed["data"]; isSame: boolean },
): PlaylistEvent[] {
  const { isDefault } = own(known, asking);
  if (isSame) return [];
  if (isDefault) throw new Refusal("default_playlist", "You cannot describe this playlist: make one of your own");
  // Who has no Premium any more can still take their words back.
  if (described.description !== undefined) assertPremium(asking);
  return [{ type: "PlaylistDescribed", data: described }];
}

/** Lets everyone with a link add songs, for Premium. A current link stays valid, unless a new one is wanted. */
export function decideInvite(
  known: PlaylistState | undefined,
  { asking, invitationId, anew }: { asking: Asking; invitationId: string; anew: boolean },
): PlaylistEvent[] {
  const { playlistId, ownerId, isDefault, invitationId: before } = own(known, asking);
  if (before !== undefined && !anew) return [];
  if (isDefault) throw new Refusal("default_playlist", "You cannot share this playlist: make one of your own");
  assertPremium(asking);
  return [{ type: "PlaylistInvitationMade", data: { playlistId, ownerId, invitationId } }];
}

/** The link leads nowhere from now on; who has joined stays. */
export function decideRevoke(known: PlaylistState | undefined, asking: Asking): PlaylistEvent[] {
  const { playlistId, ownerId, invitationId } = own(known, asking);
  return invitationId === undefined
    ? []
    : [{ type: "PlaylistInvitationRevoked", data: { playlistId, ownerId, invitationId } }];
}

/**
 * Joins by a link, for Premium; once is enough. Refuses with `link_invalid` where the link was revoked or the list is
 * gone or out of sight, and whom its owner has blocked; with `playlist_full` when as many have joined as may.
 */
export function decideJoin(
  known: PlaylistState | undefined,
  { asking, invitationId, isBlocked }: { asking: Asking; invitationId: string; isBlocked: boolean },
): PlaylistEvent[] {
  if (known?.invitationId !== invitationId || known.isOutOfSight || isBlocked) throw invitationGone();
  const { playlistId, ownerId, memberIds } = known;
  const { userId } = asking;
  if (userId === ownerId || memberIds.includes(userId)) return [];
  assertPremium(asking, "Collaborative playlists are part of Premium");
  if (memberIds.length >= MOST_COLLABORATORS) {
    throw new Refusal("playlist_full", `Up to ${MOST_COLLABORATORS} people can add to a playlist`);
  }
  return [{ type: "PlaylistJoined", data: { playlistId, ownerId, userId, invitationId } }];
}

/**
 * A collaborator leaves, or the owner removes them, which also ends the link: else they could join again immediately.
 * Their songs stay. Refuses with `playlist_owner_only`.
 */
export function decideLeave(
  known: PlaylistState | undefined,
  { asking, userId }: { asking: Asking; userId: string },
): PlaylistEvent[] {
  const { playlistId, ownerId, memberIds } = shared(known, asking);
  if (asking.userId !== ownerId && asking.userId !== userId) {
    throw new Refusal("playlist_owner_only", "Only the owner can take people out of a playlist");
  }
  if (!memberIds.includes(userId)) return [];
  const left: PlaylistEvent = { type: "PlaylistLeft", data: { playlistId, ownerId, userId } };
  return asking.userId === ownerId ? [left, ...decideRevoke(known, asking)] : [left];
}

export function invitationGone(): Refusal {
  return new Refusal("link_invalid", "This invitation is no longer valid. Ask the owner for a new link.");
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
      return { ...emptyList(playlistId, ownerId), trackIds, isDefault: false };
    }
    case "PlaylistDeleted":
      return undefined;
    case "PlaylistRenamed":
    case "PlaylistFiled":
    case "PlaylistDescribed":
      return state;
    case "PlaylistTrackAdded":
      return state && { ...state, trackIds: [...state.trackIds, event.data.trackId] };
    case "PlaylistTracksAdded": {
      const { trackIds, addedBy } = event.data;
      const by = trackIds.flatMap((trackId): [string, string][] => addedBy === undefined ? [] : [[trackId, addedBy]]);
      return state && {
        ...state,
        trackIds: [...state.trackIds, ...trackIds],
        addedBy: new Map([...state.addedBy, ...by]),
      };
    }
    case "PlaylistTrackRemoved": {
      const { trackId } = event.data;
      return state && {
        ...state,
        trackIds: state.trackIds.filter((id) => id !== trackId),
        addedBy: new Map([...state.addedBy].filter(([id]) => id !== trackId)),
      };
    }
    case "PlaylistInvitationMade":
      return state && { ...state, invitationId: event.data.invitationId };
    case "PlaylistInvitationRevoked":
      return state && { ...state, invitationId: undefined };
    case "PlaylistJoined":
      return state && { ...state, memberIds: [...state.memberIds, event.data.userId] };
    case "PlaylistLeft":
      return state && { ...state, memberIds: state.memberIds.filter((id) => id !== event.data.userId) };
    case "PlaylistReordered":
      return state && { ...state, trackIds: event.data.trackIds };
  }
}

/** A list of which nothing is known yet: the default list before its first track. */
export function emptyList(playlistId: string, ownerId: string): PlaylistState {
  const alone = { memberIds: [], invitationId: undefined, addedBy: new Map(), isOutOfSight: false };
  return { playlistId, ownerId, isDefault: true, trackIds: [], ...alone };
}

/** What the owner alone may do. Other people's lists are not found, whether they are there or not. */
function own(known: PlaylistState | undefined, asking: Asking): PlaylistState {
  const list = shared(known, asking);
  if (list.ownerId !== asking.userId) {
    throw new Refusal("playlist_owner_only", "Only the owner of this playlist can do that");
  }
  return list;
}

/** What the owner and each collaborator may do. */
function shared(known: PlaylistState | undefined, { userId }: Asking): PlaylistState {
  if (!known || (known.ownerId !== userId && !known.memberIds.includes(userId))) throw playlistNotFound();
  return known;
}

function assertPremium({ isPremium }: Asking, text = "Custom playlists are part of Premium"): void {
  if (!isPremium) throw new Refusal("premium_only", text);
}

function playlistFull(): Refusal {
  return new Refusal("playlist_full", `A playlist holds ${MOST_PLAYLIST_TRACKS} tracks`);
}

function playlistNotFound(): Refusal {
  return new Refusal("not_found", "Playlist not found");
}
