import type { CreatorCard, Track } from "./catalogue.ts";

export const MOST_PLAYLISTS = 100;
export const MOST_PLAYLIST_TRACKS = 1_000;
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
  updatedAt?: string | undefined;
}

/** `GET /api/v1/playlists/{id}`. */
export interface Playlist extends PlaylistCard {
  isOwn: boolean;
  tracks: Track[];
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

export const HEARTED = ["track", "artist"] as const;
export type Hearted = typeof HEARTED[number];

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
