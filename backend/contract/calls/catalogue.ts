import { as, callsOf } from "./call.ts";
import type { AdminTrack } from "../admin_tracks.ts";
import type { TrackAnswer, TrackList } from "../catalogue.ts";
import type { Album, AlbumList, TopArtists } from "../discover.ts";
import type { Home } from "../home.ts";
import type { StreamGrant } from "../listening.ts";
import type { MatchAnswer } from "../match.ts";
import type { OfflineCopy, OfflineLicence, TasteSongs, WithheldSongs } from "../offline.ts";
import type { Radio } from "../radio.ts";
import { TrackFilters, TrackListQuery } from "../requests/admin_tracks.ts";
import {
  AlbumsQuery,
  EmbeddedStreamQuery,
  OEmbedQuery,
  QualityQuery,
  StreamQuery,
  TopArtistsQuery,
  TracksQuery,
} from "../requests/catalogue.ts";
import { MatchRows } from "../requests/match.ts";
import { OfflineCopyQuery, OfflineLicenceQuery, WithheldRequest } from "../requests/offline.ts";
import { RadioQuery } from "../requests/radio.ts";
import { SearchQuery } from "../requests/search.ts";
import type { SearchAnswer, SearchToken } from "../search.ts";
import { TRACKS } from "./role_groups.ts";

const music = callsOf("Music");
const records = callsOf("Back office: team and records");
const playlist = callsOf("Playlists and hearts");

export const offlineLicence = music("GET /api/v1/offline-licence", {
  does: "The licence for saved music",
  who: "user",
  query: OfflineLicenceQuery,
  answers: as<OfflineLicence>(),
});

export const offlineCopy = music("GET /api/v1/offline-copy/:trackId", {
  does: "A track's copy for listening offline",
  who: "user",
  query: OfflineCopyQuery,
  answers: as<OfflineCopy>(),
});

export const saveSong = music("PUT /api/v1/saved-songs/:trackId", {
  does: "Save one of the few songs that everyone may save",
  who: "user",
  answers: as<TasteSongs>(),
});

export const findWithheldSongs = music("POST /api/v1/saved-songs/withheld", {
  does: "Saved songs that cannot be played now",
  who: "user",
  body: WithheldRequest,
  maxBytes: 256 * 1024,
  answers: as<WithheldSongs>(),
});

export const dropSavedSong = music("DELETE /api/v1/saved-songs/:trackId", {
  does: "Give back the place of a saved song",
  who: "user",
  answers: as<TasteSongs>(),
});

export const catalogueToken = music("GET /api/v1/token", {
  does: "A token for search in the documented form",
  who: "everyone",
  answers: as<SearchToken>(),
});

export const search = music("GET /api/v1/search", {
  does: "Search tracks, artists, albums, playlists and lyrics",
  who: "anyone",
  query: SearchQuery,
  answers: as<SearchAnswer>(),
  shows: ["publicPlaylist", "artistPage"],
});

export const mediaCard = music("GET /media/cards/:kind/:id/:file", {
  does: "The picture that a shared link shows",
  who: "everyone",
});

export const mediaTrackCover = music("GET /media/covers/:owner/:version/:file", {
  does: "A cover as JPEG, such as 512.jpg",
  who: "everyone",
});

export const uploadTrackForArtist = records("POST /api/v1/admin/upload-track", {
  does: "Upload a track for an artist",
  who: "admin",
  roles: TRACKS,
  form: true,
  texts: { visitor: "Authentication required. Please log in again." },
});

export const getHome = music("GET /api/v1/home", {
  does: "What the first screen plays: today's mix, and for who is logged in the lists of one's own",
  who: "anyone",
  query: QualityQuery,
  answers: as<Home>(),
  shows: ["artistPage"],
});

export const listAlbums = music("GET /api/v1/albums", {
  does: "All albums",
  who: "everyone",
  query: AlbumsQuery,
  answers: as<AlbumList>(),
  shows: ["artistPage"],
});

export const listFollowedAlbums = music("GET /api/v1/followed-albums", {
  does: "The newest albums of the artists that you follow",
  who: "user",
  answers: as<AlbumList>(),
});

export const getAlbum = music("GET /api/v1/albums/:id", {
  does: "One album with its tracks",
  who: "anyone",
  query: QualityQuery,
  answers: as<Album>(),
  shows: ["artistPage"],
});

export const topArtists = music("GET /api/v1/top-artists", {
  does: "The week's top artists",
  who: "everyone",
  query: TopArtistsQuery,
  answers: as<TopArtists>(),
  shows: ["artistPage", "publicContacts", "publicName"],
});

export const matchTracks = playlist("POST /api/v1/tracks/match", {
  does: "Find the songs of another service's list",
  who: "user",
  body: MatchRows,
  answers: as<MatchAnswer>(),
});

export const streamEmbedded = music("GET /api/v1/stream/:trackId/embedded", {
  does: "Where a player on another site streams a track from, as a visitor",
  who: "everyone",
  query: EmbeddedStreamQuery,
});

export const getOEmbed = music("GET /oembed", {
  does: "How another site shows a song's player: https://oembed.com",
  who: "everyone",
  query: OEmbedQuery,
  shows: ["artistPage"],
});

export const listTracks = music("GET /api/v1/tracks", {
  does: "All tracks, newest first",
  who: "anyone",
  query: TracksQuery,
  answers: as<TrackList>(),
  shows: ["artistPage"],
});

export const listNewReleases = music("GET /api/v1/tracks/admin-uploads", {
  does: "Tracks that Orin itself released",
  who: "anyone",
  query: TracksQuery,
  answers: as<TrackList>(),
  shows: ["artistPage"],
});

export const getTrack = music("GET /api/v1/tracks/:id", {
  does: "One track",
  who: "anyone",
  query: QualityQuery,
  answers: as<TrackAnswer>(),
  shows: ["artistPage"],
});

export const searchTracks = records("GET /api/v1/admin/tracks", {
  does: "Search all tracks",
  who: "admin",
  roles: ["catalogue", "support", "auditor"],
  query: TrackListQuery,
  answers: as<AdminTrack[]>(),
  shows: ["artistPage"],
  texts: { visitor: "Authentication required. Please log in again." },
});

export const searchTracksCsv = records("GET /api/v1/admin/tracks/csv", {
  does: "The list of tracks, as CSV",
  who: "admin",
  roles: ["catalogue", "support", "auditor"],
  query: TrackFilters,
  shows: ["artistPage"],
  texts: { visitor: "Authentication required. Please log in again." },
});

export const mediaAudio = music("GET /media/audio/:trackId/:quality", {
  does: "The sound of a track, in ranges",
  who: "everyone",
});

export const streamTrack = music("GET /api/v1/stream/:trackId", {
  does: "Where to stream a track from",
  who: "anyone",
  query: StreamQuery,
  answers: as<StreamGrant>(),
});

export const downloadTrack = music("GET /api/v1/download/:trackId", { does: "Download a track as MP3", who: "anyone" });

export const mediaPeaks = music("GET /media/peaks/:trackId", {
  does: "A track's waveform",
  who: "everyone",
  answers: as<number[]>(),
});

export const mediaCover = music("GET /media/covers/*", { does: "A cover", who: "everyone" });

export const mediaPicture = music("GET /media/pictures/*", { does: "A person's picture", who: "everyone" });

export const getRadio = music("GET /api/v1/radio", {
  does: "Songs near a track, an artist or a playlist, unheard ones first",
  who: "anyone",
  query: RadioQuery,
  answers: as<Radio>(),
  shows: ["artistPage"],
});
