import * as z from "zod/mini";
import { MOST_DESCRIPTION, MOST_PLAYLIST_TRACKS } from "../playlists.ts";
import { isPlainLines, isPlainText, tidyLine } from "../text.ts";
import { Id } from "./ids.ts";

const PlaylistName = z.string("Name is required").check(
  z.overwrite(tidyLine),
  z.minLength(1, "Name is required"),
  z.maxLength(80, "Name is too long: at most 80 characters"),
  z.refine(isPlainText, "Name has characters that cannot be shown"),
);
/** "" takes the list out of its folder. */
const FolderName = z.string().check(
  z.overwrite(tidyLine),
  z.maxLength(40, "Folder is too long: at most 40 characters"),
  z.refine((name) => name === "" || isPlainText(name), "Folder has characters that cannot be shown"),
);
/** "" takes it away. */
const Description = z.string().check(
  z.trim(),
  z.normalize("NFC"),
  z.maxLength(MOST_DESCRIPTION, `Description is too long: at most ${MOST_DESCRIPTION} characters`),
  z.refine((text) => text === "" || isPlainLines(text), "Description has characters that cannot be shown"),
);
const trackIds = z.array(Id).check(z.maxLength(MOST_PLAYLIST_TRACKS));

/** `POST /api/v1/playlist/add`: the documented list. */
export const PlaylistAdd = z.object({ trackId: Id });

/**
 * `POST /api/v1/playlists`: the client may choose the id, so that a list made offline has it already. Only a UUIDv7:
 * the default lists have derived ids (v5), which cannot be chosen.
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
  folder: z.optional(FolderName),
  description: z.optional(Description),
});
export type PlaylistChange = z.infer<typeof PlaylistChange>;

/** `PUT /api/v1/playlists/{id}/tracks`: many together, as an import has them. */
export const PlaylistTracks = z.object({ trackIds: trackIds.check(z.minLength(1)) });

/** `POST /api/v1/playlists/{id}/invitation`: with `anew` the link that was sent before leads nowhere. */
export const PlaylistInvite = z.object({ anew: z._default(z.boolean(), false) });
