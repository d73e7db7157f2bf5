import * as z from "zod/mini";
import { CreatorCard, Track } from "./catalogue.ts";
import { Id } from "./ids.ts";
import { isPlainText } from "./text.ts";

export const MOST_PLAYLISTS = 100;
export const MOST_PLAYLIST_TRACKS = 1_000;
/** The name of the list that everybody has. */
export const DEFAULT_PLAYLIST_NAME = "My Playlist";

const PlaylistName = z.string("Name is required").check(
  z.trim(),
  z.minLength(1, "Name is required"),
  z.maxLength(80, "Name is too long: at most 80 characters"),
  z.refine(isPlainText, "Name has characters that cannot be shown"),
);
const trackIds = z.array(Id).check(z.maxLength(MOST_PLAYLIST_TRACKS));

/** `POST /api/v1/playlist/add`: the documented list. */
export const PlaylistAdd = z.object({ trackId: Id });

/**
 * `POST /api/v1/playlists`: the client may choose the id, so that a list made offline has it already. Only a UUIDv7:
 * the default lists have derived ids (v5), which nobody may take.
 */
export const NewPlaylist = z.object({
  playlistId: z.optional(Id.check(z.regex(/^.{14}7/))),
  name: PlaylistName,
  /** Whether others may open and find it; its name is public then. */
  isPublic: z._default(z.boolean(), false),
  trackIds: z._default(trackIds, []),
});
export type NewPlaylist = z.infer<typeof NewPlaylist>;

/**
 * `PUT /api/v1/playlists/{id}`: what is left out stays. `trackIds` is the wanted order: tracks that the list does not
 * hold are passed over, those that it leaves out stay behind at the end.
 */
export const PlaylistChange = z.object({
  name: z.optional(PlaylistName),
  isPublic: z.optional(z.boolean()),
  trackIds: z.optional(trackIds),
});
export type PlaylistChange = z.infer<typeof PlaylistChange>;

const card = {
  _id: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  isPublic: z.boolean(),
  trackCount: z.number(),
  /** Covers of the first tracks, at most four. */
  covers: z.array(z.string()),
  updatedAt: z.optional(z.string()),
};

export const PlaylistCard = z.object(card);
export type PlaylistCard = z.infer<typeof PlaylistCard>;

/** `GET /api/v1/playlists/{id}`. */
export const Playlist = z.object({ ...card, isOwn: z.boolean(), tracks: z.array(Track) });
export type Playlist = z.infer<typeof Playlist>;

/** `GET /api/v1/playlist`: the documented list; `playlistId` is its name among the calls for named lists. */
export const DefaultPlaylist = z.object({ tracks: z.array(Track), playlistId: z.string() });
export type DefaultPlaylist = z.infer<typeof DefaultPlaylist>;

/** `GET /api/v1/playlists`: the default list first. `canEdit` says whether named lists are part of the caller's plan. */
export const PlaylistList = z.object({ playlists: z.array(PlaylistCard), canEdit: z.boolean() });
export type PlaylistList = z.infer<typeof PlaylistList>;

export const HEARTED = ["track", "artist"] as const;
export type Hearted = typeof HEARTED[number];

export const HeartAnswer = z.object({ hearted: z.boolean() });
export type HeartAnswer = z.infer<typeof HeartAnswer>;

/** `GET /api/v1/hearts`: 'Liked songs' and favourite artists, newest first. The ids are all, tracks come by pages. */
export const Hearts = z.object({
  trackIds: z.array(z.string()),
  artistIds: z.array(z.string()),
  tracks: z.array(Track),
  artists: z.array(CreatorCard),
  nextCursor: z.optional(z.string()),
});
export type Hearts = z.infer<typeof Hearts>;
