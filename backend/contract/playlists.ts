import type { CreatorCard, Track } from "./catalogue.ts";

export const MOST_PLAYLISTS = 100;
export const MOST_PLAYLIST_TRACKS = 1_000;
/** So many people may add to one list. */
export const MOST_COLLABORATORS = 50;
/** So many lists with a song its artist is shown. */
export const MOST_WITH_SONG = 100;
/** What an owner says of a list is at most so long, in characters. */
export const MOST_DESCRIPTION = 300;
/** The name of the list that everybody has. */
export const DEFAULT_PLAYLIST_NAME = "My Playlist";

export interface PlaylistCard {
  _id: string;
  name: string;
  isDefault: boolean;
  isPublic: boolean;
  trackCount: number;
  /** Covers of the first tracks, at most four. */
  covers: string[];
  /** Someone else's list, which the caller may add to. */
  isShared?: boolean | undefined;
  /** Where the owner keeps it; only the owner sees that. */
  folder?: string | undefined;
  updatedAt?: string | undefined;
}

/** `GET /api/v1/playlists/{id}`. */
export interface Playlist extends PlaylistCard {
  isOwn: boolean;
  tracks: Track[];
  /** The owner's description, on several lines maybe, for all who may see the list. */
  description?: string | undefined;
  /** The artist name of an owner who has one, else "A listener". */
  ownerName: string;
  /** For the owner and those who may add songs, where there are any: who they are. */
  members?: PlaylistMember[] | undefined;
  /** For the same people: who added a track, by its id; the owner where it is missing. */
  addedBy?: Record<string, string> | undefined;
  /** For the owner, while a link invites people to add songs. */
  invitation?: string | undefined;
}

/** `GET /api/v1/creator-stats/playlists/{trackId}`: the public lists that hold an own song, the last changed first. */
export interface PlaylistsWithSong {
  /** At most MOST_WITH_SONG. */
  playlists: (Pick<PlaylistCard, "_id" | "name" | "trackCount"> & Pick<Playlist, "ownerName">)[];
}

export interface PlaylistMember {
  _id: string;
  name: string;
  isYou: boolean;
}

/** `PUT /api/v1/playlists/{id}/tracks`: what came of it. `known` were in the list; `left` had no room. */
export interface TracksAdded {
  success: true;
  message: string;
  added: number;
  known: number;
  missing: number;
  left: number;
}

/** `GET /api/v1/playlist-invitations/{token}`: what one is invited to. */
export interface PlaylistInvitation {
  playlistId: string;
  name: string;
  /** The owner's first name: it tells the reader who sent the link. */
  ownerName: string;
  trackCount: number;
  covers: string[];
  /** The caller may add songs already. */
  isMember: boolean;
}

/** `GET /api/v1/playlist`: the documented list; `playlistId` is its name among the calls for named lists. */
export interface DefaultPlaylist {
  tracks: Track[];
  playlistId: string;
}

/** `GET /api/v1/playlists`: the default list first. `canEdit` says whether named lists are part of the caller's plan. */
export interface PlaylistList {
  playlists: PlaylistCard[];
  canEdit: boolean;
}

export const FAVOURITE_KINDS = ["track", "artist"] as const;
export type FavouriteKind = typeof FAVOURITE_KINDS[number];

export interface HeartAnswer {
  hearted: boolean;
}

/** `GET /api/v1/hearts`: 'Liked songs' and favourite artists, newest first. The ids are all, tracks come by pages. */
export interface Hearts {
  trackIds: string[];
  artistIds: string[];
  tracks: Track[];
  artists: CreatorCard[];
  nextCursor?: string | undefined;
}
