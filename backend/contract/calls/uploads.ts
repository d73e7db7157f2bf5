import { as, callsOf } from "./call.ts";
import type { MessageAnswer } from "../accounts.ts";
import type { AdminDuplicate, DuplicateQueue, OwnDuplicates } from "../duplicates.ts";
import type { LyricsAnswer, LyricsSavedAnswer, LyricsSourceAnswer } from "../lyrics.ts";
import type { CreditsAnswer, OwnCreditsAnswer } from "../releases.ts";
import { DuplicateAnswerRequest, DuplicateDecisionRequest } from "../requests/duplicates.ts";
import { LyricsEdit, LyricsTakeDown } from "../requests/lyrics.ts";
import { CreditsEdit, FeatureAnswer, FeatureAsking, TracksEdit } from "../requests/releases.ts";
import { TrackEdit, UploadQuery } from "../requests/uploads.ts";
import type { MyTracks } from "../uploads.ts";
import { TRACKS } from "./role_groups.ts";

const music = callsOf("Music");
const records = callsOf("Back office: team and records");
const creator = callsOf("Creators");
const trust = callsOf("Back office: people and trust");

export const getLyrics = music("GET /api/v1/tracks/:trackId/lyrics", {
  does: "What is sung in a track, with times where it has them",
  who: "everyone",
  answers: as<LyricsAnswer>(),
});

export const getLyricsSource = music("GET /api/v1/tracks/:trackId/lyrics/source", {
  does: "The lyrics of one's own track as they were given",
  who: "team: read",
  answers: as<LyricsSourceAnswer>(),
});

export const saveLyrics = music("PUT /api/v1/tracks/:trackId/lyrics", {
  does: "Give one's own track its lyrics, as plain text or LRC",
  who: "team: edit",
  body: LyricsEdit,
  maxBytes: 2 * 1024 * 1024,
  answers: as<LyricsSavedAnswer>(),
});

export const removeLyrics = music("DELETE /api/v1/tracks/:trackId/lyrics", {
  does: "Remove the lyrics of one's own track",
  who: "team: edit",
});

export const takeDownLyrics = records("POST /api/v1/admin/tracks/:trackId/lyrics/removal", {
  does: "Remove the lyrics of a track, with a reason for its artist",
  who: "admin",
  roles: TRACKS,
  body: LyricsTakeDown,
});

export const listUploads = creator("GET /api/v1/uploads", {
  does: "Your recordings that came in pieces and are no songs yet",
  who: "team or admin: edit",
  roles: TRACKS,
});

export const beginUpload = creator("POST /api/v1/uploads", {
  does: "Begin a recording that comes in pieces (tus 1.0)",
  who: "team or admin: edit",
  roles: TRACKS,
});

export const getUpload = creator("GET /api/v1/uploads/:id", {
  does: "How far a recording has come, and what Orin measured; HEAD as in tus 1.0",
  who: "team or admin: edit",
  roles: TRACKS,
  query: UploadQuery,
});

export const sendUploadPiece = creator("PATCH /api/v1/uploads/:id", {
  does: "Send the next piece of a recording (tus 1.0)",
  who: "team or admin: edit",
  roles: TRACKS,
});

export const cancelUpload = creator("DELETE /api/v1/uploads/:id", {
  does: "Take back a recording that came in pieces (tus 1.0)",
  who: "team or admin: edit",
  roles: TRACKS,
});

export const uploadOptions = creator("OPTIONS /api/v1/uploads", {
  does: "What of the tus protocol Orin offers",
  who: "everyone",
});

export const getCredits = music("GET /api/v1/tracks/:trackId/credits", {
  does: "Who made a track, and who is featured on it",
  who: "everyone",
  answers: as<CreditsAnswer>(),
});

export const getOwnCredits = music("GET /api/v1/tracks/:trackId/credits/own", {
  does: "The credits of one's own track, with who was asked",
  who: "team: read",
});

