import { as, callsOf } from "./call.ts";
import type {
  DefaultPlaylist,
  Playlist,
  PlaylistInvitation,
  PlaylistList,
  PlaylistsWithSong,
  TracksAdded,
} from "../playlists.ts";
import { QualityQuery } from "../requests/catalogue.ts";
import { NewPlaylist, PlaylistAdd, PlaylistChange, PlaylistInvite, PlaylistTracks } from "../requests/playlists.ts";

const playlist = callsOf("Playlists and hearts");

export const defaultPlaylist = playlist("GET /api/v1/playlist", {
  does: "Your default playlist",
  who: "user",
  query: QualityQuery,
  answers: as<DefaultPlaylist>(),
});

export const addToDefaultPlaylist = playlist("POST /api/v1/playlist/add", {
  does: "Add a track to the default playlist",
  who: "user",
  body: PlaylistAdd,
  texts: { failed: "Failed to add track to playlist" },
});

export const removeFromDefaultPlaylist = playlist("DELETE /api/v1/playlist/remove/:trackId", {
  does: "Take a track out of the default playlist",
  who: "user",
});

export const listPlaylists = playlist("GET /api/v1/playlists", {
  does: "Your playlists",
  who: "user",
  answers: as<PlaylistList>(),
});

export const createPlaylist = playlist("POST /api/v1/playlists", {
  does: "Make a playlist",
  who: "user",
  body: NewPlaylist,
  answers: as<Playlist>(),
});

export const getPlaylist = playlist("GET /api/v1/playlists/:id", {
  does: "One playlist with its tracks",
  who: "anyone",
  query: QualityQuery,
  answers: as<Playlist>(),
  shows: ["publicPlaylist", "artistPage"],
});

export const playlistsWithSong = playlist("GET /api/v1/creator-stats/playlists/:trackId", {
  does: "The public playlists that hold your song",
  who: "team: read",
  answers: as<PlaylistsWithSong>(),
  shows: ["publicPlaylist"],
});

export const changePlaylist = playlist("PUT /api/v1/playlists/:id", {
  does: "Change a playlist",
  who: "user",
  body: PlaylistChange,
});

export const deletePlaylist = playlist("DELETE /api/v1/playlists/:id", { does: "Delete a playlist", who: "user" });

export const addToPlaylist = playlist("PUT /api/v1/playlists/:id/tracks/:trackId", {
  does: "Add a track to a playlist",
  who: "user",
});

export const removeFromPlaylist = playlist("DELETE /api/v1/playlists/:id/tracks/:trackId", {
  does: "Take a track out of a playlist",
  who: "user",
});

export const addTracksToPlaylist = playlist("PUT /api/v1/playlists/:id/tracks", {
  does: "Add many tracks to a playlist",
  who: "user",
  body: PlaylistTracks,
  answers: as<TracksAdded>(),
});

export const invitePlaylist = playlist("POST /api/v1/playlists/:id/invitation", {
  does: "Make a link that lets people add to a playlist",
  who: "user",
  body: PlaylistInvite,
  answers: as<Playlist>(),
});

export const endPlaylistInvitation = playlist("DELETE /api/v1/playlists/:id/invitation", {
  does: "End the link of a playlist",
  who: "user",
});

export const removePlaylistMember = playlist("DELETE /api/v1/playlists/:id/members/:userId", {
  does: "Leave a playlist, or take someone out of yours",
  who: "user",
});

export const getPlaylistInvitation = playlist("GET /api/v1/playlist-invitations/:token", {
  does: "What a playlist's link invites to",
  who: "anyone",
  answers: as<PlaylistInvitation>(),
  shows: ["playlistLink"],
});

export const joinPlaylist = playlist("POST /api/v1/playlist-invitations/:token", {
  does: "Join a playlist by its link",
  who: "user",
  answers: as<Playlist>(),
});
