import type { Track, TrackState } from "./catalogue.ts";
import type { SameRecording } from "./duplicates.ts";
import type { Hold } from "./holds.ts";

/** Recordings in bytes unless the installation says otherwise; pictures always. */
export const MAX_AUDIO_MB = 200;
export const MAX_PICTURE_BYTES = 10 * 1_048_576;
/** Said before it is sent: that would cost data for nothing. */
export const PICTURE_TOO_LARGE = "This picture is too large: please choose one under 10 MB";
/** Of the shorter side. */
export const LEAST_PICTURE_PX = 64;
/** Of a client's own unfinished requests: more wait for these. */
export const MAX_UPLOADS_AT_ONCE = 4;
/** Recordings that may replace others, of one artist: each is decoded and made into four files. */
export const RECORDINGS_AN_HOUR = 20;

/** A track as its owner sees it. `audioUrl` is empty until the first rendition is ready. */
export interface OwnTrack extends Track {
  state: TrackState;
  /** Why it failed, in words for the creator. */
  reason?: string | undefined;
  /** Why others do not hear it; missing where everyone does. */
  holds?: Hold[] | undefined;
  /** Another recording is to take its place: it is being made, or could not be, and why. */
  replacement?: { state: "processing" | "failed"; reason?: string | undefined } | undefined;
  trackNumber?: number | undefined;
  downloadable: boolean;
}

/** `GET /api/v1/my-tracks`, newest first. */
export interface MyTracks {
  success: boolean;
  tracks: OwnTrack[];
}

/** How much of unfinished uploads may wait at Orin, for each person: with Premium more. */
export const OPEN_UPLOADS = {
  free: { files: 30, bytes: 2_000 * 1_048_576 },
  premium: { files: 90, bytes: 6_000 * 1_048_576 },
};
/** How long an unfinished upload waits for its next byte, and a finished one to be made a song. */
export const UPLOAD_LIFE_DAYS = 7;

/** What Orin measured of a recording before it is published. */
export interface QualityReport {
  durationSeconds: number;
  /** "flac", "mp3" */
  codec: string;
  sampleRate: number;
  /** Of formats that keep samples as they are. */
  bitDepth?: number | undefined;
  channels: number;
  /** Bits a second, where the file says it. */
  bitrate?: number | undefined;
  /** EBU R 128. */
  loudnessLufs: number;
  /** Between the samples, too; above 0 players distort. */
  truePeakDbtp: number;
  /** Places where the sound is flat at the ceiling. */
  clippedPlaces: number;
  silenceAtStartMs: number;
  silenceAtEndMs: number;
  /** In all. */
  silenceMs: number;
}

/** A recording that is sent in pieces: `receiving`, then `checking`, then `checked` or `refused`. */
export interface ResumableUpload {
  uploadId: string;
  filename: string;
  fileBytes: number;
  receivedBytes: number;
  state: "receiving" | "checking" | "checked" | "refused";
  /** Why it is refused, in words for the artist. */
  reason?: string | undefined;
  report?: QualityReport | undefined;
  /** When it is given up unless more of it comes. */
  expiresAt: string;
}

/** `GET /api/v1/uploads`: what waits at Orin, the oldest first, and how much may. */
export interface ResumableUploads {
  uploads: ResumableUpload[];
  limits: { files: number; bytes: number; fileBytes: number };
}

/** `POST /api/v1/upload`. */
export interface UploadAnswer {
  success: boolean;
  message: string;
  trackId: string;
  /** Orin has this recording already. It waits for the artist's or a moderator's word, unless no decision is needed. */
  sameRecording?: SameRecording | undefined;
}