export const changeCredits = music("PUT /api/v1/tracks/:trackId/credits", {
  does: "Say who made one's own track, its ISRC and its language",
  who: "team: edit",
  body: CreditsEdit,
  answers: as<OwnCreditsAnswer>(),
});

export const giveIsrc = music("POST /api/v1/tracks/:trackId/isrc", {
  does: "Give one's own track an ISRC of the operator's own",
  who: "team: edit",
  answers: as<OwnCreditsAnswer>(),
});

export const changeTracks = creator("PUT /api/v1/my-tracks", {
  does: "Change several of your tracks, all of them or none",
  who: "team: edit",
  body: TracksEdit,
  answers: as<MessageAnswer>(),
});

export const askFeature = music("POST /api/v1/tracks/:trackId/features", {
  does: "Ask another artist to be named on one's own track",
  who: "team: edit",
  body: FeatureAsking,
  answers: as<OwnCreditsAnswer>(),
});

export const removeFeature = music("DELETE /api/v1/tracks/:trackId/features/:artistId", {
  does: "Name an artist on one's own track no longer",
  who: "team: edit",
  answers: as<OwnCreditsAnswer>(),
});

export const answerFeature = music("PUT /api/v1/features/:trackId", {
  does: "Accept or decline to be named on a track",
  who: "team: manage",
  body: FeatureAnswer,
});

export const listOwnDuplicates = creator("GET /api/v1/my-duplicates", {
  does: "Your songs that wait because Orin had the recording already",
  who: "team: read",
  answers: as<OwnDuplicates>(),
});

export const answerOwnDuplicate = creator("POST /api/v1/my-duplicates/:id", {
  does: "Keep a recording that you have uploaded before, or take it away again",
  who: "team: edit",
  body: DuplicateAnswerRequest,
  answers: as<OwnDuplicates>(),
});

export const listDuplicates = trust("GET /api/v1/admin/duplicates", {
  does: "New songs that sound like another artist's",
  who: "admin",
  roles: ["catalogue", "support", "auditor"],
  answers: as<DuplicateQueue>(),
  shows: ["similarSong"],
});

export const getDuplicate = trust("GET /api/v1/admin/duplicates/:id", {
  does: "One of them beside what it sounds like",
  who: "admin",
  roles: ["catalogue", "support", "auditor"],
  answers: as<AdminDuplicate>(),
  shows: ["similarSong"],
});

export const duplicateSound = trust("GET /api/v1/admin/duplicates/:id/sound/:trackId", {
  does: "The sound of a recording that is compared",
  who: "admin",
  roles: ["catalogue", "auditor"],
});

export const decideDuplicate = trust("POST /api/v1/admin/duplicates/:id/decisions", {
  does: "Keep a song back, or let it go",
  who: "admin",
  roles: TRACKS,
  body: DuplicateDecisionRequest,
  answers: as<AdminDuplicate>(),
});

export const uploadTrack = creator("POST /api/v1/upload", {
  does: "Upload a track",
  who: "team: edit",
  form: true,
  texts: { visitor: "Authentication required. Please log in again." },
});

export const listMyTracks = creator("GET /api/v1/my-tracks", {
  does: "Your tracks and how far they are",
  who: "team: read",
  answers: as<MyTracks>(),
});

export const deleteTrack = creator("DELETE /api/v1/tracks/:id", {
  does: "Delete your track",
  who: "team or admin: manage",
  roles: TRACKS,
});

export const changeTrack = creator("PUT /api/v1/tracks/:id", {
  does: "Change your track",
  who: "team or admin: edit",
  roles: TRACKS,
  body: TrackEdit,
  form: true,
});

export const replaceRecording = music("POST /api/v1/tracks/:trackId/recording", {
  does: "Replace the recording of one's own track",
  who: "team: edit",
  form: true,
  answers: as<MessageAnswer>(),
  texts: { visitor: "Authentication required. Please log in again." },
});
